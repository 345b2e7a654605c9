import { diffIndices } from 'node-diff3'
import { commonEnds, isComparable } from './comparable.ts'

const CONTEXT = 3

/** The difference of two texts as `diff -u` writes it, without its first two lines; empty when there is none. */
export function unifiedDiff(before: string, after: string): string[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const { start: skipped, end: left } = commonEnds([old, now])
  const [inOld = [], inNow = []] = [old, now].map((lines) => lines.slice(skipped, lines.length - left))
  if (!isComparable(inOld, inNow)) return [`@@ too much to compare: ${old.length} lines before, ${now.length} after @@`]
  const changes = diffIndices(inOld, inNow).map(({ buffer1: [from, removed], buffer2: [to, added] }) => ({
    from: from + skipped,
    removed,
    to: to + skipped,
    added,
  }))
  const hunks: (typeof changes)[] = []
  for (const change of changes) {
    const hunk = hunks.at(-1)
    const last = hunk?.at(-1)
    if (hunk !== undefined && last !== undefined && change.from - (last.from + last.removed) <= 2 * CONTEXT)
      hunk.push(change)
    else hunks.push([change])
  }
  return hunks.flatMap((hunk) => {
    const [first, last] = [hunk[0], hunk.at(-1)]
    if (first === undefined || last === undefined) return []
    const start = Math.max(0, first.from - CONTEXT)
    const end = Math.min(old.length, last.from + last.removed + CONTEXT)
    const lines: string[] = []
    let at = start
    for (const { from, removed, to, added } of hunk) {
      for (; at < from; at++) lines.push(` ${old[at]}`)
      for (; at < from + removed; at++) lines.push(`-${old[at]}`)
      lines.push(...now.slice(to, to + added).map((line) => `+${line}`))
    }
    for (; at < end; at++) lines.push(` ${old[at]}`)
    const grown = hunk.reduce((sum, { added, removed }) => sum + added - removed, 0)
    const offset = first.to - first.from
    return [`@@ -${span(start, end - start)} +${span(start + offset, end - start + grown)} @@`, ...lines]
  })
}

/** Where lines begin, and how many: no lines are after the one before them. */
function span(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
