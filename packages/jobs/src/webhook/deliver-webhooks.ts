import { sql } from 'kysely'
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

const AT_ONCE = 20
const TIMEOUT_MS = 15_000
/** Longer than any attempt takes: so long no other node tries. */
const HOLD_MS = 60_000
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** What Standard Webhooks advises: a short outage is bridged at once, a long one within a day. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]
const GONE = 410

/** Sends the news that are due; true when there may be more. Told at least once: after a crash, perhaps twice with the same id. */
export async function deliverWebhooks(context: JobsContext, webhooks: Webhooks): Promise<boolean> {
  const now = context.clock()
  const { rows } = await sql<Delivery>`
    update webhook_deliveries set attempt = attempt + 1, next_at = ${now + HOLD_MS}
    where next_at <= ${now} and id in (
      select id from webhook_deliveries where next_at <= ${now} order by next_at limit ${AT_ONCE})
    returning id, principal, url, body, attempt`.execute(context.db)
  await Promise.all(rows.map((row) => deliver(context, webhooks, row)))
  return rows.length === AT_ONCE
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
