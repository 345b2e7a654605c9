import { hkdfSync } from 'node:crypto'
import type { Webhooks } from '@skillwright/jobs'
import { guardUrl, postGuarded } from '@skillwright/runtime'
import type { HubContext } from '../hub-context.ts'
import { hubKey } from '../log/hub-key.ts'

const SECRET_BYTES = 32

/** How the hub tells others of what has ended: signed, and behind the address guard. */
export function openWebhooks(hub: HubContext): Webhooks {
  return {
    secretOf: (principal) => webhookSecret(hub, principal),
    post: async (url, { headers, body, signal }) => ({
      status: await postGuarded(url, body, { headers, signal, allow: hub.config.allowAddresses }),
    }),
  }
}

/** The secret that messages to a principal are signed with, the same on all nodes: made of the hub's own key, and stored nowhere. */
export async function webhookSecret(hub: HubContext, principal: string): Promise<string> {
  const { privateKey } = await hubKey(hub)
  const key = privateKey.export({ type: 'pkcs8', format: 'der' })
  const bytes = hkdfSync('sha256', key, '', `webhook ${principal}`, SECRET_BYTES)
  return `whsec_${Buffer.from(bytes).toString('base64')}`
}

/** Throws PERMISSION_DENIED or INVALID_INPUT for an address that no message is sent to. */
export function checkWebhook({ config }: HubContext, url: string): void {
  guardUrl(url, { allow: config.allowAddresses })
}
