import { SkillError } from '@skillwright/contract'
import type { FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { isCrossSite } from './is-cross-site.ts'
import { isEveryAddress } from './url-for.ts'

/** Throws for a page of another site, and for a name that was made to lead here (DNS rebinding): protocols that any program on this machine may speak to any address. */
export function refuseForeignPage(hub: HubContext, { headers, socket }: FastifyRequest): void {
  // No page reaches a socket that is a file.
  if (socket.localPort === undefined) return
  const own = new URL(hub.url())
  const names = isLoopback(own.hostname) ? ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${own.port}`) : []
  const isKnownHost = [own.host, ...names].includes(headers.host ?? '')
  // A hub that listens on every address is reached by names that it does not know.
  const isAnyHost = hub.config.publicUrl !== undefined || isEveryAddress(hub.config.host)
  if ((isAnyHost || isKnownHost) && !isCrossSite(headers, hub.url())) return
  throw new SkillError('PERMISSION_DENIED', 'A page of another site may not do this in your name')
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\./.test(name)
}
