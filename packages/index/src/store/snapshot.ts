import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import type { Finding } from '@skillwright/contract'
import { columnBytes, columnsFrom } from './columns.ts'
import type { FolderRecord } from './folder-record.ts'
import type { StoredTable } from './skill-table.ts'

/** Everything an index knows, as it is kept between two runs. */
export interface Snapshot {
  /** What it was made for; one that was made for anything else is not used. */
  readonly key: string
  /** The folders that were searched, by number; null where one is gone. */
  readonly folders: readonly (FolderRecord | null)[]
  /** What was noticed while searching them. */
  readonly findings: readonly Finding[]
  readonly table: StoredTable
  /** What others keep with it, by name, such as the index of words. */
  readonly parts: Readonly<Record<string, Uint8Array>>
}

/** What is written as JSON at the beginning: all that is short. */
interface Header extends Pick<Snapshot, 'key' | 'folders' | 'findings'> {
  readonly files: StoredTable['files']
  readonly needs: StoredTable['needs']
  /** How many skills. */
  readonly length: number
  /** Name and length of each section that follows. */
  readonly sections: readonly (readonly [name: string, bytes: number])[]
}

interface Section {
  readonly name: string
  readonly chunks: readonly Uint8Array[]
  readonly length: number
}

const MAGIC = `SKWINDEX1${endianness()}`.padEnd(16, '\0')
const PREFIX_BYTES = MAGIC.length + 8
const COLUMN = 'column'
const BETWEEN = '\0'

/** The bytes of a snapshot, in pieces to be written one after the other. */
export function encodeSnapshot({ key, folders, findings, table, parts }: Snapshot): Uint8Array[] {
  const sections: Section[] = [
    ...columnBytes(table.columns).map((bytes) => section(COLUMN, bytes)),
    section('ids', Buffer.from(table.ids.join(BETWEEN))),
    section('names', Buffer.from(table.names.join(BETWEEN))),
    section('records', ...table.records),
    ...Object.entries(parts).map(([name, bytes]) => section(name, bytes)),
  ]
  const header: Header = {
    key,
    folders,
    findings,
    files: table.files,
    needs: table.needs,
    length: table.ids.length,
    sections: sections.map(({ name, length }) => [name, length]),
  }
  const json = Buffer.from(JSON.stringify(header))
  const chunks = [section('header', json), ...sections].flatMap(({ chunks, length }) => [...chunks, padding(length)])
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.write(MAGIC, 'latin1')
  prefix.writeUInt32LE(
    chunks.reduce((sum, chunk) => crc32(chunk, sum), 0),
    MAGIC.length,
  )
  prefix.writeUInt32LE(json.length, MAGIC.length + 4)
  return [prefix, ...chunks]
}

/** Reads a snapshot, or says why these bytes are none that can be used. What is read shares the bytes. */
export function decodeSnapshot(bytes: Uint8Array, key: string): Snapshot | string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < PREFIX_BYTES) return 'it is cut short'
  if (buffer.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'it was written by another version'
  if (crc32(buffer.subarray(PREFIX_BYTES)) !== buffer.readUInt32LE(MAGIC.length)) return 'it is damaged'
  const jsonLength = buffer.readUInt32LE(MAGIC.length + 4)
  const header = readHeader(buffer.toString('utf8', PREFIX_BYTES, PREFIX_BYTES + jsonLength))
  if (header === undefined) return 'it is damaged'
  if (header.key !== key) return 'it was made for something else'
  const columns: Uint8Array[] = []
  const sections = new Map<string, Uint8Array>()
  let at = PREFIX_BYTES + padded(jsonLength)
  for (const [name, length] of header.sections) {
    const section = bytes.subarray(at, at + length)
    if (name === COLUMN) columns.push(section)
    else sections.set(name, section)
    at += padded(length)
  }
  const taken = (name: string) => {
    const section = sections.get(name) ?? new Uint8Array(0)
    sections.delete(name)
    return section
  }
  const ids = texts(taken('ids'), header.length)
  const names = texts(taken('names'), header.length)
  const read = columnsFrom(header.length, columns)
  if (read === undefined || ids === undefined || names === undefined) return 'it is damaged'
  const { files, needs, folders, findings } = header
  const table = { columns: read, ids, names, files, needs, records: [taken('records')] }
  return { key, folders, findings, table, parts: Object.fromEntries(sections) }
}

// Lists of numbers begin at multiples of eight, so that they can be used where they lie.
function padded(length: number): number {
  return Math.ceil(length / 8) * 8
}

function padding(length: number): Uint8Array {
  return new Uint8Array(padded(length) - length)
}

function section(name: string, ...chunks: Uint8Array[]): Section {
  return { name, chunks, length: chunks.reduce((sum, chunk) => sum + chunk.length, 0) }
}

function readHeader(json: string): Header | undefined {
  try {
    return JSON.parse(json) as Header
  } catch {
    return undefined
  }
}

function texts({ buffer, byteOffset, byteLength }: Uint8Array, count: number): string[] | undefined {
  const found = count === 0 ? [] : Buffer.from(buffer, byteOffset, byteLength).toString().split(BETWEEN)
  return found.length === count ? found : undefined
}
