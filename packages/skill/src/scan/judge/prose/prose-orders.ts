import type { RuleId } from '../../rules.ts'
import {
  type FoundOrder,
  findOrder,
  findOtherOrder,
  isForbiddenOrder,
  isLeftOut,
  isOtherLanguage,
  PHRASED,
} from '../../text/find-order.ts'
import type { OrderPart } from '../../text/order-words.ts'
import { secretPathIn } from '../../text/path-class.ts'
import { SECRET_NOUN, SEND } from '../../text/phrases.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { instructionRole, isAboutAttacks, type TextRole } from '../../text/text-role.ts'
import { maskUrls } from '../../text/urls.ts'

/** A sentence that gives an order, and what the words around make of it. */
interface Order {
  readonly sentence: string
  readonly role: TextRole
}

/** Takes down what was found. */
export type Say = (rule: RuleId, detail: string, text: string) => void

/** The role of an order in prose; what the reader of a page does not see is asked for. */
export function roleIn(block: ProseBlock, sentence: string, index: number): TextRole | undefined {
  return block.isHidden ? 'asked' : instructionRole(block.context, block.text, sentence, index)
}

/** What a sentence has the agent send, in whatever language; undefined when it does not, or forbids it. */
export function sendsSecret(block: ProseBlock, sentence: string): { secret: string; role: TextRole } | undefined {
  const masked = maskUrls(sentence)
  const send = SEND.exec(sentence)
  const alone = findOrder(masked, 'send')
  if (send === null && alone === undefined) return undefined
  const path = secretPathIn(sentence)
  const secret = findOrder(masked, 'secret')
  const named =
    SECRET_NOUN.exec(sentence)?.[0] ?? path ?? (PHRASED.has(secret?.language ?? '') ? secret?.text : undefined)
  if (send !== null && named !== undefined) {
    const role = block.isHidden ? 'asked' : instructionRole(block.context, block.text, sentence, send.index)
    if (role !== undefined) return { secret: named, role }
  }
  const other = findOrder(masked, 'secret', 'send')
  const order = other === undefined ? (path === undefined ? undefined : alone) : findOrder(masked, 'send', 'secret')
  if (order === undefined || (other !== undefined && isLeftOut(masked, other))) return undefined
  const role = roleOfOrder(block, masked, order)
  return role === undefined ? undefined : { secret: path ?? other?.text ?? '', role }
}

/** In other languages: the user is asked for a secret, and what was done is to be left unsaid. */
export function asksForSecret(block: ProseBlock): string | undefined {
  if (!isOtherLanguage(block.text) || isAboutAttacks(block.context, block.text)) return undefined
  const sentences = sentencesOf(block)
  const asked = sentences.find((sentence) => {
    const order = findOtherOrder(sentence, 'ask', 'user', 'secret')
    return order !== undefined && !isForbiddenOrder(sentence, order)
  })
  // That the secret itself is not told is good manners.
  const isKept = sentences.some((sentence) => {
    const order = findOtherOrder(sentence, 'tell', 'not')
    return order !== undefined && isForbiddenOrder(sentence, order) && findOtherOrder(sentence, 'secret') === undefined
  })
  return isKept ? asked : undefined
}

/** The order to do what stands on a page, whose address is in the same sentence or the one before. */
export function followsPage(block: ProseBlock): Order | undefined {
  if (findOrder(block.text, 'follow') === undefined) return undefined
  let before = ''
  for (const sentence of sentencesOf(block)) {
    const order = findOrder(sentence, 'follow', 'rules')
    const isAddressed = sentence.includes('LINK') || before.includes('LINK')
    before = sentence
    // A guide to an installation is followed by people.
    if (order === undefined || !isAddressed || findOrder(sentence, 'setup') !== undefined) continue
    const role = roleOfOrder(block, sentence, order)
    if (role !== undefined) return { sentence, role }
  }
  return undefined
}

/** The order to drop what was said before. */
export function dropsRules(block: ProseBlock): string | undefined {
  return saysOtherwise(block, ['drop', 'rules', 'earlier'], (sentence, order) => !isForbiddenOrder(sentence, order))
}

/** The order to keep something from the user. */
export function keepsFrom(block: ProseBlock): string | undefined {
  return (
    saysOtherwise(block, ['tell', 'user', 'not'], isForbiddenOrder) ??
    saysOtherwise(block, ['tell', 'user', 'without'], () => true)
  )
}

// Talk of attacks is no order, unless the reader of the page does not see it.
function saysOtherwise(
  block: ProseBlock,
  parts: readonly [OrderPart, ...OrderPart[]],
  isMeant: (sentence: string, order: FoundOrder) => boolean,
): string | undefined {
  if (!isOtherLanguage(block.text) || findOtherOrder(block.text, ...parts) === undefined) return undefined
  return sentencesOf(block).find((sentence) => {
    const order = findOtherOrder(sentence, ...parts)
    return (
      order !== undefined && isMeant(sentence, order) && (block.isHidden || !isAboutAttacks(block.context, block.text))
    )
  })
}

function roleOfOrder(block: ProseBlock, sentence: string, order: FoundOrder): TextRole | undefined {
  if (block.isHidden) return 'asked'
  if (isForbiddenOrder(sentence, order)) return undefined
  return isAboutAttacks(block.context, block.text) ? 'discussed' : 'asked'
}

// An address is one word, so that its dots and colons end nothing.
function sentencesOf(block: ProseBlock): string[] {
  return maskUrls(block.text).split(/(?<=[.!?؟])\s+|(?<=[。！？])/)
}
