import { coversPattern } from './covers-pattern.ts'
import { type Finder, type Found, found, MAYBE, NONE } from './finder.ts'
import { formatImplies, formatOutline, formatSamples, isAsserted } from './known-formats.ts'
import type { Language } from './language.ts'
import { listStrings } from './list-strings.ts'
import { parsePattern } from './parse-pattern.ts'
import type { Atom } from './schema-node.ts'

interface Wanted {
  min: number
  max: number
  readonly patterns: Map<string, boolean>
  readonly formats: Map<string, boolean>
  readonly excluded: Set<string>
}

// A longer witness is of no use to a reader.
const MAX_LENGTH = 20_000
const MAX_LISTED = 60

/** Finds a string that fits the atoms. */
export function findString(atoms: readonly Atom[], finder: Finder): Found {
  const wanted = readWanted(atoms, finder)
  if (wanted === undefined || wanted.min > wanted.max || wanted.max < 0 || hasConflict(wanted)) return NONE
  if (wanted.patterns.size === 0 && wanted.formats.size === 0) return findPlain(wanted)
  return findListed(wanted, finder)
}

/** Whether a string fits the atoms; undefined when that is unknown. */
export function stringFits(text: string, atoms: readonly Atom[], finder: Finder): boolean | undefined {
  const wanted = readWanted(atoms, finder)
  return wanted === undefined ? false : isFit(text, wanted, finder)
}

/** Undefined when two atoms contradict each other. */
function readWanted(atoms: readonly Atom[], finder: Finder): Wanted | undefined {
  const wanted: Wanted = {
    min: 0,
    max: Number.POSITIVE_INFINITY,
    patterns: new Map(),
    formats: new Map(),
    excluded: new Set(),
  }
  for (const atom of atoms) {
    if (atom.is === 'minLength') wanted.min = Math.max(wanted.min, atom.length)
    else if (atom.is === 'maxLength') wanted.max = Math.min(wanted.max, atom.length)
    else if (atom.is === 'differs') {
      for (const value of atom.from.values()) if (typeof value === 'string') wanted.excluded.add(value)
    } else if (atom.is === 'pattern' || atom.is === 'notPattern') {
      if (wanted.patterns.get(atom.source) === (atom.is === 'notPattern')) return undefined
      wanted.patterns.set(atom.source, atom.is === 'pattern')
    } else if (atom.is === 'format' || atom.is === 'notFormat') {
      if (!isAsserted(atom.name, finder)) {
        if (atom.is === 'notFormat') return undefined
        continue
      }
      if (wanted.formats.get(atom.name) === (atom.is === 'notFormat')) return undefined
      wanted.formats.set(atom.name, atom.is === 'format')
    }
  }
  return wanted
}

/** True when one wanted text implies another that is not wanted. */
function hasConflict({ formats, patterns }: Wanted): boolean {
  return isContradicted(formats, formatImplies) || isContradicted(patterns, patternImplies)
}

function isContradicted(wanted: Wanted['formats'], implies: (name: string, other: string) => boolean): boolean {
  const names = [...wanted]
  return names.some(([name, holds]) => holds && names.some(([other, does]) => !does && implies(name, other)))
}

function patternImplies(source: string, other: string): boolean {
  const [inner, outer] = [source, other].map(parsePattern)
  return inner !== undefined && outer !== undefined && coversPattern(outer, inner)
}

/** Only lengths and exclusions: there are more strings of a length than exclusions can name, except for length 0. */
function findPlain({ min, max, excluded }: Wanted): Found {
  if (max === 0) return excluded.has('') ? NONE : found('', true)
  if (min > MAX_LENGTH) return MAYBE
  const lengths = min === 0 && !excluded.has('') ? [0] : [Math.max(1, min)]
  for (const length of lengths) {
    for (let i = 0; i <= excluded.size; i++) {
      const text = length === 0 ? '' : String.fromCodePoint(0x61 + (i < 26 ? i : 0x4e00 - 0x61 + i)).padEnd(length, 'a')
      if (!excluded.has(text)) return found(text, true)
    }
  }
  return MAYBE
}

function findListed(wanted: Wanted, finder: Finder): Found {
  const { language, isExact } = languageOf(wanted, finder)
  const limit = MAX_LISTED + Math.min(wanted.excluded.size, 2000)
  const { strings, isComplete } = listStrings(language, limit, { algebra: finder.languages, budget: finder.budget })
  const samples = [...wanted.formats].flatMap(([name, holds]) => (holds ? formatSamples(name) : []))
  const usual = isExact ? [] : [...samples, '', 'a', '0', ' ', 'A1', '-']
  let isDoubtful = false
  for (const text of [...usual, ...strings]) {
    const fits = isFit(text, wanted, finder)
    if (fits) return found(text, true)
    isDoubtful ||= fits === undefined
  }
  if (isComplete && !isDoubtful) return NONE
  const [guess] = strings
  return guess === undefined ? MAYBE : found(guess, false)
}

/** The strings in question, or more than those; `isExact` when nothing was left out of the account. */
function languageOf({ min, max, patterns, formats }: Wanted, finder: Finder): { language: Language; isExact: boolean } {
  const algebra = finder.languages
  const parts = min > 0 || Number.isFinite(max) ? [algebra.ofLength(Math.min(min, MAX_LENGTH), max)] : []
  let isExact = formats.size === 0
  for (const [source, holds] of patterns) {
    const pattern = parsePattern(source)
    if (pattern === undefined) isExact = false
    else parts.push(holds ? algebra.matching(pattern) : algebra.without(algebra.matching(pattern)))
  }
  for (const [name, holds] of formats) {
    const outline = holds ? formatOutline(name) : undefined
    if (outline) parts.push(algebra.matching(outline))
  }
  return { language: algebra.both(parts), isExact }
}

function isFit(text: string, { min, max, patterns, formats, excluded }: Wanted, finder: Finder): boolean | undefined {
  const length = [...text].length
  if (length < min || length > max || excluded.has(text)) return false
  let isDoubtful = false
  const answers = [
    ...[...patterns].map(([source, holds]) => [finder.test('pattern', source, text), holds]),
    ...[...formats].map(([name, holds]) => [finder.test('format', name, text), holds]),
  ]
  for (const [answer, holds] of answers) {
    if (answer === undefined) isDoubtful = true
    else if (answer !== holds) return false
  }
  return isDoubtful ? undefined : true
}
