import type { FastifyReply } from 'fastify'

/**
 * Calls back when an answer is over, sent or not. At once when it was over before: hooks ask the database before a handler begins, and
 * a caller may hang up meanwhile.
 */
export function whenClosed({ raw }: Pick<FastifyReply, 'raw'>, done: () => void): void {
  if (raw.closed) done()
  else raw.once('close', done)
}

/** Aborted when the connection ends before the answer is sent. */
export function goneSignal(reply: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
