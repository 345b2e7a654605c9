import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SkillError } from '@skillwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** No client reads so many answers at once; without a limit one packet of requests asks for gigabytes. */
const MOST_WAITING = 32

const waiting = new WeakMap<Socket, number>()

/** Bounds how many connections are open at once: those kept for a later request give way to new ones. */
export function boundConnections(server: Server, most: number): void {
  server.maxConnections = most
  let open = 0
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
    if (open >= most) server.closeIdleConnections()
  })
}

/** Bounds how many requests wait behind another one on their connection. Throws RATE_LIMIT_EXCEEDED, and lets the connection end. */
export function boundPipelined({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
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
  reply.raw.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
}
