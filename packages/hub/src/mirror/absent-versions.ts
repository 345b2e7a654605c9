import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import { type LogEntry, readEntry } from './log-entry.ts'

/** They are part of the state of the mirror, which is written often. */
const MOST_ENTRIES = 500

/** Log entries about versions that were private or quarantined when they were to be fetched: they are applied once these are available again. */
export class AbsentVersions {
  #entries: readonly string[]

  constructor(entries: readonly string[] = []) {
    this.#entries = entries
  }

  /** In the order of the log. */
  get entries(): readonly string[] {
    return this.#entries
  }

  /** Applies an entry. Keeps it when its version is not available, and every later entry about that version. */
  async unlessAbsent(text: string, entry: LogEntry, work: () => Promise<void>): Promise<void> {
    if (this.#isAbsent(entry)) return this.#keep(text)
    try {
      await work()
    } catch (thrown) {
      if (entry.type === 'publish' && thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND') this.#keep(text)
      throw thrown
    }
  }

  /** Takes out what comes before an entry that makes a skill or a version available again. */
  openedBy(entry: LogEntry | undefined): readonly string[] {
    const isOpening = entry?.type === 'release' || (entry?.type === 'access' && entry.access !== 'private')
    if (!isOpening) return []
    const isOpened = (text: string) => isAbout(readEntry(text), entry)
    const opened = this.#entries.filter(isOpened)
    this.#entries = this.#entries.filter((text) => !isOpened(text))
    return opened
  }

  #isAbsent(entry: LogEntry): boolean {
    return versionOf(entry) !== undefined && this.#entries.some((text) => isAbout(readEntry(text), entry))
  }

  // The oldest go first: a version is never kept without its later entries.
  #keep(text: string): void {
    this.#entries = [...this.#entries, text].slice(-MOST_ENTRIES)
  }
}

/** Whether an entry is about the same skill, and the same version when the other is about one. */
function isAbout(entry: LogEntry | undefined, other: LogEntry): boolean {
  if (entry === undefined || fullName(entry) !== fullName(other)) return false
  return versionOf(other) === undefined || versionOf(other) === versionOf(entry)
}

function versionOf(entry: LogEntry): string | undefined {
  return 'version' in entry ? entry.version : undefined
}
