import type { JobsContext } from '../jobs-context.ts'
import { signWebhook } from './sign-webhook.ts'

/** How news of ended runs leave this process: jobs know neither secrets nor which addresses may be called. */
export interface Webhooks {
  /** The secret that this principal checks signatures with: `whsec_` and base64. */
  secretOf(principal: string): string | Promise<string>
  /** Sends a message, through whatever guards the network. */
  post(url: string, message: WebhookMessage): Promise<{ readonly status: number }>
}

/** A signed message. */
export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

interface Delivery {
  readonly id: string
  readonly principal: string
  readonly url: string
  readonly body: string
  readonly attempt: number
}

const AT_ONCE = 100
/** Of one principal: a receiver of theirs that is slow holds up only what is told to them. */
const AT_ONCE_EACH = 5
const TIMEOUT_MS = 15_000
/** Longer than any attempt takes: so long no other node tries. */
const HOLD_MS = 60_000
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** What Standard Webhooks advises: a short outage is bridged at once, a long one within a day. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]
const GONE = 410

/** Sends the news that are due. Told at least once: after a crash, perhaps twice with the same id. */
export class WebhookSender implements AsyncDisposable {
  readonly #context: JobsContext
  readonly #webhooks: Webhooks
  readonly #sending = new Map<string, { readonly principal: string; readonly done: Promise<void> }>()
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(context: JobsContext, webhooks: Webhooks) {
    this.#context = context
    this.#webhooks = webhooks
  }

  /** Begins to send what is due and has a place; each that ends makes place for the next. */
  send(): Promise<void> {
    const turn = this.#turn.then(() => this.#fill())
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Begins nothing more, and lets what is being sent end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#turn
    await Promise.all([...this.#sending.values()].map(({ done }) => done))
  }

  async #fill(): Promise<void> {
    let isMore = !this.#isClosed
    while (isMore) {
      const free = AT_ONCE - this.#sending.size
      const due = free <= 0 ? [] : await this.#due(free)
      const counts = this.#counts()
      const chosen = due.filter(({ principal }) => {
        const count = (counts.get(principal) ?? 0) + 1
        counts.set(principal, count)
        return count <= AT_ONCE_EACH
      })
      for (const delivery of await claim(this.#context, chosen)) this.#begin(delivery)
      // Those that have no place may have stood before others that do.
      isMore = chosen.length > 0 && chosen.length < due.length
    }
  }

  #begin(delivery: Delivery): void {
    const { id, principal } = delivery
    const done = deliver(this.#context, this.#webhooks, delivery)
      .catch(this.#context.onError)
      .finally(() => {
        this.#sending.delete(id)
        if (!this.#isClosed) this.send().catch(this.#context.onError)
      })
    this.#sending.set(id, { principal, done })
  }

  #counts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { principal } of this.#sending.values()) counts.set(principal, (counts.get(principal) ?? 0) + 1)
    return counts
  }

  async #due(limit: number): Promise<readonly { readonly id: string; readonly principal: string }[]> {
    const full = [...this.#counts()].filter(([, count]) => count >= AT_ONCE_EACH).map(([principal]) => principal)
    const { db, clock } = this.#context
    return db
      .selectFrom('webhook_deliveries')
      .select(['id', 'principal'])
      .where('next_at', '<=', clock())
      .$if(full.length > 0, (query) => query.where('principal', 'not in', full))
      .orderBy('next_at')
      .limit(limit)
      .execute()
  }
}

/** Those of them that no other node was first with. */
async function claim(
  { db, clock }: JobsContext,
  chosen: readonly { readonly id: string }[],
): Promise<readonly Delivery[]> {
  if (chosen.length === 0) return []
  const now = clock()
  return db
    .updateTable('webhook_deliveries')
    .set((set) => ({ attempt: set('attempt', '+', 1), next_at: now + HOLD_MS }))
    .where('next_at', '<=', now)
    .where(
      'id',
      'in',
      chosen.map(({ id }) => id),
    )
    .returning(['id', 'principal', 'url', 'body', 'attempt'])
    .execute()
}

async function deliver(context: JobsContext, webhooks: Webhooks, delivery: Delivery): Promise<void> {
  const { db, clock, random, onError } = context
  const status = await send(context, webhooks, delivery)
  const isDone = (status >= 200 && status < 300) || status === GONE
  const delay = DELAYS_MS[delivery.attempt - 1]
  if (isDone || delay === undefined) {
    if (!isDone)
      onError(
        new Error(`The webhook ${delivery.id} to ${delivery.url} was given up after ${delivery.attempt} attempts`),
      )
    await db.deleteFrom('webhook_deliveries').where('id', '=', delivery.id).execute()
  } else {
    const nextAt = Math.round(clock() + delay * (1 + random() / 10))
    await db.updateTable('webhook_deliveries').set({ next_at: nextAt }).where('id', '=', delivery.id).execute()
  }
}

/** The status of the answer; 0 when none came. */
async function send({ clock }: JobsContext, webhooks: Webhooks, delivery: Delivery): Promise<number> {
  const { id, principal, url, body } = delivery
  try {
    const secret = await webhooks.secretOf(principal)
    const headers = signWebhook({ id, at: clock(), body, secret })
    return (await webhooks.post(url, { headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })).status
  } catch {
    return 0
  }
}
