import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import { type LogEntry, readEntry } from './log-entry.ts'

/** They are part of the state of the mirror, which is written often. */
const MOST_ENTRIES = 500

/** What a log tells of versions that were private or quarantined when they were to be fetched: it is done once they are given out again. */
export class AbsentVersions {
  #entries: readonly string[]

  constructor(entries: readonly string[] = []) {
    this.#entries = entries
  }

  /** In the order of the log. */
  get entries(): readonly string[] {
    return this.#entries
  }

  /** Does what an entry says. Keeps it when its version is not there, and whatever follows about that version. */
  async unlessAbsent(text: string, entry: LogEntry, work: () => Promise<void>): Promise<void> {
    if (this.#isAbsent(entry)) return this.#keep(text)
    try {
      await work()
    } catch (thrown) {
      if (entry.type === 'publish' && thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND') this.#keep(text)
      throw thrown
    }
  }

  /** Takes out what comes before an entry that gives a skill or a version out again. */
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

  // The oldest go first: a version is never kept without what became of it.
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
