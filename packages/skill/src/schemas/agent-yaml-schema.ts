import type { SchemaObject } from '@skillwright/contract'
import { MISSED, OVERLAPS } from '../read-agent-jobs.ts'

/** The JSON Schema of agent.yaml (document B), published as `schemas/agent.schema.json`. */
export const AGENT_YAML_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/agent.schema.json',
  title: 'agent.yaml',
  description: 'An agent of document B: which scripts are its skills, how long each may take, and what is run when.',
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
    jobs: {
      type: 'array',
      description: 'What of its skills is run when.',
      items: {
        type: 'object',
        required: ['name', 'skill', 'cron'],
        properties: {
          name: { type: 'string', minLength: 1, description: 'Name of the job, unique for the agent.' },
          skill: { type: 'string', minLength: 1, description: 'Name of one of its skills.' },
          action: { type: 'string', minLength: 1, description: 'The action; the only one when absent.' },
          params: { type: 'object', default: {}, description: 'Parameters of each run.' },
          cron: {
            type: 'string',
            description: 'Five fields (minute, hour, day, month, weekday), or six with seconds first.',
            examples: ['30 7 * * 1-5'],
          },
          timezone: {
            type: 'string',
            default: 'UTC',
            description: 'IANA name of a time zone.',
            examples: ['Asia/Shanghai'],
          },
          overlap: {
            enum: [...OVERLAPS],
            default: 'skip',
            description: 'When the run before has not ended: leave this one out, let it wait, or end the old one.',
          },
          missed: {
            enum: [...MISSED],
            default: 'skip',
            description: 'Times at which nothing ran: leave them out, do one for all, or each.',
          },
          priority: { type: 'integer', default: 0, description: 'Larger is sooner.' },
          retries: {
            type: 'integer',
            minimum: 0,
            maximum: 99,
            default: 0,
            description: 'How often it is tried again when it failed for the moment.',
          },
        },
      },
    },
  },
}
