import { isObject, isStorable, SkillError } from '@skillwright/contract'
import type { FastifyRequest } from 'fastify'

/** Throws INVALID_INPUT for an address with a NUL in it, wherever that stands. Half a character cannot be written there. */
export function refuseUnstorableUrl({ url }: FastifyRequest): void {
  if (url.includes('%00')) throw unstorable('The address')
}

/** Throws INVALID_INPUT for a document with a NUL or half a character in any of its texts and keys. Its JSON text, when known, tells most of them apart. */
export function refuseUnstorable(value: unknown, json?: string): void {
  if (json !== undefined && !ESCAPED.test(json)) return
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && !isStorable(next)) throw unstorable('The body')
    if (Array.isArray(next)) for (const item of next) waiting.push(item)
    else if (isObject(next)) for (const [key, item] of Object.entries(next)) waiting.push(key, item)
  }
}

// As UTF-8 neither can be written; escaped, both can.
const ESCAPED = /\\u(?:0000|d[89a-f])/i

function unstorable(what: string): SkillError {
  return new SkillError('INVALID_INPUT', `${what} must not have a NUL or half a character in any text`, {
    hint: 'Take U+0000 and lone surrogates out of it',
  })
}
