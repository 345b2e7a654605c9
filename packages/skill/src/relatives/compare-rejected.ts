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
  const added = absent.length > MOST_CHANGED ? [] : [...here.difference(known)].map(wordsOf)
  const stands = absent.length > MOST_CHANGED ? [] : [...known].map(wordsOf)
  const missing = countWords(absent.filter((line) => !isThereChanged(wordsOf(line), added, stands)))
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

/** Whether an added line is this one with some words changed, rather than one that stands. */
function isThereChanged(line: Words, added: readonly Words[], stands: readonly Words[]): boolean {
  return added.some((other) => {
    const share = sameShare(line, other, SAME_LINE)
    return share >= SAME_LINE && !stands.some((known) => sameShare(known, other, share) >= share)
  })
}

type Words = readonly string[]

/** The share of the words of two lines that both have; 0 where it is certain to be less than some share. */
function sameShare(line: Words, other: Words, least: number): number {
  const longer = Math.max(line.length, other.length)
  if (Math.min(line.length, other.length) < least * longer) return 0
  const left = new Map<string, number>()
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1)
  let same = 0
  for (const word of line) {
    const count = left.get(word) ?? 0
    if (count > 0) same++
    left.set(word, count - 1)
  }
  return same / longer
}
