import { SkillError } from '@skillwright/contract'
import { Option } from 'commander'
import { createHubClient, type HubClient } from './hub-client.ts'
import { readKnownHubs } from './known-hubs.ts'

/** The flag every verb that talks to a hub has. */
export interface HubFlags {
  readonly hub?: string
}

const HERE = 'http://127.0.0.1:7171'

/** `--hub`, the same for every verb. */
export function hubOption(): Option {
  return new Option('--hub <url>', 'which hub (default: SKILLWRIGHT_HUB_URL, else the one you signed in to last)')
}

/** Opens a client for the hub that is meant, with the token kept for it or in SKILLWRIGHT_HUB_TOKEN. */
export async function openHubClient({ hub }: HubFlags): Promise<HubClient> {
  const known = await readKnownHubs()
  const url = hubUrl(hub ?? process.env.SKILLWRIGHT_HUB_URL ?? known.default ?? HERE)
  return createHubClient({ url, token: process.env.SKILLWRIGHT_HUB_TOKEN ?? known.hubs[url]?.token })
}

/** A hub's address in its one form. Throws INVALID_INPUT for what is none. */
export function hubUrl(text: string): string {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`)
  if (url === null || url.username !== '')
    throw new SkillError('INVALID_INPUT', `Expected the address of a hub such as ${HERE}, got ${JSON.stringify(text)}`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
