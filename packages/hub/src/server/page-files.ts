import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { Encoding } from './compress-answers.ts'

/** A file of the pages, as it is sent. */
export interface PageFile {
  readonly bytes: Uint8Array
  readonly type: string
  readonly encoding: Encoding | undefined
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const ENDINGS = { br: '.br', gzip: '.gz' } as const

/** The built pages, compressed when they were built and read when they are first asked for; they are a few hundred kilobytes in all. */
export class PageFiles {
  readonly #dir: string
  readonly #read = new Map<string, Promise<Uint8Array | undefined>>()

  constructor(dir: string) {
    this.#dir = dir
  }

  /** A file in the encoding that the caller takes; undefined when there is none. `name` comes from a caller and is only a name. */
  async file(name: string, encoding: Encoding | undefined): Promise<PageFile | undefined> {
    const type = TYPES[extname(name)]
    if (type === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined
    const compressed = encoding === undefined ? undefined : await this.#bytes(`assets/${name}${ENDINGS[encoding]}`)
    if (compressed !== undefined) return { bytes: compressed, type, encoding }
    const bytes = await this.#bytes(`assets/${name}`)
    return bytes && { bytes, type, encoding: undefined }
  }

  /** The document of a page. Throws SERVICE_UNAVAILABLE when the pages were not built. */
  async page(name: string): Promise<Uint8Array> {
    const bytes = await this.#bytes(`pages/${name}.html`)
    if (bytes !== undefined) return bytes
    this.#read.clear()
    throw new SkillError('SERVICE_UNAVAILABLE', 'The pages of this hub were not built', {
      hint: 'Run npm run build; the API works without them',
    })
  }

  #bytes(path: string): Promise<Uint8Array | undefined> {
    const known = this.#read.get(path)
    if (known !== undefined) return known
    const read = readFile(join(this.#dir, path)).catch(() => undefined)
    // What is absent is not remembered: callers may ask for anything.
    void read.then((bytes) => bytes !== undefined && this.#read.set(path, read))
    return read
  }
}
