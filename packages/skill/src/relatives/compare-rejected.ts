import type { SkillFiles } from '../skill-files.ts'
import { tellingTexts } from './shingles.ts'

/** How much a package has of what a rejected one has of its own. */
export interface RejectedOverlap {
  /** From 0 to 1. */
  readonly share: number
  /** Whether that is enough to call it the same again. */
  readonly isSame: boolean
}

/** With fewer words of its own a rejected package is not known by them. */
const FEWEST_WORDS = 8
/** A line with this share of the words of another is that line, changed. */
const SAME_LINE = 0.6
/** Where most of the rejected package stands elsewhere, the rest is what it was rejected for, and most of that is enough. */
const KNOWN = 0.5
// Of 4,832 innocent packages 12 are held with half of it, 3 with this: docs/review.md.
const SAME_REST = 0.8
/** Lines that are compared word by word. */
const MOST_CHANGED = 100
const MOST_LINES = 5_000
/** Words that are looked at for this: half a second. Real packages take a tenth of it. */
const MOST_STEPS = 100_000_000

/**
 * Compares a package with one that was rejected, without the lines that packages that stand have as well: templates, and what was copied.
 * Where there are few of these, the rejected package may be the first of its template: then each of its lines has to be there again, be it
 * changed, since what others make of a template lacks what this one was rejected for. Pure.
 */
export function compareRejected(
  files: SkillFiles,
  rejected: SkillFiles,
  standing: readonly SkillFiles[],
): RejectedOverlap {
  const known = new Set(standing.flatMap(linesOf))
  const whole = linesOf(rejected)
  const own = whole.filter((line) => !known.has(line))
  const words = countWords(own)
  if (words < FEWEST_WORDS) return { share: 0, isSame: false }
  const here = new Set(linesOf(files))
  const absent = own.filter((line) => !here.has(line))
  const isChanged = absent.length > MOST_CHANGED ? () => false : changedLines([...here.difference(known)], [...known])
  const missing = countWords(absent.filter((line) => !isChanged(line)))
  const share = 1 - missing / words
  const isRest = words <= countWords(whole) * (1 - KNOWN)
  return { share, isSame: isRest ? share >= SAME_REST : missing === 0 }
}

/** The lines of a package that hold words, without what names and describes it: each has that for itself. */
function linesOf(files: SkillFiles): string[] {
  const lines = new Set<string>()
  for (const [path, text] of tellingTexts(files)) {
    const isDocument = /\.(?:md|mdx|markdown)$/i.test(path)
    for (const line of (isDocument ? text.replace(/^---\n[\s\S]*?\n---\n/, '') : text).split('\n')) {
      const plain = wordsOf(line).join(' ')
      if (plain !== '' && !(isDocument && /^\s*#/.test(line))) lines.add(plain)
      if (lines.size >= MOST_LINES) return [...lines]
    }
  }
  return [...lines]
}

function wordsOf(line: string): string[] {
  return line.toLowerCase().match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\p{L}\p{N}_]+/gu) ?? []
}

function countWords(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + wordsOf(line).length, 0)
}

/**
 * Tells whether an added line is another one with some words changed, rather than one that stands. So many of them that it cannot be found out
 * count as changed: more text is no way past a reviewer.
 */
function changedLines(added: readonly string[], stands: readonly string[]): (line: string) => boolean {
  const numbers = new Map<string, number>()
  const read = (line: string) => Uint32Array.from(wordsOf(line), (word) => numberOf(numbers, word)).sort()
  const [others, known] = [added.map(read), stands.map(read)]
  let steps = 0
  const share = (one: Words, other: Words) => {
    const longer = Math.max(one.length, other.length)
    if (Math.min(one.length, other.length) < SAME_LINE * longer) return 0
    steps += one.length + other.length
    return countSame(one, other) / longer
  }
  const nearest = new Map<Words, number>()
  const nearestOf = (other: Words) => {
    const found = nearest.get(other) ?? known.reduce((most, one) => Math.max(most, share(one, other)), 0)
    nearest.set(other, found)
    return found
  }
  return (text) => {
    const line = read(text)
    return others.some((other) => {
      if (steps > MOST_STEPS) return true
      const same = share(line, other)
      return same >= SAME_LINE && nearestOf(other) < same
    })
  }
}

/** The words of a line as numbers, in their order: two lines are compared by going through both once. */
type Words = Uint32Array

function numberOf(numbers: Map<string, number>, word: string): number {
  const number = numbers.get(word) ?? numbers.size
  numbers.set(word, number)
  return number
}

/** How many words two lines have in common. */
function countSame(one: Words, other: Words): number {
  let same = 0
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [left = 0, right = 0] = [one[i], other[j]]
    if (left === right) same++
    if (left <= right) i++
    if (right <= left) j++
  }
  return same
}
