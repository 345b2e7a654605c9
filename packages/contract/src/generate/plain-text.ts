import type { SeededRandom } from './seeded-random.ts'

/** Words for texts without further rules: plain ones, other scripts, and characters that careless code trips over. */
const WORDS = [
  ...(['news', 'report', 'AI', 'alpha', 'Zürich', '数据', '今日', 'смысл', '🙂'] as const),
  ...(['a"b', "it's", '<b>', 'null', '../x', '0', 'line\nbreak', '__proto__', 'tab\t', '%s'] as const),
] as const

/** A text of so many code points, or `start` when that is longer. */
export function textOfLength(random: SeededRandom, length: number, start = ''): string {
  const points = [...start]
  const target = Math.max(length, points.length)
  while (points.length < target) {
    if (points.length > 0) points.push(' ')
    points.push(...random.pick(WORDS))
  }
  return points.slice(0, target).join('')
}

/** A text a person would show as an example for something of that name, within the lengths. */
export function plainText(name: string, min: number, max: number): string {
  const words = name.slice(0, 60).replace(/[_-]+/g, ' ').trim().toLowerCase()
  const text = words === '' ? 'text' : `example ${words}`
  if (text.length >= min) return text.slice(0, max)
  // A text may not end in a space: a reader would not see that it is there.
  return text
    .concat(' text'.repeat(min - text.length))
    .slice(0, min)
    .replace(/ $/, 's')
}
