import type { Run } from './run.ts'
import type { Shape } from './shape.ts'

/** Names for properties that the schema does not name. */
export const FREE_NAMES = ['extra', 'note', 'x', 'foo', 'bar', 'baz', 'a', 'b'] as const

/** A property name for an object that takes others than those its schema lists. */
export function nameOf(shape: Shape, run: Run, attempt: number, depth: number): string | undefined {
  const { names, rules } = shape.object
  const patterns = rules.flatMap((rule) => Object.entries(rule.patterns).filter(([, schema]) => schema !== false))
  const [pattern] = patterns[attempt % Math.max(1, patterns.length)] ?? []
  if (pattern !== undefined && attempt % 3 < 2) {
    const text = run.plan.patternTexts(pattern)?.(run.random, run.random.int(0, 8))
    if (text !== undefined && run.plan.matches(pattern, text)) return text
  }
  if (names.length > 0) {
    const made = run.make([{ type: 'string' }, ...names], depth + 1)
    return typeof made === 'string' ? made : undefined
  }
  return attempt % 2 === 0 ? FREE_NAMES[(attempt / 2) % FREE_NAMES.length] : run.random.pick(FREE_NAMES)
}
