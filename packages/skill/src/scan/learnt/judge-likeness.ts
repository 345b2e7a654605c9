import type { Fact } from '../code/trace.ts'
import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { type Likened, likenessOf } from './likeness.ts'
import { signsOf } from './signs-of.ts'
import { passagesOf } from './words-of.ts'

/** What no rule knows, and what looks like attacks all the same, is for a reviewer; what hardly any honest skill looks like is blocked. */
export function judgeLikeness(files: readonly TextFile[], facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const likeness = likenessOf(likenedBy(files, facts, purpose))
  if (likeness === undefined || likeness.score <= 0) return []
  const { passage, telling, isStrong } = likeness
  const also = telling.length === 0 ? '' : `; its code as a whole: ${telling.join(', ')}`
  return [
    at(
      isStrong ? 'scan/strong-attack-likeness' : 'scan/attack-likeness',
      { file: passage.file, line: passage.line, layers: [] },
      `does so most in the words from this line on${also}`,
      passage.text,
    ),
  ]
}

/** What a package is compared with attacks by. */
export function likenedBy(files: readonly TextFile[], facts: readonly Fact[], purpose: Purpose): Likened {
  return { passages: passagesOf(files), signs: signsOf(files, facts, purpose) }
}
