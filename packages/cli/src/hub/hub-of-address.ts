import { readKnownHubs } from './known-hubs.ts'
import { tokenFromEnvironment } from './open-hub-client.ts'

/** A hub that one is signed in to. */
export interface SignedInHub {
  readonly url: string
  readonly token: string
}

/** The hub that an address is of, when one is signed in to it: its token is for it, and for nothing else. */
export async function hubOfAddress(address: string): Promise<SignedInHub | undefined> {
  const { hubs } = await readKnownHubs()
  const { SKILLWRIGHT_HUB_URL: named } = process.env
  const urls = [...(named === undefined ? [] : [named.replace(/\/+$/, '')]), ...Object.keys(hubs)]
  for (const url of urls) {
    const token = (url === named ? tokenFromEnvironment(url) : undefined) ?? hubs[url]?.token
    if (token !== undefined && isBelow(address, url)) return { url, token }
  }
  return undefined
}

function isBelow(address: string, url: string): boolean {
  const [inner, outer] = [URL.parse(address), URL.parse(url)]
  if (inner === null || outer === null || inner.origin !== outer.origin) return false
  return inner.pathname.startsWith(`${outer.pathname.replace(/\/+$/, '')}/`)
}
