import { type CodePointRange, type PatternChars, type PatternNode, parsePattern } from '../engine/pattern-syntax.ts'
import type { SeededRandom } from './seeded-random.ts'

/** No text longer than this is made. */
const MAX_LENGTH = 10_000
/** A pattern whose shortest match is longer is left alone. */
const MAX_WIDTH = 5000

/** Makes texts of about so many characters that probably match a pattern; the caller checks. */
export type PatternTexts = (random: SeededRandom, length: number) => string

/** Takes a pattern apart so that matching texts can be made; undefined for an unsupported pattern. */
export function openPattern(pattern: string): PatternTexts | undefined {
  try {
    const tree = parsePattern(pattern)
    const width = widthOf(tree)
    if (width > MAX_WIDTH) return undefined
    return (random, length) => {
      const writer: Writer = { random, spare: Math.max(0, Math.min(length, MAX_LENGTH) - width), text: '' }
      write(tree, writer)
      return writer.text
    }
  } catch {
    // Nested too deep to be read.
    return undefined
  }
}

interface Writer {
  readonly random: SeededRandom
  /** Characters wanted beyond those that every match has. */
  spare: number
  text: string
}

function write(node: PatternNode, writer: Writer): void {
  if (writer.text.length > MAX_LENGTH) return
  switch (node.kind) {
    case 'chars':
      writer.text += charOf(node, writer.random)
      return
    case 'sequence':
      for (const part of node.parts) write(part, writer)
      return
    case 'choice': {
      const part = node.parts[writer.random.int(0, node.parts.length - 1)]
      if (!part) return
      writer.spare = Math.max(0, writer.spare - (widthOf(part) - widthOf(node)))
      write(part, writer)
      return
    }
    case 'repeat': {
      const width = Math.max(1, widthOf(node.body))
      const room = Math.min(node.max - node.min, Math.floor(writer.spare / width))
      const more = writer.random.pick([room, room, writer.random.int(0, room), 0])
      writer.spare -= more * width
      for (let i = 0; i < node.min + more; i++) write(node.body, writer)
      return
    }
    default:
      // Edges and look-around add no text; whether they hold, the caller's check says.
      return
  }
}

/** Letters first, then what else can be seen, then anything. */
const READABLE: readonly (readonly CodePointRange[])[] = [
  [
    [0x61, 0x7a],
    [0x41, 0x5a],
    [0x30, 0x39],
  ],
  [[0x20, 0x7e]],
]

function charOf(chars: PatternChars, random: SeededRandom): string {
  const { ranges } = chars
  if (chars.properties.length > 0) return propertyChar(chars, random)
  for (const readable of random.chance(0.15) ? READABLE.slice(1) : READABLE) {
    const common = readable.flatMap((one) => ranges.flatMap((other) => intersection(one, other)))
    if (common.length > 0) return pickFrom(common, random)
  }
  return pickFrom(ranges, random)
}

/** Some of each great family of characters: for classes that only Unicode's own tables tell. */
const FAMILIES = [...'akzAKZ079-_.! 数据éЯя$+あ한ع🙂']

function propertyChar({ ranges, properties, negated }: PatternChars, random: SeededRandom): string {
  const members = ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`)
  const expression = new RegExp(`[${negated ? '^' : ''}${members.join('')}${properties.join('')}]`, 'u')
  const fitting = FAMILIES.filter((char) => expression.test(char))
  return fitting[random.int(0, fitting.length - 1)] ?? 'a'
}

function pickFrom(ranges: readonly CodePointRange[], random: SeededRandom): string {
  const [first, last] = ranges[random.int(0, ranges.length - 1)] ?? [0x61, 0x61]
  const point = random.int(first, last)
  // Half of a pair is no character: JSON text cannot carry it everywhere.
  return String.fromCodePoint(point >= 0xd800 && point <= 0xdfff ? first : point)
}

function intersection([a, b]: CodePointRange, [c, d]: CodePointRange): CodePointRange[] {
  const first = Math.max(a, c)
  const last = Math.min(b, d)
  return first <= last ? [[first, last]] : []
}

const WIDTHS = new WeakMap<PatternNode, number>()

/** The length of the shortest match. */
function widthOf(node: PatternNode): number {
  const known = WIDTHS.get(node)
  if (known !== undefined) return known
  const width = measure(node)
  WIDTHS.set(node, width)
  return width
}

function measure(node: PatternNode): number {
  switch (node.kind) {
    case 'chars':
      return 1
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + widthOf(part), 0)
    case 'choice':
      return Math.min(...node.parts.map(widthOf))
    case 'repeat':
      return node.min * widthOf(node.body)
    default:
      return 0
  }
}
