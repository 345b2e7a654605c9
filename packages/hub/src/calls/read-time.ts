import { SkillError } from '@skillwright/contract'

/** A time of a query in milliseconds since 1970; the usual one when it is absent. Throws INVALID_INPUT. */
export function readTime(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const time = Date.parse(text)
  if (Number.isFinite(time) && time >= 0) return time
  throw new SkillError('INVALID_INPUT', `Expected a time such as 2027-01-31T08:00:00Z, got ${text}`)
}
