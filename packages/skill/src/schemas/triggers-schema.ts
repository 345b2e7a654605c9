import type { SchemaObject } from '@skillwright/contract'

/** The most trigger tests a skill may bring. */
export const MAX_TRIGGERS = 1_000

/** The longest message of a trigger test, in characters. */
export const MAX_QUERY_LENGTH = 2_000

const LABEL: SchemaObject = {
  type: 'boolean',
  description: 'True when the skill must be found for the message, false when it must not.',
}

/** The JSON Schema of tests/triggers.json, published as `schemas/triggers.schema.json`. */
export const TRIGGERS_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/triggers.schema.json',
  title: 'tests/triggers.json',
  description: 'Messages for which a skill must be found, and messages for which it must not. Any language.',
  type: 'array',
  maxItems: MAX_TRIGGERS,
  items: {
    type: 'object',
    required: ['query'],
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_QUERY_LENGTH,
        pattern: '\\S',
        description: 'What a person would write.',
        examples: ["Summarise today's news", '总结今天的新闻'],
      },
      should_trigger: LABEL,
      shouldTrigger: { ...LABEL, description: 'Another spelling of should_trigger.' },
      expect: { ...LABEL, description: 'Another spelling of should_trigger.' },
      note: { type: 'string', description: 'Why it is here, for people.' },
    },
    oneOf: [{ required: ['should_trigger'] }, { required: ['shouldTrigger'] }, { required: ['expect'] }],
  },
}
