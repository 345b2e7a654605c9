/** A part of a skill in which a word may stand. */
export type Field = 'name' | 'triggers' | 'tags' | 'description' | 'whenToUse' | 'body'

interface FieldRule {
  readonly field: Field
  /** What a word counts here. */
  readonly weight: number
  /** How much of it is read: what a skill can gain by being long is bounded, and so is the time. */
  readonly maxChars: number
  /** True where the order of its words is kept. */
  readonly isOrdered: boolean
}

/** Every field, by the code under which a posting knows it: those of the head, then those of the body. */
export const FIELD_RULES: readonly FieldRule[] = [
  { field: 'name', weight: 3, maxChars: 200, isOrdered: true },
  { field: 'triggers', weight: 3, maxChars: 2_000, isOrdered: false },
  { field: 'tags', weight: 2, maxChars: 1_000, isOrdered: false },
  // What it begins with, which says what the skill does.
  { field: 'description', weight: 3, maxChars: 2_000, isOrdered: true },
  { field: 'description', weight: 2, maxChars: 2_000, isOrdered: true },
  { field: 'whenToUse', weight: 2, maxChars: 2_000, isOrdered: false },
  { field: 'body', weight: 1, maxChars: 1_500, isOrdered: true },
  // What follows of the body: less of it is about what the skill is for.
  { field: 'body', weight: 0.5, maxChars: 4_500, isOrdered: false },
]

/** The code of the first field of the body. */
export const BODY_CODE = FIELD_RULES.findIndex(({ field }) => field === 'body')

/** How much of a body is read in all. */
export const MAX_BODY_CHARS = 6_000

/** How much of a skill's exclusions is read. */
export const MAX_NEGATIVE_CHARS = 2_000

/** The code of the name. */
export const NAME_CODE = FIELD_RULES.findIndex(({ field }) => field === 'name')

/** The code of the trigger phrases. */
export const TRIGGERS_CODE = FIELD_RULES.findIndex(({ field }) => field === 'triggers')
