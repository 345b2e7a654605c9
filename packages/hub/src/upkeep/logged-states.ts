import type { StoreProblem } from './check-hub.ts'

/** A version as the hub has it. */
export interface StoredState {
  /** Full name. */
  readonly skill: string
  readonly version: string
  readonly state: string
  readonly access: string
  /** What to use instead of this version, and of the skill; null when it is not deprecated. */
  readonly deprecated: string | null
  readonly skill_deprecated: string | null
  /** What was noted to be in the log of the version and of its skill: what is logged next is the difference to that. */
  readonly logged_state: string | null
  readonly logged_deprecated: string | null
  readonly skill_logged_access: string | null
  readonly skill_logged_deprecated: string | null
}

const STATES: Readonly<Record<string, string>> = {
  publish: 'published',
  yank: 'yanked',
  unyank: 'published',
  quarantine: 'quarantined',
  release: 'published',
}

const OTHERWISE_DEPRECATED = 'the log says something else about what to use instead'

const OTHERWISE_NOTED =
  'the log says something else than was noted of it, and what changes next would be logged wrongly'

/** What the log says of the access of each skill, of the state of each version and of what is deprecated, which is what its followers give out. */
export class LoggedStates {
  readonly #access = new Map<string, string>()
  readonly #states = new Map<string, string>()
  readonly #deprecated = new Map<string, string | null>()

  /** Takes in the next entry. */
  add({ type, skill, version, access, message = null }: Readonly<Record<string, unknown>>): void {
    const name = String(skill)
    const state = STATES[String(type)]
    if (state !== undefined) this.#states.set(`${name}@${String(version)}`, state)
    if (type === 'deprecate')
      this.#deprecated.set(version === undefined ? name : `${name}@${String(version)}`, message as string | null)
    if (type === 'access') this.#access.set(name, String(access))
    else if (type === 'publish' && !this.#access.has(name)) this.#access.set(name, 'public')
  }

  /** What is otherwise here than the log says. Of a private skill it says no more than that it is private. */
  differences(stored: readonly StoredState[]): StoreProblem[] {
    const problems = new Map<string, string>()
    for (const { skill, version, state, access, ...stands } of stored) {
      const reference = `${skill}@${version}`
      const saidAccess = this.#access.get(skill)
      const saidState = this.#states.get(reference)
      const isNoted =
        (saidState ?? null) === stands.logged_state && !this.#isOtherwise(reference, stands.logged_deprecated)
      const isSkillNoted =
        (saidAccess ?? 'public') === (stands.skill_logged_access ?? 'public') &&
        !this.#isOtherwise(skill, stands.skill_logged_deprecated)
      if (!isNoted) problems.set(reference, OTHERWISE_NOTED)
      if (!isSkillNoted) problems.set(skill, OTHERWISE_NOTED)
      if (saidAccess !== undefined && saidAccess !== access) problems.set(skill, difference(saidAccess, access))
      if (access === 'private') continue
      if (saidAccess !== undefined && this.#isOtherwise(skill, stands.skill_deprecated))
        problems.set(skill, OTHERWISE_DEPRECATED)
      if (saidState === undefined) continue
      if (this.#isOtherwise(reference, stands.deprecated)) problems.set(reference, OTHERWISE_DEPRECATED)
      if (saidState !== state) problems.set(reference, difference(saidState, state))
    }
    return [...problems].map(([subject, message]) => ({ subject, message }))
  }

  #isOtherwise(subject: string, deprecated: string | null): boolean {
    return (this.#deprecated.get(subject) ?? null) !== deprecated
  }
}

function difference(said: string, is: string): string {
  return `the log says that it is ${said}, and it is ${is}`
}
