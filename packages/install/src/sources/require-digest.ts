import { SkillError } from '@skillwright/contract'

/** Throws INTEGRITY_FAILED when something has another digest than was promised; nothing was promised when `expected` is undefined. */
export function requireDigest(what: string, found: string, expected: string | undefined): void {
  if (expected === undefined || expected === found) return
  throw new SkillError('INTEGRITY_FAILED', `${what} has the digest ${found}, expected was ${expected}`, {
    hint: 'It is not what the lock or the hub says: do not use it. If it changed on purpose, run: skillwright update',
    details: { found, expected },
  })
}
