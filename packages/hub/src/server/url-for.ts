import type { FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'

/** A name or address with a port, and nothing that could end it where it is written. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The hub's own address in the answer to a request. A hub that listens on every address of its machine without a configured
 * `publicUrl` can be reached by many; then it is the one the request was sent to.
 */
export function urlFor(hub: HubContext, { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>): string {
  if (hub.config.publicUrl !== undefined || !isEveryAddress(hub.config.host)) return hub.url()
  return HOST.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host}` : hub.url()
}

/** True for an address to listen on that means every network card. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::' || host === ''
}
