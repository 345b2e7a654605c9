import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the header of a program or library says about what must be there to load it. */
interface LinkNeeds {
  /** The loader the kernel starts, for a program. */
  readonly loader: string | undefined
  readonly libraries: readonly string[]
  /** Where they are looked for before the system's own folders. */
  readonly folders: readonly string[]
}

interface Segment {
  readonly type: number
  readonly offset: number
  readonly address: number
  readonly size: number
}

const NOTHING: LinkNeeds = { loader: undefined, libraries: [], folders: [] }
const SEGMENT = { load: 1, dynamic: 2, loader: 3 }
const ENTRY = { needed: 1, strings: 5, rpath: 15, runpath: 29 }
const MAX_SEGMENT = 1024 ** 2

/** The loader and the libraries that a program names by place, as the dynamic loader finds them; those of the system are not among them. */
export function sharedLibraries(files: readonly string[], isSystem: (path: string) => boolean): string[] {
  const found = new Set<string>()
  const pending = files.map((file) => ({ file, inherited: [] as readonly string[] }))
  for (const { file, inherited } of pending) {
    const { loader, libraries, folders } = readLinks(file)
    const places = [...folders, ...inherited]
    const paths = libraries.map((name) => places.map((folder) => join(folder, name)).find((path) => existsSync(path)))
    for (const path of [loader, ...paths]) {
      if (path === undefined || isSystem(path) || found.has(path)) continue
      found.add(path)
      pending.push({ file: path, inherited: places })
    }
  }
  return [...found]
}

/** Reads an ELF file of 64 bits, little end first; anything else needs nothing that we could know of. */
function readLinks(file: string): LinkNeeds {
  const fd = openSync(file, 'r')
  try {
    const head = readAt(fd, 0, 64)
    if (head.length < 64 || head.readUInt32BE(0) !== 0x7f454c46 || head[4] !== 2 || head[5] !== 1) return NOTHING
    const size = head.readUInt16LE(54)
    const table = readAt(fd, Number(head.readBigUInt64LE(32)), size * head.readUInt16LE(56))
    const segments = Array.from({ length: Math.floor(table.length / size) }, (_, i) => segmentAt(table, i * size))
    const bytesOf = (type: number) => {
      const segment = segments.find((each) => each.type === type)
      return segment === undefined ? Buffer.alloc(0) : readAt(fd, segment.offset, Math.min(segment.size, MAX_SEGMENT))
    }
    const entries = dynamicEntries(bytesOf(SEGMENT.dynamic))
    const strings = entries.find(([tag]) => tag === ENTRY.strings)?.[1] ?? 0
    const home = segments.find(
      (each) => each.type === SEGMENT.load && strings >= each.address && strings < each.address + each.size,
    )
    const textsOf = (...tags: number[]) =>
      entries
        .filter(([tag]) => home !== undefined && tags.includes(tag))
        .map(([, at]) => textAt(readAt(fd, strings - (home?.address ?? 0) + (home?.offset ?? 0) + at, 4096)))
    return {
      loader: textAt(bytesOf(SEGMENT.loader)) || undefined,
      libraries: textsOf(ENTRY.needed),
      folders: textsOf(ENTRY.rpath, ENTRY.runpath)
        .flatMap((text) => text.split(':'))
        .map((folder) => folder.replace(/\$(?:ORIGIN|\{ORIGIN\})/g, dirname(file)))
        .filter((folder) => folder.startsWith('/')),
    }
  } finally {
    closeSync(fd)
  }
}

function segmentAt(table: Buffer, at: number): Segment {
  return {
    type: table.readUInt32LE(at),
    offset: Number(table.readBigUInt64LE(at + 8)),
    address: Number(table.readBigUInt64LE(at + 16)),
    size: Number(table.readBigUInt64LE(at + 32)),
  }
}

function dynamicEntries(bytes: Buffer): (readonly [tag: number, value: number])[] {
  return Array.from({ length: Math.floor(bytes.length / 16) }, (_, i) => [
    Number(bytes.readBigInt64LE(i * 16)),
    Number(bytes.readBigUInt64LE(i * 16 + 8)),
  ])
}

function textAt(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString()
}

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(fd, bytes, 0, length, position))
}
