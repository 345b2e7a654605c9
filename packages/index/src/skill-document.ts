/** The words of one skill, as the index sees them. Only `id` must be there; everything else raises or lowers its rank. */
export interface SkillDocument {
  readonly id: string
  readonly name?: string
  readonly description?: string
  readonly tags?: readonly string[]
  /** Phrases that invoke it. */
  readonly triggers?: readonly string[]
  /** When to use it: raises the skill. */
  readonly whenToUse?: readonly string[]
  /** What users say in its examples: raises the skill. */
  readonly exampleInputs?: readonly string[]
  /** When not to use it: lowers the skill. */
  readonly whenNotToUse?: readonly string[]
  /** SKILL.md below the front matter; only its beginning is indexed. */
  readonly body?: string
}
