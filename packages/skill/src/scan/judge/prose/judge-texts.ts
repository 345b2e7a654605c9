import { isObject } from '@skillwright/contract'
import type { Fact } from '../../code/trace.ts'
import { HOLE } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { RULES } from '../../rules.ts'
import { plainText } from '../../text/command-lines.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { lineAt } from '../../text/line-at.ts'
import { reversedOrder } from '../../text/reversed-order.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutSecurity } from '../about-security.ts'
import { isHiddenBy, layersOf } from '../hidden-layers.ts'
import { judgeProse } from './judge-prose.ts'

const MAX_TEXTS = 5_000
const MAX_BLOCKS = 100
const MAX_LENGTH = 6_000

/** Cheap to ask of every text: may it tell somebody to do something that matters? */
const MAY_ORDER = anyOf(
  'i',
  /https?:\/\/|(?:tell|inform|mention|reveal|disclose|notify|explain)[^\n]{0,60}(?:user|human|owner)/,
  /\b(?:ignore|disregard|override|bypass)\b/,
  /\b(?:silently|quietly|secretly|from now on|assistants?|you have permission)\b|@[a-z0-9-]+\.[a-z]{2}/,
  // Chinese.
  /忽略|无视|用户|悄悄|无需/,
)

/**
 * What is said to the agent outside of the prose of documents: in other fields of a front matter, in values of configuration
 * and data, in pictures and pages. Data is full of words; only a whole order counts.
 */
export function judgeTexts(file: TextFile, value: unknown, purpose: Purpose): Evidence[] {
  if (file.isTest || isAboutSecurity(purpose)) return []
  const texts = value === undefined ? linesOf(file) : textsIn(value)
  const blocks = texts.flatMap((text): ProseBlock[] => {
    const turned = reversedOrder(text)
    return [text, ...(turned === undefined ? [] : [turned])]
      .filter((each) => each.length >= 24 && each.length <= MAX_LENGTH && MAY_ORDER.test(each))
      .map((each) => ({
        text: each,
        line: lineAt(file.text, file.text.indexOf(text.slice(0, 40))),
        context: '',
        isHidden: false,
      }))
  })
  return judgeProse(file.path, blocks.slice(0, MAX_BLOCKS), purpose).filter(
    ({ rule }) => RULES[rule].effect === 'block',
  )
}

/** Texts that were hidden and are printed for the agent to read. */
export function judgePrinted(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'print' || fact.place.origin === 'test') return []
    const layers = layersOf(fact)
    const said = fact.value.texts.find((text) => /[\p{L}]{3,}[\s\p{P}]+[\p{L}]{3,}/u.test(text))
    if (said === undefined) return []
    // What is known of a text with unknown stretches stands there to be read; the stretches may be what was hidden.
    const isHidden = isHiddenBy(layers) && !said.includes(HOLE)
    const block: ProseBlock = { text: said, line: fact.place.line, context: '', isHidden }
    const orders = judgeProse(fact.place.file, [block], purpose)
      // Put together from parts it may be an honest text; only an order that is one in any case counts then.
      .filter(({ rule }) => RULES[rule].effect === 'block' || (isHidden && RULES[rule].effect === 'review'))
    const place = { ...fact.place, layers }
    return orders.length > 0
      ? [
          at('scan/hidden-instructions', place, `prints a text hidden by ${layers.join(', ')} that gives orders`, said),
          ...orders.map((order) => ({ ...order, layers })),
        ]
      : // Where a part is not known, that part is what was hidden: a link with an encoded id at its end.
        isHiddenBy(layers) && MAY_ORDER.test(said) && !said.includes(HOLE)
        ? [at('scan/encoded-text', place, `prints a text hidden by ${layers.join(', ')}`, said)]
        : []
  })
}

/** Every text in a value. */
export function textsIn(value: unknown): string[] {
  const found: string[] = []
  const waiting: unknown[] = [value]
  for (let each = waiting.pop(), seen = 0; seen < MAX_TEXTS; each = waiting.pop(), seen++) {
    if (typeof each === 'string') found.push(each)
    else if (Array.isArray(each)) waiting.push(...each.slice(0, MAX_TEXTS))
    else if (isObject(each)) waiting.push(...Object.values(each).slice(0, MAX_TEXTS))
    if (waiting.length === 0) break
  }
  return found
}

// Of what has no parser here each line; of a picture or a page what stands between its tags, and its comments.
function linesOf({ kind, text }: TextFile): string[] {
  const plain =
    kind === 'markup' || /^\s*<\?xml|^\s*<\w+[\s>]/.test(text)
      ? plainText(text.replace(/<!--|-->/g, '\n').replace(/<(?!a\s)[^>]{0,2000}>/g, '\n'))
      : text
  return plain.split('\n').slice(0, MAX_TEXTS)
}
