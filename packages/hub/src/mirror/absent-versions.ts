import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import { type LogEntry, readEntry } from './log-entry.ts'

/** They are part of the state of the mirror, which is written often. */
const MOST_ENTRIES = 500

/** What a version is answered as that is not for everybody, or was taken back. */
const ABSENT: ReadonlySet<string> = new Set(['DATA_NOT_FOUND', 'PERMISSION_DENIED'])

/**
 * Log entries about versions that were private, restricted or quarantined when they were to be fetched, and about their skills: they are applied
 * once these are available again.
 */
export class AbsentVersions {
  #entries: readonly string[]

  constructor(entries: readonly string[] = []) {
    this.#entries = entries
  }

  /** In the order of the log. */
  get entries(): readonly string[] {
    return this.#entries
  }

  /**
   * Applies an entry. Keeps it when its version is not available, and every later entry about that version. What is said of the skill is
   * applied and kept: it holds for what is here, and for what is not here yet.
   */
  async unlessAbsent(text: string, entry: LogEntry, work: () => Promise<void>): Promise<void> {
    const isAbsent = this.#entries.some((kept) => concerns(entry, readEntry(kept)))
    if (isAbsent) this.#keep(text, entry)
    if (isAbsent && versionOf(entry) !== undefined) return
    try {
      await work()
    } catch (thrown) {
      if (entry.type === 'publish' && thrown instanceof SkillError && ABSENT.has(thrown.code)) this.#keep(text, entry)
      throw thrown
    }
  }

  /** Takes out what comes before an entry that makes a skill or a version available again. */
  openedBy(entry: LogEntry | undefined): readonly string[] {
    const isOpening = entry?.type === 'release' || (entry?.type === 'access' && entry.access !== 'private')
    if (!isOpening) return []
    const isOpened = (text: string) => {
      const kept = readEntry(text)
      return concerns(entry, kept) || (kept !== undefined && concerns(kept, entry))
    }
    const opened = this.#entries.filter(isOpened)
    this.#entries = this.#entries.filter((text) => !isOpened(text))
    return opened
  }

  // The oldest go first: a version is never kept without its later entries. Of what is said of a skill the last word is enough.
  #keep(text: string, entry: LogEntry): void {
    const isSaidAgain = (kept: string) => {
      const before = readEntry(kept)
      return before?.type === entry.type && versionOf(before) === undefined && concerns(before, entry)
    }
    const others = versionOf(entry) === undefined ? this.#entries.filter((kept) => !isSaidAgain(kept)) : this.#entries
    this.#entries = [...others, text].slice(-MOST_ENTRIES)
  }
}

/** Whether an entry is about what another one is about: the same version, or, where it names none, the same skill. */
function concerns(entry: LogEntry, other: LogEntry | undefined): boolean {
  if (other === undefined || fullName(entry) !== fullName(other)) return false
  return versionOf(entry) === undefined || versionOf(entry) === versionOf(other)
}

function versionOf(entry: LogEntry): string | undefined {
  return 'version' in entry ? entry.version : undefined
}
