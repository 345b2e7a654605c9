import type { SchemaObject } from '@skillwright/contract'

const NAME = '[a-z0-9]+(?:-[a-z0-9]+)*'
const ID = {
  type: 'string',
  pattern: `^(?:@?${NAME}/)?${NAME}$`,
  maxLength: 140,
  description: 'Name of the skill, with its scope or tier in front where there are several: official/core-research.',
  examples: ['web-research-summarizer', '@acme/digest'],
} as const
const RANGE = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Range of versions, npm style (^1.2) or with commas (>=1.2.0,<2.0.0). Without it: the newest.',
  examples: ['^1.2'],
} as const
const URL_TEXT = { type: 'string', pattern: '^https?://', maxLength: 500 } as const

const SKILL = {
  type: 'object',
  required: ['id'],
  properties: {
    id: ID,
    version: RANGE,
    as: {
      type: 'string',
      pattern: `^${NAME}$`,
      maxLength: 64,
      description: 'The name of its folder, so that two skills of one name can be installed side by side.',
    },
    source: {
      type: 'string',
      minLength: 1,
      maxLength: 1_000,
      description:
        'Where it comes from, when that is no hub: a folder, an archive, a git repository, a site, a registry.',
      examples: ['git+https://git.example.com/acme/skills.git#v1.2.0&path:digest', './skills/digest'],
    },
    config: {
      type: 'object',
      description: "The skill's own settings, checked against its config schema.",
      additionalProperties: true,
    },
    enabled: { type: 'boolean', default: true, description: 'False keeps it installed without offering it.' },
  },
  additionalProperties: false,
} as const

const COLLECTION = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...ID, pattern: `^@?${NAME}/${NAME}$` }, version: RANGE },
  additionalProperties: false,
} as const

/** What only skillwright reads. */
const SETTINGS = {
  collections: { type: 'array', description: 'Sets of skills, each as one wish.', items: COLLECTION },
  agents: {
    type: 'array',
    description: 'Agents whose folders the skills are put into; without it those that this folder has settings of.',
    items: { type: 'string', minLength: 1 },
    uniqueItems: true,
  },
  hub: { ...URL_TEXT, description: 'The hub of every scope that hubs does not name.' },
  hubs: {
    type: 'object',
    description: 'Which hub a scope is on: a skill of that scope never comes from another one.',
    propertyNames: { pattern: `^@${NAME}$` },
    additionalProperties: URL_TEXT,
  },
  pins: {
    type: 'object',
    description: 'Versions that stay until they are unpinned, by the name of the folder.',
    additionalProperties: { type: 'string', minLength: 1, maxLength: 64 },
  },
  host: { type: 'string', minLength: 1, description: 'Version of the host that the skills must support.' },
  tools: { type: 'array', description: 'Tools that the host has.', items: { type: 'string', minLength: 1 } },
  policy: { type: 'string', minLength: 1, description: 'A policy file, as a path beside this one.' },
} as const

const SKILLS = { type: 'array', description: 'The skills to install.', items: SKILL } as const

/** The JSON Schema of skillwright.yaml, published as `schemas/skillwright.schema.json`. */
export const MANIFEST_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/skillwright.schema.json',
  title: 'skillwright.yaml',
  description: 'Which skills are installed, in which versions, with which settings, for which agents.',
  type: 'object',
  properties: { $schema: { type: 'string' }, skills: SKILLS, ...SETTINGS },
  additionalProperties: false,
}

/** The same in document C's hermes.yaml, whose other keys are the host's own: there our settings stand under `skillwright`. */
export const HERMES_MANIFEST_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    skills: SKILLS,
    skillwright: { type: 'object', properties: SETTINGS, additionalProperties: false },
  },
}
