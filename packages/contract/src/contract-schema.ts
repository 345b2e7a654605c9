import { MIGRATIONS_SCHEMA } from './migrations/migrations-schema.ts'
import { CURRENT_DRAFT, type SchemaObject } from './schema.ts'

/** The name of the only action of a document that does not name it. */
export const DEFAULT_ACTION = 'run'

const ACTION_PROPERTIES = {
  input: {
    $ref: CURRENT_DRAFT,
    description: 'JSON Schema of the parameters. An object, closed with additionalProperties: false.',
  },
  output: { $ref: CURRENT_DRAFT, description: 'JSON Schema of the data a successful answer carries.' },
  description: { type: 'string', description: 'What it does, in a sentence or two: the model reads this.' },
  'x-docs': { type: 'string', description: 'The long description in Markdown, for human readers.' },
  idempotent: {
    type: 'boolean',
    description:
      'True when the same input gives the same answer, but for output properties marked x-volatile, and repeating it does no harm.',
  },
  timeout_seconds: { type: 'number', exclusiveMinimum: 0, description: 'How long one run may take. Default: 300.' },
  pass_through: {
    type: 'string',
    minLength: 1,
    description: 'Name of one input property whose keys are forwarded untouched to the tool underneath.',
  },
  examples: {
    type: 'array',
    items: { $ref: '#/$defs/example' },
    description: 'Inputs, and mostly the outputs they give.',
  },
} as const

/** The JSON Schema of contract.json, published as `schemas/contract.schema.json`. */
export const CONTRACT_SCHEMA: SchemaObject = {
  $schema: CURRENT_DRAFT,
  $id: 'https://skillwright.dev/schemas/contract.schema.json',
  title: 'Skill contract',
  description: 'What a skill takes and gives: one input and output, or the same for each action.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    $id: { type: 'string' },
    title: { type: 'string' },
    version: { type: 'string', description: 'Semantic version of the contract, such as 1.2.0.' },
    ...ACTION_PROPERTIES,
    actions: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' },
      additionalProperties: { $ref: '#/$defs/action' },
      description: 'Each operation by name. Use this or a single input and output, not both.',
    },
    tools_required: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      uniqueItems: true,
      description: 'Tools of the host that the skill cannot do without.',
    },
    definitions: { $ref: '#/$defs/schemas' },
    $defs: { $ref: '#/$defs/schemas' },
    migrations: MIGRATIONS_SCHEMA,
  },
  patternProperties: { '^x-': true },
  additionalProperties: false,
  oneOf: [
    { required: ['input'], not: { required: ['actions'] } },
    { required: ['actions'], not: { anyOf: [{ required: ['input'] }, { required: ['output'] }] } },
  ],
  $defs: {
    schemas: {
      type: 'object',
      additionalProperties: { $ref: CURRENT_DRAFT },
      description: 'Schemas that input and output refer to: {"$ref": "#/definitions/Name"}.',
    },
    action: {
      type: 'object',
      required: ['input'],
      properties: ACTION_PROPERTIES,
      patternProperties: { '^x-': true },
      additionalProperties: false,
    },
    example: {
      type: 'object',
      required: ['input'],
      properties: { name: { type: 'string' }, input: true, output: true },
      additionalProperties: false,
    },
  },
}
