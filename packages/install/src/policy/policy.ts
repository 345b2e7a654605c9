import { isObject, openSchema, type SchemaChecker, type SchemaObject, SkillError } from '@skillwright/contract'
import type { Permissions } from '@skillwright/skill'
import { parse } from 'yaml'

/** What a team allows to be installed; what a policy does not speak of it allows. */
export interface Policy {
  /** The file it stands in. */
  readonly file: string
  /** Sources in their one form; `*` stands for anything. */
  readonly sources?: readonly string[]
  readonly tiers?: readonly string[]
  /** SPDX identifiers. */
  readonly licenses?: readonly string[]
  /** The most that skills may ask for, by kind; `*` at the end of an item stands for anything. */
  readonly permissions?: Partial<Permissions>
  readonly minimumAgeDays?: number
  /** Names of keys, one of which must have signed the package. */
  readonly signedBy?: readonly string[]
  /** The worst verdict of the scan that will do. */
  readonly scan?: 'pass' | 'review'
}

const WORDS = { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true } as const

/** The JSON Schema of policy files, published as `schemas/policy.schema.json`. */
export const POLICY_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/policy.schema.json',
  title: 'skill policy',
  description: 'What a team allows to be installed. What is not mentioned is allowed; what cannot be told is not.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    sources: {
      ...WORDS,
      description:
        'Where skills may come from, as locks write it: hub+https://hub.example.com, git+https://git.example.com/*.',
    },
    tiers: { type: 'array', items: { enum: ['official', 'verified', 'community'] }, description: 'Tiers of hubs.' },
    licenses: { ...WORDS, description: 'SPDX identifiers, such as MIT.' },
    permissions: {
      type: 'object',
      description: 'The most that skills may ask for; a kind that is not listed is not limited.',
      properties: { network: WORDS, read: WORDS, write: WORDS, env: WORDS, programs: WORDS, tools: WORDS },
      additionalProperties: false,
    },
    minimum_age_days: { type: 'number', minimum: 0, description: 'How long a version must have been published.' },
    signed_by: { ...WORDS, description: 'Names of keys, one of which must have signed the package.' },
    scan: { enum: ['pass', 'review'], description: 'The worst verdict of the scan that will do.' },
  },
  additionalProperties: false,
}

let checker: SchemaChecker | undefined

/** Reads a policy. Throws INVALID_INPUT for what is none: a policy that cannot be read allows nothing. */
export function readPolicy(text: string, file: string): Policy {
  checker ??= openSchema(POLICY_SCHEMA)
  const value = parsed(text, file)
  const { ok, issues } = checker.check(value, { policy: 'strict' })
  if (!ok || !isObject(value)) {
    const [first] = issues
    throw new SkillError('INVALID_INPUT', `${file} is not a policy: ${first?.message ?? 'expected a map'}`, {
      hint: 'Correct it; nothing is installed while it cannot be read',
    })
  }
  // What stands here has passed the schema.
  const { $schema: _, minimum_age_days: minimumAgeDays, signed_by: signedBy, ...rest } = value as PolicyFile
  return {
    ...rest,
    file,
    ...(minimumAgeDays === undefined ? {} : { minimumAgeDays }),
    ...(signedBy === undefined ? {} : { signedBy }),
  }
}

interface PolicyFile extends Omit<Policy, 'file' | 'minimumAgeDays' | 'signedBy'> {
  readonly $schema?: string
  readonly minimum_age_days?: number
  readonly signed_by?: readonly string[]
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text) ?? {}
  } catch (cause) {
    throw new SkillError('INVALID_INPUT', `${file} is not YAML`, {
      cause,
      hint: 'Correct it; nothing is installed while it cannot be read',
    })
  }
}
