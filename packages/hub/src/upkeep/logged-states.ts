import type { StoreProblem } from './check-hub.ts'

/** A version as the hub has it. */
export interface StoredState {
  /** Full name. */
  readonly skill: string
  readonly version: string
  readonly state: string
  readonly access: string
}

const STATES: Readonly<Record<string, string>> = {
  publish: 'published',
  yank: 'yanked',
  unyank: 'published',
  quarantine: 'quarantined',
  release: 'published',
}

/** What the log says of the access of each skill and of the state of each version, which is what its followers give out. */
export class LoggedStates {
  readonly #access = new Map<string, string>()
  readonly #states = new Map<string, string>()

  /** Takes in the next entry. */
  add({ type, skill, version, access }: Readonly<Record<string, unknown>>): void {
    const name = String(skill)
    const state = STATES[String(type)]
    if (state !== undefined) this.#states.set(`${name}@${String(version)}`, state)
    if (type === 'access') this.#access.set(name, String(access))
    else if (type === 'publish' && !this.#access.has(name)) this.#access.set(name, 'public')
  }

  /** What is otherwise here than the log says. Of a private skill it says no more than that it is private. */
  differences(stored: readonly StoredState[]): StoreProblem[] {
    const problems = new Map<string, string>()
    for (const { skill, version, state, access } of stored) {
      const saidAccess = this.#access.get(skill)
      const saidState = this.#states.get(`${skill}@${version}`)
      if (saidAccess !== undefined && saidAccess !== access) problems.set(skill, difference(saidAccess, access))
      if (access !== 'private' && saidState !== undefined && saidState !== state)
        problems.set(`${skill}@${version}`, difference(saidState, state))
    }
    return [...problems].map(([subject, message]) => ({ subject, message }))
  }
}

function difference(said: string, is: string): string {
  return `the log says that it is ${said}, and it is ${is}`
}
