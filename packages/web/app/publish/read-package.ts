import { isObject } from '@skillwright/contract'
import { unzipSync } from 'fflate'
import { createTarGzip, parseTarGzip } from 'nanotar'

/** One file of what was dropped. */
export interface PackageFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** A package that is ready to be sent, with what it says of itself. */
export interface ReadPackage {
  readonly archive: Uint8Array
  readonly files: number
  readonly skill: string
  readonly version: string
}

const IGNORED = /(?:^|\/)(?:\.git|node_modules|__pycache__)\/|(?:^|\/)\.DS_Store$/

/** Makes a package of a dropped archive, which is sent as it is unless it is a zip. */
export async function packageFromArchive(name: string, bytes: Uint8Array): Promise<ReadPackage> {
  if (/\.zip$/i.test(name)) {
    const entries = Object.entries(unzipSync(bytes)).filter(([path]) => !path.endsWith('/'))
    return packageFromFiles(entries.map(([path, content]) => ({ path, bytes: content })))
  }
  const entries = await parseTarGzip(bytes)
  const files = entries.flatMap(({ name: path, data }) => (data === undefined ? [] : [{ path, bytes: data }]))
  return { archive: bytes, files: files.length, ...statedName(files) }
}

/** Makes a package of the files of a dropped folder. */
export async function packageFromFiles(dropped: readonly PackageFile[]): Promise<ReadPackage> {
  const files = withoutParents(dropped.filter(({ path }) => !IGNORED.test(path)))
  const archive = await createTarGzip(files.map(({ path, bytes }) => ({ name: path, data: bytes })))
  return { archive, files: files.length, ...statedName(files) }
}

/** The files of the folder that holds SKILL.md, which may stand inside others. */
function withoutParents(files: readonly PackageFile[]): readonly PackageFile[] {
  const places = files.map(({ path }) => path).filter((path) => /(?:^|\/)SKILL\.md$/.test(path))
  const [top = 'SKILL.md'] = places.sort((one, other) => one.split('/').length - other.split('/').length)
  const prefix = top.slice(0, -'SKILL.md'.length)
  return files.flatMap(({ path, bytes }) =>
    path.startsWith(prefix) ? [{ path: path.slice(prefix.length), bytes }] : [],
  )
}

/** What to call it until the user says otherwise; the hub checks it against the package. */
function statedName(files: readonly PackageFile[]): Pick<ReadPackage, 'skill' | 'version'> {
  const text = (name: string) => {
    const found = files.find(({ path }) => path.replace(/^\.\//, '') === name)
    return found === undefined ? '' : new TextDecoder().decode(found.bytes)
  }
  const manifest = readJson(text('skill.json'))
  const [, front = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text('SKILL.md')) ?? []
  const line = (key: string) =>
    new RegExp(`^${key}:[ \\t]*["']?([^"'\\r\\n]*?)["']?[ \\t]*$`, 'm').exec(front)?.[1] ?? ''
  return {
    skill: String(manifest.id ?? (line('id') || line('name'))),
    version: String(manifest.version ?? line('version')),
  }
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
