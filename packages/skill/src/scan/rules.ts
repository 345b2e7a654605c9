import { BLOCK_RULES } from './block-rules.ts'
import { NOTE_RULES } from './note-rules.ts'
import { REVIEW_RULES } from './review-rules.ts'
import type { Rule } from './rule.ts'

/** Every rule by its id. docs/scan.md lists the same ones. */
export const RULES = { ...BLOCK_RULES, ...REVIEW_RULES, ...NOTE_RULES } as const satisfies Record<
  `scan/${string}`,
  Rule
>

/** The id of a rule. */
export type RuleId = keyof typeof RULES
