import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { JobsContext } from './jobs-context.ts'
import type { JobTables } from './tables/tables.ts'

/** Thrown in a transaction of a node that others hold for dead: nothing of it may count. */
export class NodeIsDead extends Error {
  override readonly name = 'NodeIsDead'
}

/**
 * The sign of life of this process, and its watch over the others'. Beats are counted, not timed: a node is dead when its beat has
 * not changed for a lease by the watcher's own steady clock. So a wall clock that jumps, or differs between machines, ends no node.
 */
export class NodeLife {
  readonly #context: JobsContext
  readonly #seen = new Map<string, { beat: number; since: number }>()
  #id = randomUUID()
  #isRegistered = false
  #confirmedAt = Number.NEGATIVE_INFINITY

  constructor(context: JobsContext) {
    this.#context = context
  }

  get id(): string {
    return this.#id
  }

  /** Beats within a transaction of this node, and tells when. Fails it when the node is held for dead. */
  async beat(transaction: Transaction<JobTables>): Promise<number> {
    const at = performance.now()
    const { tuning } = this.#context.engine
    const { rows } = await (this.#isRegistered
      ? sql`update run_nodes set beat = beat + 1 where id = ${this.#id} returning id, ${sql.raw(tuning)} as tuned`
      : sql`insert into run_nodes (id, beat) values (${this.#id}, 1)
          on conflict (id) do update set beat = run_nodes.beat + 1 returning id, ${sql.raw(tuning)} as tuned`
    ).execute(transaction)
    if (rows.length === 0) throw new NodeIsDead(`The node ${this.#id} gave no sign of life for too long`)
    return at
  }

  /** The transaction in which it beat at that time was committed. */
  confirm(at: number): void {
    this.#isRegistered = true
    this.#confirmedAt = Math.max(this.#confirmedAt, at)
  }

  /** Whether it is certain that no other node holds it for dead: what is begun later may have been taken over. */
  get isCertain(): boolean {
    return performance.now() - this.#confirmedAt < this.#context.settings.leaseMs / 2
  }

  /** Begins again as another node. */
  renew(): void {
    this.#id = randomUUID()
    this.#isRegistered = false
  }

  /** The nodes that have died, each with its last beat. */
  async findDead(): Promise<readonly { readonly id: string; readonly beat: number }[]> {
    const nodes = await this.#context.db.selectFrom('run_nodes').select(['id', 'beat']).execute()
    const now = performance.now()
    const there = new Set(nodes.map(({ id }) => id))
    for (const id of this.#seen.keys()) if (!there.has(id)) this.#seen.delete(id)
    return nodes.filter(({ id, beat }) => {
      if (id === this.#id) return false
      const seen = this.#seen.get(id)
      if (seen?.beat === beat) return now - seen.since > this.#context.settings.leaseMs
      this.#seen.set(id, { beat, since: now })
      return false
    })
  }

  /** Takes itself off the list: it runs nothing any more. */
  async leave(): Promise<void> {
    if (this.#isRegistered) await this.#context.db.deleteFrom('run_nodes').where('id', '=', this.#id).execute()
    this.#isRegistered = false
  }
}
