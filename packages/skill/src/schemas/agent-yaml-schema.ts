import type { SchemaObject } from '@skillwright/contract'

/** The JSON Schema of agent.yaml (document B), published as `schemas/agent.schema.json`. */
export const AGENT_YAML_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/agent.schema.json',
  title: 'agent.yaml',
  description: 'An agent of document B: which scripts are its skills, and how long each may take.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    name: { type: 'string', minLength: 1, description: 'Name of the agent; the name of the folder is its role.' },
    role: { type: 'string', minLength: 1, description: 'Role of the agent, the same as the name of the folder.' },
    description: { type: 'string', description: 'What the agent is for.' },
    skills: {
      type: 'array',
      description: 'Its skills. Scripts under .claude/skills that are not listed count too, with the defaults.',
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: {
            type: 'string',
            pattern: '^[A-Za-z][A-Za-z0-9_-]*$',
            description: 'Name it is called by, such as build_analysis.',
          },
          entry: {
            type: 'string',
            minLength: 1,
            description: 'The script, as a path from the folder of agent.yaml. Without it: .claude/skills/{name}.py.',
            examples: ['.claude/skills/build_analysis.py'],
          },
          timeout: {
            type: 'number',
            exclusiveMinimum: 0,
            default: 300,
            description: 'Seconds one run may take.',
          },
          description: { type: 'string', description: 'What it does.' },
        },
      },
    },
  },
}
