import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SkillError } from '@skillwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from './rate-limiter.ts'
import { whenClosed } from './when-closed.ts'

/** No client reads so many answers at once; without a limit one packet of requests asks for gigabytes. */
const MOST_WAITING = 32

const waiting = new WeakMap<Socket, number>()
/** The answer to the last request of each connection. */
const latest = new WeakMap<Socket, ServerResponse>()

/**
 * Bounds how many connections are open at once. Those kept for a later request give way to new ones; where that is not enough, those
 * do on which no request is under way, half-sent ones too, of the address that holds most of them.
 */
export function boundConnections(server: Server, most: number): void {
  server.maxConnections = most
  const open = new Set<Socket>()
  const isWaiting = (socket: Socket) => latest.get(socket)?.writableFinished ?? true
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size < most) return
    server.closeIdleConnections()
    const held = [...Map.groupBy([...open].filter(isWaiting), addressOf).values()]
    const [largest = []] = held.toSorted((a, b) => b.length - a.length)
    // Several at once, the oldest first: looking for them costs more than one connection does.
    for (const one of largest.slice(0, Math.ceil(most / 100))) one.destroy()
  })
}

function addressOf({ remoteAddress = '' }: Socket): string {
  return addressKey(remoteAddress)
}

/** Notes that a request is under way, and bounds how many wait behind another one on their connection. Throws RATE_LIMIT_EXCEEDED, and lets the connection end. */
export function boundPipelined({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  latest.set(socket, reply.raw)
  // An answer has its connection once those before it are sent.
  if (reply.raw.socket !== null) return
  const before = waiting.get(socket) ?? 0
  if (before >= MOST_WAITING) {
    reply.header('connection', 'close')
    throw new SkillError('RATE_LIMIT_EXCEEDED', `At most ${MOST_WAITING} requests wait on one connection`, {
      hint: 'Read the answers before you ask for more',
    })
  }
  waiting.set(socket, before + 1)
  whenClosed(reply, () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
}
