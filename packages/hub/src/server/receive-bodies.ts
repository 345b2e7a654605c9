import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { BodyBudget } from './body-budget.ts'
import { watchPace } from './body-pace.ts'
import { SlowBody } from './classify-failure.ts'
import { CountedMessage } from './counted-message.ts'
import { whenClosed } from './when-closed.ts'

const LOOK_EVERY_MS = 1_000

/** Begins to receive the body of an admitted request. Throws when there is no room for it. */
export type ReceiveBody = (request: FastifyRequest, reply: FastifyReply, whose: () => string) => void

/** Receives bodies within the memory there is for them, and cuts off those that come too slowly. */
export function receiveBodies(app: FastifyInstance, { config, clock }: HubContext): ReceiveBody {
  const budget = new BodyBudget(config)
  const receiving = new Set<() => void>()
  const timer = setInterval(() => {
    for (const look of receiving) look()
  }, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return (request, reply, whose) => {
    const { raw } = request
    if (!(raw instanceof CountedMessage) || !hasBody(request)) return
    const room = budget.open(
      whose(),
      Math.min(Number(request.headers['content-length']) || 0, request.routeOptions.bodyLimit),
    )
    room.grow(raw.received)
    const isSlow = watchPace(clock)
    let isRefused = false
    const refuse = (reason: unknown) => {
      isRefused = true
      room.release()
      receiving.delete(look)
      if (!reply.sent) reply.header('connection', 'close').send(reason)
    }
    const look = () => {
      // What waits here to be read is not held up by its sender.
      if (raw.complete || raw.readableLength > 0) return
      if (isSlow(raw.received)) refuse(new SlowBody())
    }
    raw.onReceived = (received) => {
      if (isRefused) return false
      try {
        room.grow(received)
      } catch (reason) {
        refuse(reason)
      }
      return !isRefused
    }
    receiving.add(look)
    whenClosed(reply, () => {
      room.release()
      receiving.delete(look)
    })
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
