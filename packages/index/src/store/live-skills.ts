import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '@skillwright/contract'
import { isInside } from '../roots/link-guard.ts'
import type { FolderRecord } from './folder-record.ts'
import type { SkillReading } from './read-skill-folder.ts'
import { type Shadowing, shadowingOf } from './shadowing.ts'
import { FLAG, type SkillPlace, type SkillTable, type StoredTable, skillTable } from './skill-table.ts'
import type { WordIndex } from './word-index.ts'

/** The skills of an index while it is open: the table, the folders they were found in and the words, always in step. */
export interface LiveSkills {
  readonly table: SkillTable
  readonly shadowing: Shadowing
  /** By number; null where one is gone. */
  readonly folders: readonly (FolderRecord | null)[]
  /** What was noticed while searching, by the path it is about. */
  readonly findings: Map<string, Finding>
  /** Number of the folder with that path. */
  folderAt(dir: string): number | undefined
  /** Adds a folder, or keeps what is now known of it. */
  putFolder(record: FolderRecord): number
  /** Removes a folder with all that is below it. */
  removeFolder(number: number): void
  add(reading: SkillReading, place: SkillPlace): void
  remove(ordinal: number): void
  /** Keeps a new stamp for the same content. */
  restamp(ordinal: number, reading: SkillReading): void
  /** The skill's own folder; the agent's for a flat script. */
  dirOf(ordinal: number): string
  /** The file that makes it a skill. */
  pathOf(ordinal: number): string
  /** Marks every folder to be searched again: what was found in it may not have been read. */
  invalidate(): void
  /** The changes since the last call. */
  takeChanges(): Changes
  /** All of it, to be stored. */
  toStored(): StoredSkills
}

/** What was added and removed. A changed skill is both; the ordinal of a removed one may have been reused, so removals are to be applied first. */
export interface Changes {
  readonly added: readonly number[]
  readonly removed: readonly { readonly ordinal: number; readonly id: string }[]
  /** How much would have to be read again if it were not stored. */
  readonly touched: number
}

/** What is stored of live skills. */
export interface StoredSkills {
  readonly folders: readonly (FolderRecord | null)[]
  readonly findings: readonly Finding[]
  readonly table: StoredTable
}

/** Makes live skills over an index of words, empty or as they were stored with it. */
export function liveSkills(words: WordIndex, stored?: StoredSkills): LiveSkills {
  const table = skillTable(stored?.table)
  const folders = [...(stored?.folders ?? [])]
  const numbers = new Map(folders.flatMap((folder, number) => (folder ? [[folder.dir, number] as const] : [])))
  const findings = new Map(stored?.findings.map((finding) => [finding.file ?? '', finding]))
  let changes = noChanges()

  const dirOf = (ordinal: number) => {
    const dir = folders[table.folder(ordinal)]?.dir ?? ''
    const name = table.name(ordinal)
    return name === '' ? dir : `${dir}/${name}`
  }
  const isBefore = (a: number, b: number) => {
    const [first, second] = [folders[table.folder(a)], folders[table.folder(b)]]
    const order = (first?.root ?? 0) - (second?.root ?? 0) || (first?.depth ?? 0) - (second?.depth ?? 0)
    return order === 0 ? dirOf(a) < dirOf(b) : order < 0
  }
  const shadowing = shadowingOf(table, isBefore)
  const remove = (ordinal: number) => {
    changes.removed.push({ ordinal, id: table.id(ordinal) })
    shadowing.remove(ordinal)
    words.remove(ordinal)
    table.drop(ordinal)
  }
  return {
    table,
    shadowing,
    folders,
    findings,
    folderAt: (dir) => numbers.get(dir),
    putFolder(record) {
      const number = numbers.get(record.dir) ?? folders.length
      const before = folders[number]
      if (!before || !isDeepStrictEqual(before, record)) changes.touched++
      folders[number] = record
      numbers.set(record.dir, number)
      return number
    },
    removeFolder(number) {
      const top = folders[number]
      if (!top) return
      const gone = new Set<number>()
      for (const [at, folder] of folders.entries()) {
        if (!folder || !isInside(folder.dir, top.dir)) continue
        gone.add(at)
        folders[at] = null
        numbers.delete(folder.dir)
      }
      for (const ordinal of table.alive()) if (gone.has(table.folder(ordinal))) remove(ordinal)
    },
    add(reading, place) {
      const ordinal = words.add(reading.document)
      table.put(ordinal, reading, place)
      shadowing.add(ordinal)
      changes.added.push(ordinal)
    },
    remove,
    restamp(ordinal, reading) {
      const isKnown = table.isStamped(ordinal, reading.stamp) && table.has(ordinal, FLAG.isFresh) === reading.isFresh
      if (!isKnown) changes.touched++
      table.restamp(ordinal, reading)
    },
    dirOf: (ordinal) =>
      table.has(ordinal, FLAG.isScript) ? (folders[table.folder(ordinal)]?.dir ?? '') : dirOf(ordinal),
    pathOf: (ordinal) =>
      table.has(ordinal, FLAG.isScript) ? dirOf(ordinal) : `${dirOf(ordinal)}/${table.file(ordinal)}`,
    invalidate() {
      for (const [number, folder] of folders.entries()) if (folder) folders[number] = { ...folder, isFresh: true }
    },
    takeChanges() {
      shadowing.promote()
      const { added, removed, touched } = changes
      changes = noChanges()
      return { added, removed, touched: touched + added.length + removed.length }
    },
    toStored: () => ({ folders: [...folders], findings: [...findings.values()], table: table.toStored() }),
  }
}

function noChanges(): { added: number[]; removed: { ordinal: number; id: string }[]; touched: number } {
  return { added: [], removed: [], touched: 0 }
}
