import { anyOf, inTurn } from '../../text/join-patterns.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutAttacks } from '../../text/text-role.ts'
import type { Say } from './prose-orders.ts'

/** A line for what every later session reads. */
const PLANTS = anyOf(
  'i',
  inTurn(
    /\b(?:write|add|append|put|insert|save|store)\b/,
    /[^\n]{0,120}(?:\b(?:CLAUDE|AGENTS|MEMORY|GEMINI|SOUL)\.md\b|\bpersistent memory\b|\blong-term memory\b)/,
  ),
)
const UNASKED = anyOf(
  'i',
  inTurn(
    /\b(?:all|any|every)\b[^.!?\n]{0,20}\b(?:commands?|tools?|actions?|operations?)\b/,
    /[^.!?\n]{0,40}\bwithout\b/,
    /[^.!?\n]{0,12}\b(?:confirm\w*|asking|approval|prompt\w*|permission|questions?)\b/,
  ),
)

/** The consent of the user, written down where the agent will believe it. */
export function judgeWrittenConsent(block: ProseBlock, say: Say): void {
  const consent = PLANTS.test(block.text) ? UNASKED.exec(block.text)?.[0] : undefined
  if (consent !== undefined && !isAboutAttacks(block.context, block.text))
    say('scan/weakened-protection', 'has the agent write down that it need not ask', consent)
}
