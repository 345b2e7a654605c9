import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCurrent } from './is-current.ts'

/**
 * Sets who may cache each answer, and answers 304 when the caller has it. Answers depend on the caller, so that a shared
 * cache keeps only answers to anonymous callers, and every cache revalidates before it uses what it keeps. A route that knows better sets its own.
 */
export function cacheAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', cacheControl(request, reply))
    if (!isRead(request) || reply.statusCode !== 200) return done(null, payload)
    reply.header('vary', 'authorization, cookie, accept-encoding')
    if (!isBytes(payload)) return done(null, payload)
    const given = reply.getHeader('etag')
    const etag = given === undefined ? `W/"${hash('sha256', payload, 'base64url')}"` : String(given)
    if (given === undefined) reply.header('etag', etag)
    if (!isCurrent(request.headers['if-none-match'], etag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}

function cacheControl(request: FastifyRequest, { statusCode }: FastifyReply): string {
  const { needs, rate } = request.route
  if (!isRead(request) || rate === 'none' || statusCode >= 400) return 'no-store'
  if (needs !== 'anyone') return 'private, no-store'
  return request.principal.person === undefined ? 'public, no-cache' : 'private, no-cache'
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isBytes(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}
