import { SkillError } from '@skillwright/contract'
import { createHubClient, type HubClient } from '@skillwright/hub-api'
import { Option } from 'commander'
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
export async function openHubClient(flags: HubFlags): Promise<HubClient> {
  const url = await selectHub(flags)
  return createHubClient({ url, token: tokenFromEnvironment(url) ?? (await readKnownHubs()).hubs[url]?.token })
}

/** The address of the hub that is meant: named, else in the environment, else signed in to last, else on this machine. */
export async function selectHub({ hub }: HubFlags): Promise<string> {
  return hubUrl(hub ?? process.env.SKILLWRIGHT_HUB_URL ?? (await readKnownHubs()).default ?? HERE)
}

/** SKILLWRIGHT_HUB_TOKEN; where SKILLWRIGHT_HUB_URL says whose it is, no other hub gets it. */
export function tokenFromEnvironment(url: string): string | undefined {
  const { SKILLWRIGHT_HUB_URL: owner, SKILLWRIGHT_HUB_TOKEN: token } = process.env
  return owner === undefined || hubUrl(owner) === url ? token : undefined
}

/** A hub's address in its one form. Throws INVALID_INPUT for what is none. */
function hubUrl(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `${isThisMachine(text) ? 'http' : 'https'}://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new SkillError('INVALID_INPUT', `Expected the address of a hub, got ${JSON.stringify(text)}`, {
      hint: `Write it like ${HERE} or https://hub.example.com`,
    })
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Whether an address, with or without http://, is one that never leaves this machine. */
export function isThisMachine(text: string): boolean {
  return /^(?:http:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/.test(text)
}
