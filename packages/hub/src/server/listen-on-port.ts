import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

/** Listens on a port. Gives the address; throws SERVICE_UNAVAILABLE when it cannot be had. */
export async function listenOnPort(
  app: FastifyInstance,
  options: Pick<FastifyListenOptions, 'host' | 'port' | 'listenTextResolver'>,
): Promise<string> {
  try {
    return await app.listen(options)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SkillError('SERVICE_UNAVAILABLE', `Cannot listen on ${options.host}:${options.port}: ${why}`, {
      hint: 'Choose another port, or stop what is using it; 0 takes any free one',
      cause,
    })
  }
}
