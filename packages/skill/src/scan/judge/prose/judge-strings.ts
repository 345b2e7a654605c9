import type { Purpose } from '../../declared-purpose.ts'
import type { Evidence } from '../../evidence.ts'
import { RULES } from '../../rules.ts'
import { anyOf } from '../../text/join-patterns.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutSecurity } from '../about-security.ts'
import { judgeProse } from './judge-prose.ts'

/**
 * Instructions in strings and comments of code: descriptions of tools reach the agent as SKILL.md itself
 * does. Only what is concealed from the user is checked; code about attacks is full of examples.
 */
export function judgeStrings(file: string, text: string, purpose: Purpose): Evidence[] {
  if (!KEPT_FROM.test(text) || isAboutSecurity(purpose)) return []
  const lines = text.split('\n')
  const blocks = lines.flatMap((line, row): ProseBlock[] =>
    line.length < 4_000 && KEPT_FROM.test(line)
      ? [{ text: lines.slice(Math.max(0, row - 3), row + 2).join('\n'), line: row + 1, context: '', isHidden: false }]
      : [],
  )
  return judgeProse(file, blocks.slice(0, 50), purpose).filter(({ rule }) => RULES[rule].effect === 'block')
}

/** Cheap to ask of every line: is there an order about what the user gets to know? */
const KEPT_FROM = anyOf(
  'i',
  // Chinese.
  /(?:tell|inform|mention|reveal|disclose|notify|告诉|告知|提及|透露)[^\n]{0,60}(?:user|human|owner|用户)/,
  /(?:silently|secretly|covertly) (?:send|upload|post|pass|include)/,
  /\b(?:ai|llm|assistants?|agents?|models?)\b[^\n]{0,30}(?:reading|processing|using) this/,
  /\b(?:to|for) the (?:assistant|agent|model)\b/,
  /给(?:智能体|助手|模型)/,
)
