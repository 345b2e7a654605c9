import type { SchemaObject } from '@skillwright/contract'

const URL_TEXT = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2048 } as const
/** A URL that may hold `{execution_id}`, which `format: uri` would refuse. */
const URL_TEMPLATE = {
  type: 'string',
  pattern: '^https?://[^\\s{}]+(\\{execution_id\\}[^\\s{}]*)?$',
  maxLength: 2048,
} as const
const SEMVER = {
  type: 'string',
  pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$',
  maxLength: 100,
} as const
const ANY_SCHEMA = { $ref: 'https://json-schema.org/draft/2020-12/schema' } as const

/** The JSON Schema of a skill descriptor, published as `schemas/descriptor.schema.json`. */
export const DESCRIPTOR_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/descriptor.schema.json',
  title: 'Skill descriptor',
  description: 'How a stranger calls a skill over HTTP.',
  type: 'object',
  required: [
    'protocol',
    'id',
    'name',
    'version',
    'capability_type',
    'description',
    'provider',
    'endpoint',
    'inputs',
    'output',
    'auth',
    'access',
  ],
  properties: {
    $schema: { type: 'string' },
    protocol: {
      type: 'object',
      required: ['version'],
      properties: {
        version: { ...SEMVER, description: 'Version of the descriptor protocol, 1.0.0.' },
        changelog_url: URL_TEXT,
      },
      patternProperties: { '^x-': true },
      additionalProperties: false,
    },
    id: {
      type: 'string',
      pattern: '^[A-Za-z0-9@][A-Za-z0-9._/-]*$',
      maxLength: 214,
      description: 'Unique identifier, such as com.example.translate-v1.',
    },
    name: { type: 'string', minLength: 1, maxLength: 200 },
    version: { ...SEMVER, description: 'Version of the skill.' },
    capability_type: { enum: ['plugin', 'api', 'knowledge', 'task'] },
    description: { type: 'string', minLength: 1 },
    provider: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1 }, url: URL_TEXT, contact: { type: 'string' } },
      patternProperties: { '^x-': true },
      additionalProperties: false,
    },
    endpoint: {
      type: 'object',
      required: ['url'],
      properties: {
        url: URL_TEXT,
        method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
        content_type: { type: 'string', default: 'application/json' },
        status_url: { ...URL_TEMPLATE, description: 'Where to ask how a run is doing; {execution_id} is replaced.' },
        result_url: { ...URL_TEMPLATE, description: 'Where to fetch what a run gave; {execution_id} is replaced.' },
        timeout_ms: { type: 'integer', minimum: 1, maximum: 86_400_000, default: 30_000 },
        retry: {
          type: 'object',
          properties: {
            max_attempts: { type: 'integer', minimum: 1, maximum: 20, default: 3 },
            backoff_ms: { type: 'integer', minimum: 0, maximum: 600_000, default: 1_000 },
          },
          additionalProperties: false,
        },
      },
      patternProperties: { '^x-': true },
      additionalProperties: false,
    },
    inputs: {
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        required: ['name', 'type'],
        properties: {
          name: { type: 'string', minLength: 1 },
          type: { type: 'string', minLength: 1 },
          description: { type: 'string' },
          required: { type: 'boolean', default: false },
          default: true,
          schema: ANY_SCHEMA,
        },
        additionalProperties: false,
      },
    },
    output: {
      type: 'object',
      properties: {
        content_type: { type: 'string', default: 'application/json' },
        schema: ANY_SCHEMA,
        description: { type: 'string' },
      },
      additionalProperties: false,
    },
    auth: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { enum: ['api_key', 'oauth2', 'custom', 'none'] },
        description: { type: 'string' },
        header: {
          type: 'string',
          pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
          maxLength: 100,
          description: 'Header that carries the key. Default: X-API-Key.',
        },
        oauth2: {
          type: 'object',
          required: ['token_url'],
          properties: {
            authorization_url: URL_TEXT,
            token_url: URL_TEXT,
            scopes: { type: 'object', additionalProperties: { type: 'string' } },
          },
          additionalProperties: false,
        },
      },
      patternProperties: { '^x-': true },
      additionalProperties: false,
      if: { properties: { type: { const: 'oauth2' } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: { required: ['oauth2'] },
    },
    access: { enum: ['public', 'restricted', 'private'] },
    tags: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 100 },
    documentation_url: URL_TEXT,
    created_at: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
    'x-contract': {
      type: 'object',
      properties: {
        action: { type: 'string' },
        input: ANY_SCHEMA,
        idempotent: { type: 'boolean' },
        timeout_seconds: { type: 'number', exclusiveMinimum: 0 },
        pass_through: { type: 'string' },
        tools_required: { type: 'array', items: { type: 'string' } },
        examples: { type: 'array' },
        docs: { type: 'string' },
      },
      additionalProperties: false,
    },
  },
  patternProperties: { '^x-': true },
  additionalProperties: false,
}
