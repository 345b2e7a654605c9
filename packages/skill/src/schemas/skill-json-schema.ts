import type { SchemaObject } from '@skillwright/contract'
import { SHARED_FIELDS } from './known-fields.ts'

const WORDS = { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true } as const

const PERMISSIONS = {
  type: 'object',
  description: 'What it needs beyond its own folder. What is not listed it does not get.',
  properties: {
    network: {
      ...WORDS,
      description: 'Hosts it may talk to: api.example.com, *.example.com, each with an optional port.',
    },
    read: { ...WORDS, description: 'Files and folders it may read beyond its own.' },
    write: { ...WORDS, description: 'Files and folders it may write.' },
    env: { ...WORDS, description: 'Environment variables it may see.' },
    programs: { ...WORDS, description: 'Programs it may start.' },
    tools: { ...WORDS, description: 'Tools of the host it may use.' },
  },
  additionalProperties: false,
} as const

/** The JSON Schema of skill.json, published as `schemas/skill.schema.json`. */
export const SKILL_JSON_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/skill.schema.json',
  title: 'skill.json',
  description:
    'What machines read about a skill. It says the same as the front matter of SKILL.md, and what only machines need.',
  type: 'object',
  required: ['id', 'version', 'name'],
  properties: {
    $schema: { type: 'string', description: 'https://skillwright.dev/schemas/skill.schema.json' },
    ...SHARED_FIELDS,
    entry_point: { type: 'string', minLength: 1, description: 'Where reading begins: SKILL.md.', default: 'SKILL.md' },
    entry: {
      type: 'string',
      minLength: 1,
      description: 'The script that runs it, as a path inside the package. A skill without one is a prompt.',
      examples: ['tools/main_tool.py'],
    },
    capability_type: {
      enum: ['plugin', 'api', 'knowledge', 'task'],
      default: 'plugin',
      description:
        'What kind of ability it is: runs here, calls a service, is knowledge for a prompt, or is work for later.',
    },
    permissions: PERMISSIONS,
    dependencies: {
      type: 'object',
      description: 'Skills that it needs, each with a range of versions; they are installed with it.',
      maxProperties: 100,
      propertyNames: { pattern: '^(@?[a-z0-9]+(-[a-z0-9]+)*/)?[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 140 },
      additionalProperties: { type: 'string', minLength: 1, examples: ['^1.2'] },
    },
    config_schema: {
      type: 'object',
      description: 'JSON Schema of the settings that a user may write under config in hermes.yaml or skillwright.yaml.',
      additionalProperties: true,
    },
    timeout_seconds: { type: 'number', exclusiveMinimum: 0, default: 300, description: 'How long one run may take.' },
    runtime: {
      type: 'object',
      description: 'How it is run.',
      properties: {
        tier: {
          enum: ['auto', 'spawn', 'spare', 'zygote', 'worker'],
          default: 'auto',
          description:
            'spawn: a process for each call; spare: one is started ahead; zygote: forked from a warm Python; worker: one process for many calls.',
        },
        prestart: {
          type: 'boolean',
          description:
            'Whether the script may be started before its call, with the input still to come; by default only when it may neither read nor write outside of itself nor talk to a host.',
        },
      },
      additionalProperties: false,
    },
    scan: {
      type: 'object',
      description: 'What the security scan should let pass.',
      properties: {
        allow: {
          type: 'array',
          description: 'Findings that are meant to be there, each with its reason.',
          items: {
            type: 'object',
            required: ['rule', 'reason'],
            properties: {
              rule: { type: 'string', minLength: 1, description: 'Id of the scan rule.' },
              file: { type: 'string', description: 'Only in this file.' },
              reason: {
                type: 'string',
                minLength: 10,
                description: 'Why it is harmless here, for the person who decides.',
              },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
  },
}
