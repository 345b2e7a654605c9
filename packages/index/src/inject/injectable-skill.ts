import type { Contract } from '@skillwright/contract'
import type { Skill, SkillExample } from '@skillwright/skill'

/** What is known of a skill that may go into a prompt. A whole `Skill` fits; only `id` must be there. */
export interface InjectableSkill {
  readonly id: string
  /** Name for people. */
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly description?: string | undefined
  /** SKILL.md below the front matter. */
  readonly body?: string | undefined
  /** `prompts/system.md`: instructions for the model while it uses the skill. */
  readonly systemPrompt?: string | undefined
  /** `prompts/examples`, shown where the body has no examples of its own. */
  readonly examples?: readonly SkillExample[] | undefined
  /** The front matter as it was read. */
  readonly frontMatter?: Readonly<Record<string, unknown>> | undefined
  readonly toolsRequired?: readonly string[] | undefined
  readonly toolsOptional?: readonly string[] | undefined
  readonly contract?: Contract | undefined
  /** What the contract was made of: one that was made of a table is callable only with a script or an endpoint. */
  readonly contractSource?: Skill['contractSource'] | undefined
  readonly entry?: Skill['entry'] | undefined
  readonly capabilityType?: Skill['capabilityType'] | undefined
  /** Folder of the skill: blocks name it, and a catalog the SKILL.md in it. */
  readonly dir?: string | undefined
  /** What its user has set for it: `config` of a manifest. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Where the skill is read from, when that is not `SKILL.md` in `dir`. */
  readonly location?: string | undefined
  /** How well it fits the message; larger is better. Without scores the order of the list is the ranking. */
  readonly score?: number | undefined
  /** Why the host must not offer it; such a skill is only reported. */
  readonly hidden?: string | undefined
}
