import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ByteCache } from '../registry/byte-cache.ts'

const ENCODERS = {
  // Higher levels take many times as long for a few bytes less.
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
} as const

/** An encoding that answers are sent in. */
export type Encoding = keyof typeof ENCODERS

const WORTH_IT_BYTES = 1_024
const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/
const CACHE_BYTES = 16_000_000

/**
 * Compresses the text of answers for callers who accept it. Not `no-store` answers, and nothing that was asked for with a cookie:
 * the length of a compressed answer would tell another site what in it is equal to what that site had put there (BREACH).
 */
export function compressAnswers(app: FastifyInstance): void {
  const kept = new ByteCache<Uint8Array>(CACHE_BYTES)
  app.addHook('onSend', (request, reply, payload, done) => {
    const encoding = encodingOf(request)
    if (encoding === undefined) return done(null, payload)
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!(bytes instanceof Uint8Array) || !mayCompress(request, reply, bytes.length)) return done(null, payload)
    const etag = String(reply.getHeader('etag') ?? '')
    const key = `${encoding} ${etag}`
    const before = etag === '' ? undefined : kept.get(key)
    const send = (compressed: Uint8Array) => {
      if (etag !== '') kept.set(key, compressed, compressed.length)
      reply.header('content-encoding', encoding).removeHeader('content-length')
      // Other bytes than without: only as good as equal.
      if (etag.startsWith('"')) reply.header('etag', `W/${etag}`)
      done(null, compressed)
    }
    if (before !== undefined) return send(before)
    ENCODERS[encoding](bytes).then(send, (error: Error) => done(error))
  })
}

function mayCompress({ method, headers }: FastifyRequest, reply: FastifyReply, length: number): boolean {
  return (
    method === 'GET' &&
    reply.statusCode === 200 &&
    length >= WORTH_IT_BYTES &&
    headers.cookie === undefined &&
    !reply.hasHeader('content-encoding') &&
    !String(reply.getHeader('cache-control')).includes('no-store') &&
    COMPRESSIBLE.test(String(reply.getHeader('content-type')))
  )
}

/** The encoding that the caller takes: the smallest of those they do not refuse. */
export function encodingOf({ headers }: FastifyRequest): Encoding | undefined {
  if (headers['accept-encoding'] === undefined) return undefined
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, weight = 'q=1']) => !/^q=0(?:\.0*)?$/.test(weight))
    .map(([name]) => name)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : undefined
}
