import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identifyByOwnHeader, mayHaveOwnHeader } from '../calls/identify-by-own-header.ts'
import type { HubContext } from '../hub-context.ts'
import { authenticate } from '../people/authenticate.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { boundPipelined } from './bound-connections.ts'
import { UnsupportedBody } from './classify-failure.ts'
import { confineToken } from './confine-token.ts'
import { isCrossSite } from './is-cross-site.ts'
import { addressKey, openRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { type ReceiveBody, receiveBodies } from './receive-bodies.ts'
import { refuseUnstorableUrl } from './refuse-unstorable.ts'
import { requireNeeds } from './require-needs.ts'
import { securityHeaders } from './security-headers.ts'

/** Tells who makes a request; a rejected promise refuses it. */
export type Identify = (request: FastifyRequest) => Principal | Promise<Principal>

/** Lets a request in, before its body is read, when it is within its rate, and its caller is who they say and may call the route. */
export function admitRequests(app: FastifyInstance, hub: HubContext, identify: Identify): void {
  const limiter = openRateLimiter(hub.config.rate, hub.clock)
  const receive = receiveBodies(app, hub)
  const addHeaders = securityHeaders(hub)
  app.decorateRequest('principal')
  app.decorateRequest('route')
  // One hook for all that comes before a route: each one more is a noticeable part of a short answer.
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    request.principal = ANONYMOUS
    // Fastify builds all options of a route each time they are read.
    request.route = request.routeOptions.config
    const tooMany = attempt(() => boundPipelined(request, reply))
    if (tooMany !== undefined) {
      done(tooMany)
      return
    }
    const found = identify(request)
    if (!(found instanceof Promise)) {
      request.principal = found
      done(attempt(() => admit(request, reply, limiter, receive)))
      return
    }
    found.then(
      (principal) => {
        request.principal = principal
        done(attempt(() => admit(request, reply, limiter, receive)))
      },
      // A caller with invalid credentials is counted by address like an anonymous one.
      (error: Error) => done(attempt(() => countRequest(request, reply, limiter)) ?? error),
    )
  })
}

/** Callers of a hub are who their token or session says. */
export function byCredentials(hub: HubContext): Identify {
  return (request) => {
    const { authorization, cookie, 'x-api-key': key } = request.headers
    // A program that proves itself to the issuer by its own name, which is for the issuer to check.
    if (request.route.isOfClient && /^Basic /i.test(authorization ?? '')) return ANONYMOUS
    if (authorization !== undefined || cookie !== undefined || key !== undefined) return identifyShown(hub, request)
    return mayHaveOwnHeader(request) ? identifyByOwnHeader(hub, request) : ANONYMOUS
  }
}

async function identifyShown(hub: HubContext, { headers, method }: FastifyRequest): Promise<Principal> {
  const { authorization, cookie, 'x-api-key': key } = headers
  const principal = await authenticate(hub, {
    ...(authorization === undefined ? {} : { authorization }),
    ...(key === undefined ? {} : { key: String(key) }),
    ...(cookie === undefined ? {} : { cookie }),
  })
  // A browser adds the cookie by itself, also for a page of another site.
  if (
    authorization === undefined &&
    key === undefined &&
    principal.person &&
    !isRead(method) &&
    isCrossSite(headers, hub.url())
  )
    throw new SkillError('PERMISSION_DENIED', 'A page of another site may not do this in your name')
  return principal
}

function admit(request: FastifyRequest, reply: FastifyReply, limiter: RateLimiter, receive: ReceiveBody): void {
  countRequest(request, reply, limiter)
  const { principal } = request
  request.principal = confineToken(request.principal, request)
  requireNeeds(request.route.needs ?? 'anyone', request.principal)
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new UnsupportedBody(`The body must not be compressed, got content-encoding ${encoding.slice(0, 40)}`)
  refuseUnstorableUrl(request)
  receive(request, reply, () => callerOf(principal, request.ip))
}

function countRequest(request: FastifyRequest, reply: FastifyReply, limiter: RateLimiter): void {
  const { rate = isRead(request.method) ? 'read' : 'write' } = request.route
  if (rate === 'none') return
  const allowance = limiter(rate === 'login' ? addressKey(request.ip) : callerOf(request.principal, request.ip), rate)
  if (allowance === undefined) return
  // A reader with plenty left does not need the headers each time.
  if (rate !== 'read' || allowance.remaining < allowance.limit / 2)
    reply.headers({
      'ratelimit-limit': allowance.limit,
      'ratelimit-remaining': allowance.remaining,
      'ratelimit-reset': allowance.resetSeconds,
    })
  if (!allowance.allowed)
    throw new SkillError('RATE_LIMIT_EXCEEDED', `At most ${allowance.limit} requests of this kind a minute`, {
      details: { retry_after_seconds: allowance.resetSeconds },
    })
}

/** Whom a request counts against: the person, or the address of an anonymous caller. */
function callerOf({ person, guest }: Principal, ip: string): string {
  return person ? `person ${person.id}` : (guest?.id ?? addressKey(ip))
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function attempt(work: () => void): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
