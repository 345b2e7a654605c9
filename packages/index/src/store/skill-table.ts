import { byteLog } from './byte-log.ts'
import { type Columns, columnsOf } from './columns.ts'
import type { SkillReading } from './read-skill-folder.ts'
import type { SkillRecord } from './skill-record.ts'
import type { Stamp } from './stamp.ts'

/** What a bit of its flags says of a skill. */
export const FLAG = { isAlive: 1, hasManifest: 2, isScript: 4, isShadowed: 8, isFresh: 16, isUnreadable: 32 } as const

/** Where a skill was found. */
export interface SkillPlace {
  /** Number of the folder it was found in. */
  readonly folder: number
  /** Its path from there; empty when that folder is itself the skill. */
  readonly name: string
  /** The file that makes it a skill, from its own folder; the script's path for a flat script. */
  readonly file: string
  readonly isScript: boolean
}

/** A table as it is stored. */
export interface StoredTable {
  readonly columns: Columns
  readonly ids: readonly string[]
  readonly names: readonly string[]
  /** The files that make a skill where that is not SKILL.md. */
  readonly files: readonly (readonly [ordinal: number, file: string])[]
  /** Every different set of needs as JSON; the first is that of a skill that needs nothing. */
  readonly needs: readonly string[]
  /** The records, as JSON, in pieces of one text. */
  readonly records: readonly Uint8Array[]
}

/** The skills by ordinal: numbers in columns, texts outside the heap until they are read. */
export interface SkillTable {
  /** One more than the greatest ordinal. */
  readonly length: number
  put(ordinal: number, reading: SkillReading, place: SkillPlace): void
  drop(ordinal: number): void
  /** Keeps a new stamp for the same content. */
  restamp(ordinal: number, reading: Pick<SkillReading, 'stamp' | 'isFresh'>): void
  has(ordinal: number, flag: number): boolean
  flag(ordinal: number, flag: number, isOn: boolean): void
  id(ordinal: number): string
  folder(ordinal: number): number
  name(ordinal: number): string
  file(ordinal: number): string
  checksum(ordinal: number): number
  isStamped(ordinal: number, stamp: Stamp): boolean
  record(ordinal: number): SkillRecord
  /** Number of its set of needs, 0 for none. */
  needsOf(ordinal: number): number
  /** A set of needs as JSON. */
  needs(number: number): string
  /** The skill that was found in a folder under that name. */
  ordinalAt(folder: number, name: string): number | undefined
  /** The ordinals of all skills. */
  alive(): Iterable<number>
  /** All of it, to be stored; nothing that happens to the table later changes it. */
  toStored(): StoredTable
}

/** Makes a table, empty or as it was stored. */
export function skillTable(stored: StoredTable = NOTHING): SkillTable {
  let { columns } = stored
  let length = stored.ids.length
  const ids = [...stored.ids]
  const names = [...stored.names]
  const files = new Map(stored.files)
  let needs = [...stored.needs]
  let numbers = new Map(needs.map((json, number) => [json, number]))
  let log = byteLog(stored.records[0])

  const has = (ordinal: number, flag: number) => ((columns.flags[ordinal] ?? 0) & flag) !== 0
  const flag = (ordinal: number, bit: number, isOn: boolean) => {
    const flags = columns.flags[ordinal] ?? 0
    columns.flags[ordinal] = isOn ? flags | bit : flags & ~bit
  }
  const restamp: SkillTable['restamp'] = (ordinal, { stamp: { size, modifiedMs, changedMs }, isFresh }) => {
    columns.sizes[ordinal] = size
    columns.modified[ordinal] = modifiedMs
    columns.changed[ordinal] = changedMs
    flag(ordinal, FLAG.isFresh, isFresh)
  }
  const numberOf = (json: string) => {
    const known = numbers.get(json) ?? needs.push(json) - 1
    numbers.set(json, known)
    return known
  }
  function* alive() {
    for (let ordinal = 0; ordinal < length; ordinal++) if (has(ordinal, FLAG.isAlive)) yield ordinal
  }
  const append = (ordinal: number, record: string, needed: string) => {
    const { start, end } = log.append(record)
    columns.starts[ordinal] = start
    columns.ends[ordinal] = end
    columns.needs[ordinal] = numberOf(needed)
  }
  const recordOf = (ordinal: number) => log.read(columns.starts[ordinal] ?? 0, columns.ends[ordinal] ?? 0)
  /** Lets go of the records of skills that are gone, once they are more than those that are there. */
  const compact = () => {
    let used = 0
    for (const ordinal of alive()) used += (columns.ends[ordinal] ?? 0) - (columns.starts[ordinal] ?? 0)
    if (log.end < 2 * used + SLACK_BYTES) return
    const kept = alive().map(
      (ordinal) => [ordinal, recordOf(ordinal), needs[columns.needs[ordinal] ?? 0] ?? ''] as const,
    )
    const all = [...kept]
    log = byteLog()
    needs = ['']
    numbers = new Map([['', 0]])
    for (const [ordinal, record, needed] of all) append(ordinal, record, needed)
  }
  return {
    get length() {
      return length
    },
    put(ordinal, reading, { folder, name, file, isScript }) {
      if (ordinal >= columns.flags.length) columns = columnsOf(Math.max(1_024, ordinal + 1, 2 * length), columns)
      for (; length <= ordinal; length++) {
        ids.push('')
        names.push('')
      }
      append(ordinal, JSON.stringify(reading.record), reading.needs === undefined ? '' : JSON.stringify(reading.needs))
      ids[ordinal] = reading.id
      names[ordinal] = name
      if (file === 'SKILL.md') files.delete(ordinal)
      else files.set(ordinal, file)
      columns.checksums[ordinal] = reading.checksum
      columns.folders[ordinal] = folder
      columns.flags[ordinal] =
        FLAG.isAlive |
        (reading.hasManifest ? FLAG.hasManifest : 0) |
        (isScript ? FLAG.isScript : 0) |
        (reading.record.unreadable === undefined ? 0 : FLAG.isUnreadable)
      restamp(ordinal, reading)
    },
    drop(ordinal) {
      columns.flags[ordinal] = 0
      ids[ordinal] = ''
      names[ordinal] = ''
      files.delete(ordinal)
    },
    restamp,
    has,
    flag,
    id: (ordinal) => ids[ordinal] ?? '',
    folder: (ordinal) => columns.folders[ordinal] ?? 0,
    name: (ordinal) => names[ordinal] ?? '',
    file: (ordinal) => files.get(ordinal) ?? 'SKILL.md',
    checksum: (ordinal) => columns.checksums[ordinal] ?? 0,
    isStamped: (ordinal, { size, modifiedMs, changedMs }) =>
      columns.changed[ordinal] === changedMs &&
      columns.modified[ordinal] === modifiedMs &&
      columns.sizes[ordinal] === size,
    record: (ordinal) => JSON.parse(recordOf(ordinal)) as SkillRecord,
    needsOf: (ordinal) => columns.needs[ordinal] ?? 0,
    needs: (number) => needs[number] ?? '',
    ordinalAt(folder, name) {
      // Looked for one by one: it takes a tenth of a millisecond among fifty thousand, and an index of names would take megabytes.
      for (let ordinal = 0; ordinal < length; ordinal++)
        if (columns.folders[ordinal] === folder && names[ordinal] === name && has(ordinal, FLAG.isAlive)) return ordinal
      return undefined
    },
    alive,
    toStored() {
      compact()
      return {
        columns: columnsOf(length, columns),
        ids: [...ids],
        names: [...names],
        files: [...files],
        needs: [...needs],
        records: log.chunks,
      }
    },
  }
}

const SLACK_BYTES = 4_000_000
const NOTHING: StoredTable = { columns: columnsOf(0), ids: [], names: [], files: [], needs: [''], records: [] }
