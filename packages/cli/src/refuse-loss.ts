import { readExactJson, SkillError } from '@skillwright/contract'

const MAX_DEPTH = 1_000
const SHOWN = 100

/** Refuses JSON text of which a parser would lose something without a word: digits of a number, or one of two values of a key. */
export function refuseLoss(text: string, name: string): void {
  const read = readExactJson(text, { maxDepth: MAX_DEPTH })
  if (!read.ok && read.reason === 'syntax') return
  if (!read.ok)
    throw new SkillError('INVALID_INPUT', `${name}: expected JSON that can be kept, got ${read.message.slice(0, 300)}`)
  const [rounded] = read.rounded
  if (rounded === undefined) return
  const number = rounded.text.slice(0, SHOWN)
  throw new SkillError('INVALID_INPUT', `${name}: a JSON number cannot hold ${number} exactly`, {
    hint: `Send it as text if the skill takes text: "${number}"`,
  })
}
