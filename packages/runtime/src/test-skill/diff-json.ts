import { diff } from 'node:util'

const CONTEXT = 3
// Beyond this the comparison takes too long, and its result is too long to read.
const MAX_LINES = 3_000

/** What differs between two JSON values, as lines: `- ` expected, `+ ` what came, and a few lines around. Empty when nothing does. */
export function diffJson(expected: unknown, actual: unknown): string[] {
  const before = linesOf(expected)
  const after = linesOf(actual)
  const edits: readonly (readonly [number, string])[] =
    Math.max(before.length, after.length) > MAX_LINES
      ? firstDifference(before, after)
      : diff(before, after).map(([kind, line]): [number, string] => [-kind, line])
  return aroundChanges(edits)
}

/** JSON with sorted keys, since their order means nothing. */
function linesOf(value: unknown): string[] {
  const text = JSON.stringify(
    value,
    (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    2,
  )
  return (text ?? 'nothing').split('\n')
}

function firstDifference(before: readonly string[], after: readonly string[]): [number, string][] {
  const at = before.findIndex((line, i) => line !== after[i])
  const from = Math.max(0, at - CONTEXT)
  const more = (length: number): [number, string] => [0, `… ${length} lines`]
  return [
    ...before.slice(from, at).map((line): [number, string] => [0, line]),
    ...before.slice(at, at + 5).map((line): [number, string] => [-1, line]),
    ...after.slice(at, at + 5).map((line): [number, string] => [1, line]),
    more(before.length),
  ]
}

function aroundChanges(edits: readonly (readonly [number, string])[]): string[] {
  const isNear = edits.map((_, i) =>
    edits.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(([kind]) => kind !== 0),
  )
  return edits.flatMap(([kind, line], i) => {
    if (isNear[i]) return [`${kind < 0 ? '-' : kind > 0 ? '+' : ' '} ${line}`]
    return isNear[i - 1] ? ['  …'] : []
  })
}
