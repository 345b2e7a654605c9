import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const SANE = /^[\w.-]{1,64}$/

/** Gives every request an id: the caller's `x-request-id` when it is a plain word, else one that no other node gives. */
export function requestIds(): (request: IncomingMessage) => string {
  const node = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && SANE.test(given) ? given : `${node}-${(++count).toString(36)}`
  }
}
