import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { likenessOf } from './likeness.ts'

/** What no rule knows, and what reads like attacks all the same, is for a reviewer. */
export function judgeLikeness(files: readonly TextFile[]): Evidence[] {
  const likeness = likenessOf(files)
  if (likeness === undefined || likeness.score <= 0) return []
  const { passage, telling } = likeness
  return [
    at(
      'scan/attack-likeness',
      { file: passage.file, line: passage.line, layers: [] },
      `has in common with them: ${telling.join(', ')}`,
      passage.text,
    ),
  ]
}
