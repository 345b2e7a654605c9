import { isStorable, SkillError } from '@skillwright/contract'
import type { NewRun } from './run.ts'

const MAX_KEY_CHARACTERS = 500
const MAX_ATTEMPTS = 100
const MAX_PRIORITY = 1_000_000

/** Refuses what a database would not keep as it is, or would choke on. */
export function requireStorable(run: NewRun): void {
  const { idempotencyKey, singletonKey, webhook, principal, skill, via, version, id, maxAttempts = 1 } = run
  const texts = { idempotencyKey, singletonKey, webhook, principal, skill, via, version, id }
  for (const [name, text] of Object.entries(texts))
    if (text !== undefined && !isStorable(text))
      throw new SkillError('INVALID_INPUT', `Expected ${name} to be text without NUL or half characters`)
  for (const [name, key] of Object.entries({ idempotencyKey, singletonKey, id }))
    if (key !== undefined && (key === '' || key.length > MAX_KEY_CHARACTERS))
      throw new SkillError(
        'INVALID_INPUT',
        `Expected ${name} to have 1 to ${MAX_KEY_CHARACTERS} characters, got ${key.length}`,
      )
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS)
    throw new SkillError('INVALID_INPUT', `Expected maxAttempts from 1 to ${MAX_ATTEMPTS}, got ${maxAttempts}`)
  const { priority = 0, dueAt = 0 } = run
  if (!Number.isInteger(priority) || Math.abs(priority) > MAX_PRIORITY)
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a whole priority from -${MAX_PRIORITY} to ${MAX_PRIORITY}, got ${priority}`,
    )
  if (!Number.isSafeInteger(dueAt))
    throw new SkillError('INVALID_INPUT', `Expected dueAt in whole milliseconds since 1970, got ${dueAt}`)
}
