import * as Type from 'typebox'

/** The tiers a skill can have, the most trusted first. */
export const TIERS = ['official', 'verified', 'community'] as const

/** What scopes, skills and people may be called, as a JSON Schema pattern. */
export const NAME_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

const SIZE = { minLength: 2, maxLength: 64 } as const

/** What a person or organisation, and with it a scope, is called. */
export const HANDLE = Type.String({ ...SIZE, pattern: NAME_PATTERN })

/** A scope in an address. */
export const SCOPE = Type.String({
  minLength: 2,
  maxLength: 65,
  pattern: NAME_PATTERN.replace('^', '^@?'),
  description: 'With or without @.',
})

const SKILL = Type.String({ ...SIZE, pattern: NAME_PATTERN, description: 'The name of the skill inside its scope.' })
const EXACT = Type.String({ minLength: 1, maxLength: 64, description: 'An exact version.' })
const WANTED = Type.String({
  minLength: 1,
  maxLength: 250,
  description: 'A version, a range such as ^1.2, or latest.',
})

/** How a scope is named in an address. */
export const SCOPE_PARAMS = Type.Object({ scope: SCOPE })
/** How a member of a scope is named in an address. */
export const MEMBER_PARAMS = Type.Object({ scope: SCOPE, handle: HANDLE })
/** How a skill is named in an address. */
export const SKILL_PARAMS = Type.Object({ scope: SCOPE, skill: SKILL })
/** How a version that is changed is named in an address: exactly. */
export const VERSION_PARAMS = Type.Object({ scope: SCOPE, skill: SKILL, version: EXACT })
/** How a version that is read is named in an address. */
export const WANTED_PARAMS = Type.Object({ scope: SCOPE, skill: SKILL, version: WANTED })

/** How skills are named in every answer. */
export const SKILL_NAME = {
  name: Type.String({ description: 'The full name, @scope/skill.' }),
  scope: Type.String(),
  skill: Type.String({ description: 'The name inside the scope.' }),
}
