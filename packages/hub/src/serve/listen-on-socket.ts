import { chmodSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'

/** The most bytes of an address that every system takes. */
const MAX_PATH_BYTES = 100

/** Listens on a Unix socket for this user alone. One that a server left behind when it was killed is replaced; throws CONFLICT when one answers. */
export async function listenOnSocket(app: FastifyInstance, path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new SkillError('INVALID_INPUT', `The address of a socket has at most ${MAX_PATH_BYTES} bytes: ${path}`, {
      hint: 'Name a shorter place with SKILLWRIGHT_STATE',
    })
  if (await answers(path))
    throw new SkillError('CONFLICT', `There is a server at ${path} already`, { hint: 'Stop it first, or use it' })
  rmSync(path, { force: true })
  await app.listen({ path })
  // The folder kept others out until here.
  chmodSync(path, 0o600)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
