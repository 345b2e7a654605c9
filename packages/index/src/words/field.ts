/** A part of a skill in which a word may stand. */
export type Field = 'name' | 'triggers' | 'tags' | 'description' | 'whenToUse' | 'body'

interface FieldRule {
  readonly field: Field
  /** What a word counts here. */
  readonly weight: number
  /** How much of it is read: what a skill can gain by being long is bounded, and so is the time. */
  readonly maxChars: number
}

/** Every field, by the code under which a posting knows it. */
export const FIELD_RULES: readonly FieldRule[] = [
  { field: 'name', weight: 3, maxChars: 200 },
  { field: 'triggers', weight: 3, maxChars: 2_000 },
  { field: 'tags', weight: 2, maxChars: 1_000 },
  { field: 'description', weight: 2, maxChars: 2_000 },
  { field: 'whenToUse', weight: 2, maxChars: 2_000 },
  { field: 'body', weight: 0.5, maxChars: 1_500 },
]

/** How much of a skill's exclusions is read. */
export const MAX_NEGATIVE_CHARS = 2_000

/** The code of the name. */
export const NAME_CODE = FIELD_RULES.findIndex(({ field }) => field === 'name')

/** The code of the trigger phrases. */
export const TRIGGERS_CODE = FIELD_RULES.findIndex(({ field }) => field === 'triggers')
