import { codePoints } from '../engine/assertions.ts'
import { FORMATS } from '../engine/formats.ts'
import { preview } from '../json.ts'
import { fitsScalars } from './fits-scalars.ts'
import { FORMAT_SAMPLES } from './format-samples.ts'
import { plainText, textOfLength } from './plain-text.ts'
import { NOTHING, type Run } from './run.ts'
import type { Shape } from './shape.ts'

const TRIES = 80
/** No text longer than this is made. */
const MAX_LENGTH = 100_000
/** A longest allowed text is made up to this length, so that values stay readable. */
const MAX_EDGE = 1000
/** Texts that hardly any pattern or format takes. */
const ODD_TEXTS = ['!', ' ', '?? not it', '', '-', '\u0000', '999999'] as const

/** A text that fits: its length often at the edge of what is allowed. `name` is the property it is for. */
export function makeString(shape: Shape, run: Run, name = ''): unknown {
  const { string } = shape
  if (string.min > MAX_LENGTH) return giveUp(run, `a text of ${string.min} characters is longer than we make`)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const text = candidate(shape, run, name, attempt)
    if (text !== undefined && fitsScalars(shape, text) && fitsRules(shape, run, text)) return text
  }
  run.fuel -= TRIES
  return giveUp(run, `no text was found with ${describe(shape)}`)
}

function fitsRules({ string }: Shape, { plan }: Run, text: string): boolean {
  const has = (format: string) => FORMATS.get(format)?.(text) ?? true
  return (
    string.patterns.every((pattern) => plan.matches(pattern, text)) &&
    string.formats.every(has) &&
    !string.notPatterns.some((pattern) => plan.matches(pattern, text)) &&
    !string.notFormats.some(has)
  )
}

/** A text from one of the patterns or formats, in turn. */
function candidate(shape: Shape, run: Run, name: string, attempt: number): string | undefined {
  const { patterns, formats } = shape.string
  const known = formats.filter((format) => FORMATS.has(format))
  const turn = attempt % Math.max(1, known.length + patterns.length)
  // Every now and then something else: two rules may only meet in a text that neither source gives.
  if (known.length + patterns.length === 0 || attempt % 20 === 19) return freeText(shape, run, name, attempt)
  const pattern = patterns[turn - known.length]
  return pattern === undefined
    ? formatText(shape, run, known[turn] ?? '', attempt)
    : patternText(shape, run, pattern, attempt)
}

function freeText(shape: Shape, run: Run, name: string, attempt: number): string {
  const { min, max, notPatterns, notFormats } = shape.string
  if (run.mode === 'example' && attempt === 0) return plainText(shape.title ?? name, min, max)
  const isNegative = notPatterns.length + notFormats.length > 0
  return textOfLength(run.random, chooseLength(shape, run, attempt), isNegative ? ODD_TEXTS[attempt] : undefined)
}

function patternText(shape: Shape, run: Run, pattern: string, attempt: number): string | undefined {
  const { random, plan } = run
  const texts = plan.patternTexts(pattern)
  if (!texts) return ODD_TEXTS[attempt]
  const text = texts(random, run.mode === 'example' ? shape.string.min + 4 : chooseLength(shape, run, attempt))
  const { patterns, notPatterns, notFormats } = shape.string
  if (patterns.length > 1 && attempt % 5 === 4)
    return random.shuffled(patterns.map((other) => plan.patternTexts(other)?.(random, 0) ?? '')).join('')
  if (notPatterns.length + notFormats.length > 0 && attempt % 2 === 1) return text + random.pick(ODD_TEXTS)
  // Where the end of the pattern is open, a text that is too short can simply be made longer.
  const missing = shape.string.min - codePoints(text)
  return missing > 0 && attempt % 2 === 1 ? text + textOfLength(random, missing) : text
}

function formatText(shape: Shape, { random, mode }: Run, format: string, attempt: number): string | undefined {
  const samples = FORMAT_SAMPLES[format]
  const { min, max } = shape.string
  if (!samples || (attempt === 0 && (mode === 'example' || mode === 'small'))) return samples?.example
  if (attempt > 3 && attempt % 2 === 0 && samples.ofLength)
    return samples.ofLength(random.int(min, Math.min(max, min + 20)))
  return random.chance(0.3) ? random.pick([samples.example, ...samples.edges]) : samples.fresh(random)
}

function chooseLength({ string: { min, max } }: Shape, { random, mode }: Run, attempt: number): number {
  const far = Math.min(max, Math.max(min, MAX_EDGE))
  const near = Math.min(far, min + 12)
  const most = max <= MAX_EDGE ? far : near
  if (attempt === 0 && mode === 'small') return min
  if (attempt === 0 && mode === 'large') return most
  return random.pick([min, Math.min(min + 1, far), near, random.int(min, near), random.int(min, near), most])
}

function giveUp(run: Run, reason: string): typeof NOTHING {
  run.blame(reason)
  return NOTHING
}

function describe({ string }: Shape): string {
  const parts = [
    ...(string.min > 0 ? [`at least ${string.min} characters`] : []),
    ...(string.max < Infinity ? [`at most ${string.max} characters`] : []),
    ...string.patterns.map((pattern) => `the pattern ${preview(pattern)}`),
    ...string.formats.map((format) => `the format ${preview(format)}`),
    ...string.notPatterns.map((pattern) => `no match of ${preview(pattern)}`),
    ...string.notFormats.map((format) => `another format than ${preview(format)}`),
  ]
  return parts.join(', ')
}
