import type Provider from 'oidc-provider'
import type { HubContext } from '../hub-context.ts'

const opened = new WeakMap<HubContext, Promise<Provider>>()

/** The hub as an issuer; opened when it is first asked, since most hubs start more often than that. */
export function issuerOf(hub: HubContext): Promise<Provider> {
  const issuer = opened.get(hub) ?? import('./open-issuer.ts').then(({ openIssuer }) => openIssuer(hub))
  opened.set(hub, issuer)
  issuer.catch(() => opened.delete(hub))
  return issuer
}
