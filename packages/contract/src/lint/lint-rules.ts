import type { Severity } from '../finding.ts'
import { ACTION_RULES } from './action-rules.ts'
import { CONDITION_RULES } from './condition-rules.ts'
import { DESCRIPTION_RULES } from './description-rules.ts'
import { DOCUMENT_RULES } from './document-rules.ts'
import { KEYWORD_RULES } from './keyword-rules.ts'
import { OBJECT_RULES } from './object-rules.ts'
import { PATH_RULES } from './path-rules.ts'
import { PATTERN_RULES } from './pattern-rules.ts'
import { REFERENCE_RULES } from './reference-rules.ts'
import { REQUIRED_RULES } from './required-rules.ts'
import type { Rule } from './rule.ts'
import { SECRET_RULES } from './secret-rules.ts'
import { TYPE_RULES } from './type-rules.ts'
import { VALUE_RULES } from './value-rules.ts'

/** Every rule, in the order in which findings about one place are reported. */
export const RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...ACTION_RULES,
  ...REQUIRED_RULES,
  ...TYPE_RULES,
  ...DESCRIPTION_RULES,
  ...OBJECT_RULES,
  ...VALUE_RULES,
  ...CONDITION_RULES,
  ...PATH_RULES,
  ...PATTERN_RULES,
  ...SECRET_RULES,
  ...REFERENCE_RULES,
  ...KEYWORD_RULES,
]

/** What is known about a lint rule without running it. */
export interface LintRule {
  readonly severity: Severity
  readonly summary: string
  readonly why: string
  readonly fix: string
  /** True when `fixContract` can repair it, at least where the repair has only one reading. */
  readonly fixable: boolean
}

/** Every lint rule by its id. `docs/lint.md` has a line for each. */
export const LINT_RULES: Readonly<Record<string, LintRule>> = Object.fromEntries(
  RULES.map(({ id, severity, summary, why, fix, fixable }) => [id, { severity, summary, why, fix, fixable }]),
)
