import * as Type from 'typebox'
import { EXAMINATION, SIGNATURE } from './examination.ts'
import { SCOPE, SKILL_NAME, SKILL_PARAMS, WANTED_PARAMS } from './names.ts'
import type { Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { ACCESS, CAPABILITY_TYPE, PERMISSION_KINDS, SKILL, TIER, VERSION_DOCUMENT, VERSION_SUMMARY } from './skill.ts'
import { oneOf, orNull, text, withDefault } from './text.ts'

const TAGS = ['skills'] as const
const ANYONE = { needs: 'anyone' } as const

const FILTERS = {
  tier: Type.Optional(TIER),
  tag: Type.Optional(text(100)),
  capability_type: Type.Optional(CAPABILITY_TYPE),
  license: Type.Optional(text(100, { description: 'SPDX identifier, such as MIT.' })),
  without: Type.Optional(oneOf(PERMISSION_KINDS, { description: 'Only skills that do not ask for this.' })),
}

/** A version and the skill it is of. */
export const VERSION_OF_SKILL = Type.Object({
  ...SKILL_NAME,
  access: ACCESS,
  tier: TIER,
  ...VERSION_SUMMARY.properties,
})

/** A version with everything that is known of it. */
export const VERSION = Type.Object(
  {
    ...VERSION_OF_SKILL.properties,
    state_reason: orNull(Type.String()),
    ...VERSION_DOCUMENT.properties,
    contract: Type.Unknown({ description: 'Its contract.json; null when it has none.' }),
    ...EXAMINATION,
    signature: Type.Union([SIGNATURE, Type.Null()]),
  },
  { title: 'Version', description: 'A version, with the evidence about it.' },
)

/** A skill that was found. */
export const FOUND_SKILL = Type.Object(
  {
    ...SKILL.properties,
    score: Type.Number(),
    why: Type.Array(
      Type.Object({
        word: Type.String(),
        from: Type.Optional(Type.String()),
        field: Type.String(),
        share: Type.Number(),
      }),
      { description: 'The words it was found for, those that gave most first.' },
    ),
  },
  { title: 'FoundSkill', description: 'A skill that was found.' },
)

/** Lists skills. */
export const LIST_SKILLS = {
  method: 'GET',
  url: '/v1/skills',
  config: ANYONE,
  schema: {
    operationId: 'listSkills',
    tags: TAGS,
    summary: 'The skills you may see',
    querystring: pageQuery({
      scope: Type.Optional(SCOPE),
      ...FILTERS,
      needs: Type.Optional(text(140, { description: 'Only skills that depend on this one: @scope/skill.' })),
      sort: withDefault(oneOf(['updated', 'name']), 'updated'),
    }),
    response: { 200: pageOf(SKILL) },
  },
} as const satisfies Operation

/** Searches. */
export const SEARCH_SKILLS = {
  method: 'GET',
  url: '/v1/search',
  config: ANYONE,
  schema: {
    operationId: 'searchSkills',
    tags: TAGS,
    summary: 'Search skills, the best first',
    querystring: pageQuery(
      { q: text(1_000, { description: 'What it should do, or its name.' }), ...FILTERS },
      { usual: 20 },
    ),
    response: { 200: pageOf(FOUND_SKILL) },
  },
} as const satisfies Operation

/** Reads a skill. */
export const READ_SKILL = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill',
  config: ANYONE,
  schema: { operationId: 'readSkill', tags: TAGS, summary: 'A skill', params: SKILL_PARAMS, response: { 200: SKILL } },
} as const satisfies Operation

/** Lists the versions of a skill. */
export const LIST_VERSIONS = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/versions',
  config: ANYONE,
  schema: {
    operationId: 'listVersions',
    tags: TAGS,
    summary: 'The versions of a skill, the newest first',
    params: SKILL_PARAMS,
    querystring: pageQuery({}),
    response: { 200: pageOf(VERSION_SUMMARY) },
  },
} as const satisfies Operation

/** Reads a version. */
export const READ_VERSION = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/versions/:version',
  config: ANYONE,
  schema: {
    operationId: 'readVersion',
    tags: TAGS,
    summary: 'A version, with the evidence about it',
    params: WANTED_PARAMS,
    response: { 200: VERSION },
  },
} as const satisfies Operation

/** Resolves a reference to a skill. */
export const RESOLVE_NAME = {
  method: 'GET',
  url: '/v1/resolve',
  config: ANYONE,
  schema: {
    operationId: 'resolveName',
    tags: TAGS,
    summary: 'The version that a reference means: @scope/skill@^1, official/skill, or just a skill',
    querystring: Type.Object(
      {
        name: text(300),
        range: Type.Optional(text(200, { description: 'Instead of the one in the name.' })),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        { ...VERSION_OF_SKILL.properties, package_url: Type.String() },
        { title: 'ResolvedVersion', description: 'The version that is meant.' },
      ),
    },
  },
} as const satisfies Operation
