import type { SchemaObject } from '@skillwright/contract'

const URL_TEXT = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2048 } as const
/** A URL that holds `{execution_id}`, which `format: uri` would refuse, in its path or query: an id chooses no host. */
const URL_TEMPLATE = {
  type: 'string',
  pattern: '^https?://[^\\s{}/?#@\\\\]+[/?][^\\s{}#]*\\{execution_id\\}[^\\s{}]*$',
  maxLength: 2048,
} as const
const TEXT = { type: 'string', minLength: 1 } as const
const INSTANT = { type: 'string', format: 'date-time', examples: ['2025-01-15T08:00:00Z'] } as const
const MEDIA_TYPE = {
  type: 'string',
  pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+( *;.*)?$',
  maxLength: 256,
  default: 'application/json',
  examples: ['application/json'],
} as const
const AFTER_MAJOR =
  '\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$'
const SEMVER = { type: 'string', maxLength: 256, examples: ['1.0.0'] } as const
const ANY_SCHEMA = { $ref: 'https://json-schema.org/draft/2020-12/schema' } as const

const PROTOCOL = closed(
  {
    version: {
      ...SEMVER,
      pattern: `^1${AFTER_MAJOR}`,
      description: 'Version of the descriptor protocol: 1.0.0, or another 1.x.',
    },
    changelog_url: { ...URL_TEXT, description: 'What changed in the protocol.' },
  },
  ['version'],
)

const PROVIDER = closed(
  { name: TEXT, url: URL_TEXT, contact: { type: 'string', description: 'An address to write to.' } },
  ['name'],
)

const REQUEST: SchemaObject = {
  description:
    'Where in the request each parameter goes; without it all of them are the query (GET, DELETE) or the body.',
  ...closed({
    path: {
      type: 'string',
      pattern: '^/[^?#\\\\\\s]*$',
      maxLength: 2048,
      description: 'Behind url; {name} is replaced.',
    },
    parameters: {
      type: 'object',
      additionalProperties: closed(
        {
          in: { enum: ['path', 'query', 'header', 'cookie'] },
          name: TEXT,
          style: { enum: ['simple', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'] },
          explode: { type: 'boolean' },
        },
        ['in'],
      ),
    },
    body: {
      anyOf: [TEXT, { const: true }],
      description: 'The parameter that is the body, or true: all others together.',
    },
  }),
}

const ENDPOINT = closed(
  {
    url: { ...URL_TEXT, description: 'Where the skill is called.', examples: ['https://example.com/invoke'] },
    method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
    content_type: MEDIA_TYPE,
    status_url: {
      ...URL_TEMPLATE,
      examples: ['https://example.com/status/{execution_id}'],
      description: 'Where to ask how a run is doing; {execution_id} is replaced.',
    },
    result_url: {
      ...URL_TEMPLATE,
      examples: ['https://example.com/result/{execution_id}'],
      description: 'Where to fetch what a run gave; {execution_id} is replaced.',
    },
    timeout_ms: { type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 30_000 },
    retry: {
      description: 'How often a failed call may be repeated; without it, not at all.',
      ...closed({
        max_attempts: { type: 'integer', minimum: 1, maximum: 20, default: 3 },
        backoff_ms: { type: 'integer', minimum: 0, maximum: 600_000, default: 1_000 },
      }),
    },
    'x-request': REQUEST,
  },
  ['url'],
)

const PARAMETER = closed(
  {
    name: TEXT,
    type: { ...TEXT, description: 'A JSON Schema type name; any when schema says what it takes.' },
    description: { type: 'string' },
    required: { type: 'boolean', default: false },
    default: { description: 'Null when there is none.' },
    schema: { ...ANY_SCHEMA, description: 'Every other keyword of its JSON Schema.' },
  },
  ['name', 'type'],
)

const OUTPUT = closed({
  content_type: MEDIA_TYPE,
  schema: ANY_SCHEMA,
  description: { type: 'string' },
})

const AUTH: SchemaObject = {
  ...closed(
    {
      type: { enum: ['api_key', 'oauth2', 'custom', 'none'] },
      description: { type: 'string' },
      header: {
        type: 'string',
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
        maxLength: 100,
        description: 'Header that carries the key. For api_key: X-API-Key when absent.',
      },
      'x-scheme': { enum: ['bearer', 'basic'], description: 'The HTTP scheme that is named before the key.' },
      oauth2: closed(
        {
          authorization_url: URL_TEXT,
          token_url: { ...URL_TEXT, examples: ['https://example.com/oauth/token'] },
          scopes: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'What each scope allows.',
          },
        },
        ['token_url'],
      ),
    },
    ['type'],
  ),
  if: { properties: { type: { const: 'oauth2' } }, required: ['type'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: { required: ['oauth2'] },
}

const ACTION_EXTRA = closed({
  description: { type: ['string', 'null'] },
  'x-docs': { type: 'string' },
  idempotent: { type: 'boolean' },
  timeout_seconds: { type: ['number', 'null'], exclusiveMinimum: 0 },
  pass_through: TEXT,
  examples: { type: 'array' },
  input: ANY_SCHEMA,
  output: ANY_SCHEMA,
})

const CONTRACT_EXTRA: SchemaObject = {
  description: 'What contract.json says and the other fields cannot; null removes what they say.',
  ...closed({
    title: { type: ['string', 'null'] },
    version: { type: ['string', 'null'] },
    description: { type: ['string', 'null'] },
    'x-docs': { type: 'string' },
    tools_required: { type: 'array', items: TEXT, uniqueItems: true },
    migrations: { type: 'array' },
    actions: {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: ACTION_EXTRA,
      description: 'The action that the descriptor is for, by its name.',
    },
  }),
}

/** The JSON Schema of a skill descriptor, published as `schemas/descriptor.schema.json`. */
export const DESCRIPTOR_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/descriptor.schema.json',
  title: 'Skill descriptor',
  description: 'How a client calls a skill over HTTP.',
  ...closed(
    {
      $schema: { type: 'string' },
      protocol: PROTOCOL,
      id: {
        type: 'string',
        pattern: '^\\S+$',
        maxLength: 214,
        description: 'Unique identifier, such as com.example.translate-v1.',
      },
      name: TEXT,
      version: { ...SEMVER, pattern: `^(0|[1-9]\\d*)${AFTER_MAJOR}`, description: 'Version of the skill.' },
      capability_type: { enum: ['plugin', 'api', 'knowledge', 'task'] },
      description: TEXT,
      provider: PROVIDER,
      endpoint: ENDPOINT,
      inputs: { type: 'array', items: PARAMETER },
      output: OUTPUT,
      auth: AUTH,
      access: { enum: ['public', 'restricted', 'private'] },
      tags: { type: 'array', items: { type: 'string' } },
      documentation_url: URL_TEXT,
      created_at: INSTANT,
      updated_at: INSTANT,
      'x-contract': CONTRACT_EXTRA,
    },
    [
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
  ),
}

/** An object that takes these properties and `x-` extensions. */
function closed(properties: NonNullable<SchemaObject['properties']>, required: readonly string[] = []): SchemaObject {
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties,
    patternProperties: { '^x-': true },
    additionalProperties: false,
  }
}
