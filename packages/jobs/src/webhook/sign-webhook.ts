import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** The headers of a message in the form of Standard Webhooks: its receiver, who has the secret too, can tell that it is ours and new. */
export function signWebhook(message: {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly body: string
  /** `whsec_` and base64. */
  readonly secret: string
}): Readonly<Record<string, string>> {
  const { id, at, body, secret } = message
  const timestamp = String(Math.floor(at / 1_000))
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
