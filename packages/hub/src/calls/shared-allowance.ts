import { sql } from 'kysely'
import type { HubContext } from '../hub-context.ts'

/** How much one caller may have, in how long. */
export interface AllowanceLimit {
  /** Names the limit beside others of the same callers. */
  readonly name: string
  readonly limit: number
  readonly windowMs: number
}

/**
 * A node takes so much of a limit at once, and keeps it for such a part of the time: asking the database for every call would cost as
 * much as the call. What is lost of it is a quarter of the limit at most, however seldom a caller calls.
 */
const PART = 1 / 50
const HELD = 1 / 12
const MAX_HELD = 50_000
const ROUNDING = 1e-6

interface Held {
  /** 0 when there was none. */
  readonly granted: number
  left: number
  readonly until: number
}

/** A limit for each caller that all nodes together keep. What was used comes back bit by bit; what a node took and did not use is lost. */
export class SharedAllowance {
  readonly #hub: HubContext
  readonly #limit: AllowanceLimit
  readonly #held = new Map<string, Held>()
  readonly #asking = new Map<string, Promise<Held>>()

  constructor(hub: HubContext, limit: AllowanceLimit) {
    this.#hub = hub
    this.#limit = limit
  }

  /** Takes one for a caller. Gives undefined, or in how many seconds there will be one. */
  async take(who: string): Promise<number | undefined> {
    for (;;) {
      const held = this.#held.get(who)
      if (held !== undefined && held.left > 0 && this.#hub.clock() < held.until) {
        held.left--
        return undefined
      }
      const { granted } = await (this.#asking.get(who) ?? this.#ask(who))
      if (granted === 0) return this.#secondsUntilOne(who)
    }
  }

  /** One question at a time for a caller, however many calls wait for it. */
  #ask(who: string): Promise<Held> {
    const asking = this.#takeFromAll(who).finally(() => this.#asking.delete(who))
    this.#asking.set(who, asking)
    return asking
  }

  async #takeFromAll(who: string): Promise<Held> {
    const part = Math.max(1, Math.floor(this.#limit.limit * PART))
    const granted = (await this.#grant(who, part)) ? part : part > 1 && (await this.#grant(who, 1)) ? 1 : 0
    const held = { granted, left: granted, until: this.#hub.clock() + this.#limit.windowMs * HELD }
    this.#held.delete(who)
    this.#held.set(who, held)
    const [oldest] = this.#held.size > MAX_HELD ? this.#held.keys() : []
    if (oldest !== undefined) this.#held.delete(oldest)
    return held
  }

  async #grant(who: string, amount: number): Promise<boolean> {
    const { limit } = this.#limit
    const now = this.#hub.clock()
    const taken = this.#takenAt(now)
    const { rows } = await sql`
      insert into allowances (who, taken, at) values (${this.#key(who)}, ${amount}, ${now})
      on conflict (who) do update set taken = ${taken} + ${amount}, at = ${this.#most(sql`allowances.at`, sql`${now}`)}
      where ${taken} + ${amount} <= ${limit + ROUNDING}
      returning taken`.execute(this.#hub.db)
    return rows.length > 0
  }

  async #secondsUntilOne(who: string): Promise<number> {
    const { limit, windowMs } = this.#limit
    const { rows } = await sql<{ taken: number }>`
      select ${this.#takenAt(this.#hub.clock())} as taken from allowances where who = ${this.#key(who)}`.execute(
      this.#hub.db,
    )
    const missing = (rows[0]?.taken ?? limit) + 1 - limit
    return Math.max(1, Math.ceil(Math.round((missing * windowMs) / limit) / 1000))
  }

  /** What is still taken at a time; a clock that is behind another node's gives nothing back. */
  #takenAt(now: number) {
    const { limit, windowMs } = this.#limit
    const passed = this.#most(sql`0`, sql`${now} - allowances.at`)
    return this.#most(sql`0`, sql`allowances.taken - (${passed}) * ${sql.lit(limit / windowMs)}`)
  }

  #most(one: ReturnType<typeof sql>, other: ReturnType<typeof sql>) {
    return this.#hub.database === 'postgres' ? sql`greatest(${one}, ${other})` : sql`max(${one}, ${other})`
  }

  #key(who: string): string {
    return `${this.#limit.name} ${who}`
  }
}
