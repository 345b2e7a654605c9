import type { SchemaObject } from '@skillwright/contract'

/** The JSON Schema of hermes.yaml (document C's configuration), published as `schemas/hermes.schema.json`. */
export const HERMES_YAML_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/hermes.schema.json',
  title: 'hermes.yaml',
  description:
    "A host's configuration: which skills it loads, in which versions, with which settings. Other keys are the host's own.",
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    skills: {
      type: 'array',
      description: 'The skills to load.',
      items: {
        type: 'object',
        required: ['id'],
        properties: {
          id: {
            type: 'string',
            pattern: '^([a-z0-9]+(-[a-z0-9]+)*/)?[a-z0-9]+(-[a-z0-9]+)*$',
            description:
              'Id of the skill, with its tier or owner in front where there are several: official/core-research.',
            examples: ['web-research-summarizer'],
          },
          version: {
            type: 'string',
            minLength: 1,
            description: 'Range of versions, npm style (^1.2) or with commas (>=1.2.0,<2.0.0). Without it: the newest.',
            examples: ['^1.2'],
          },
          config: {
            type: 'object',
            description: "The skill's own settings; its Configuration section says which there are.",
            additionalProperties: true,
          },
          enabled: { type: 'boolean', default: true, description: 'False keeps it installed without offering it.' },
        },
        additionalProperties: false,
      },
    },
  },
}
