import { SkillError } from '@skillwright/contract'
import type { HubConfig } from '../hub-config.ts'

const LEAST_BYTES = 256 * 1024 * 1024
const PACKAGES_AT_ONCE = 8
const SHARES = 4
/** What every body may take without being counted, so that signing in never waits for publishers. */
const FREE_BYTES = 64 * 1024

/** The room of one body. */
export interface BodyRoom {
  /** Takes room for so much of the body. Throws SERVICE_UNAVAILABLE or RATE_LIMIT_EXCEEDED when there is none. */
  grow(received: number): void
  release(): void
}

/** Bounds what all bodies together, and those of one caller, take of the memory: what has come counts, not what was announced. */
export class BodyBudget {
  readonly #maxBytes: number
  #held = 0
  readonly #heldBy = new Map<string, number>()

  constructor({ maxPackageBytes }: Pick<HubConfig, 'maxPackageBytes'>) {
    this.#maxBytes = Math.max(LEAST_BYTES, PACKAGES_AT_ONCE * maxPackageBytes)
  }

  /** Takes on a body of a caller. Throws at once when what is announced has no room beside what is held now. */
  open(who: string, announced: number): BodyRoom {
    this.#requireRoom(who, counted(announced))
    let held = 0
    return {
      grow: (received) => {
        const more = counted(received) - held
        this.#requireRoom(who, more)
        this.#hold(who, more)
        held += more
      },
      release: () => {
        this.#hold(who, -held)
        held = 0
      },
    }
  }

  #requireRoom(who: string, bytes: number): void {
    if (bytes === 0) return
    const retry = { details: { retry_after_seconds: 5 } }
    if (this.#held + bytes > this.#maxBytes)
      throw new SkillError('SERVICE_UNAVAILABLE', 'Too much is being sent at once', retry)
    const share = Math.floor(this.#maxBytes / SHARES)
    if ((this.#heldBy.get(who) ?? 0) + bytes > share)
      throw new SkillError('RATE_LIMIT_EXCEEDED', `At most ${share} bytes of one caller are taken at once`, retry)
  }

  #hold(who: string, bytes: number): void {
    this.#held += bytes
    const left = (this.#heldBy.get(who) ?? 0) + bytes
    if (left === 0) this.#heldBy.delete(who)
    else this.#heldBy.set(who, left)
  }
}

function counted(bytes: number): number {
  return Math.max(0, bytes - FREE_BYTES)
}
