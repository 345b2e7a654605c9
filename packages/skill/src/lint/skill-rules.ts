import { AGENT_RULES } from './agent-rules.ts'
import { DESCRIPTION_RULES } from './description-rules.ts'
import { EXAMPLE_RULES } from './example-rules.ts'
import { FIELD_RULES } from './field-rules.ts'
import { HUB_RULES } from './hub-rules.ts'
import { LINK_RULES } from './link-rules.ts'
import { MANIFEST_RULES } from './manifest-rules.ts'
import { NAME_RULES } from './name-rules.ts'
import { NOTATION_RULES } from './notation-rules.ts'
import { PACKAGE_RULES } from './package-rules.ts'
import { READING_RULES } from './reading-rules.ts'
import type { Rule, Severities } from './rule.ts'
import { SECTION_RULES } from './section-rules.ts'
import { SIZE_RULES } from './size-rules.ts'
import { STANDARD_RULES } from './standard-rules.ts'

/** Every rule, in the order in which findings about one place are reported. */
export const RULES: readonly Rule[] = [
  ...READING_RULES,
  ...FIELD_RULES,
  ...NAME_RULES,
  ...DESCRIPTION_RULES,
  ...STANDARD_RULES,
  ...HUB_RULES,
  ...SECTION_RULES,
  ...EXAMPLE_RULES,
  ...NOTATION_RULES,
  ...MANIFEST_RULES,
  ...PACKAGE_RULES,
  ...LINK_RULES,
  ...SIZE_RULES,
  ...AGENT_RULES,
]

/** What is known about a rule without running it. */
export interface SkillRule {
  /** How much it matters in each profile; in a profile that is absent it is not checked. */
  readonly severity: Severities
  readonly summary: string
  readonly why: string
  readonly fix: string
  /** True when `fixSkill` can repair it, at least where the repair has only one reading. */
  readonly fixable: boolean
}

/** Every rule of the skill lint by its id. `docs/skill-lint.md` has a line for each. */
export const SKILL_RULES: Readonly<Record<string, SkillRule>> = Object.fromEntries(
  RULES.map(({ id, severity, summary, why, fix, fixable = false }) => [id, { severity, summary, why, fix, fixable }]),
)
