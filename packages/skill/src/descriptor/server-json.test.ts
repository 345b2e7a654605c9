import { openSchema, type SchemaObject } from '@skillwright/contract'
import { expect, test } from 'vitest'
import { describeSkill, descriptorOfServerJson, readSkill, toServerJson } from '../index.ts'
import type { Descriptor } from './descriptor.ts'

const MCP = { mcpUrl: 'https://hub.example.com/mcp' }

/** What the registry's schema of 2025-09-29 asks of a document of this kind. */
const REGISTRY: SchemaObject = {
  type: 'object',
  required: ['name', 'description', 'version'],
  properties: {
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: { headers: { type: 'array', items: { type: 'object', required: ['name'] } } },
      },
    },
  },
}

async function described(id: string, more: Partial<Descriptor> = {}): Promise<Descriptor> {
  const skill = await readSkill(new URL(`../../../../skills/${id}`, import.meta.url).pathname)
  const whole = describeSkill(skill, { endpoint: 'https://hub.example.com/v1/skills/x/invoke' })
  return { ...whole, ...more }
}

test.each(['unit-converter', 'translator', 'csv-insight'])(
  '%s as server.json and back is the same descriptor',
  async (id) => {
    const descriptor = await described(id)
    const { document } = toServerJson(descriptor, MCP)
    expect(openSchema(REGISTRY).check(document, { policy: 'strict' }).ok).toBe(true)
    expect(document).toMatchObject({
      name: `com.example.hub/${id}`,
      version: descriptor.version,
      remotes: [{ type: 'streamable-http', url: MCP.mcpUrl }],
    })
    const isCarried = document._meta !== undefined
    expect(descriptorOfServerJson(JSON.parse(JSON.stringify(document)))).toEqual(isCarried ? descriptor : undefined)
  },
)

test('what does not fit into a registry is said, and the rest still holds', async () => {
  const long = await described('unit-converter', { id: '@acme/Ünit converter', description: '😀 '.repeat(3_000) })
  const { document, findings } = toServerJson(long, MCP)
  expect(openSchema(REGISTRY).check(document, { policy: 'strict' }).ok).toBe(true)
  expect(document.description.isWellFormed()).toBe(true)
  expect(findings.map(({ rule }) => rule)).toEqual(['export/descriptor', 'export/shortened'])
  expect(descriptorOfServerJson(document)).toBeUndefined()
})

test('who needs a token is told so', async () => {
  const descriptor = await described('unit-converter', { auth: { type: 'api_key', header: 'X-API-Key' } })
  expect(toServerJson(descriptor, MCP).document.remotes).toMatchObject([
    { headers: [{ name: 'Authorization', isRequired: true, isSecret: true }] },
  ])
})

test.each(['not an address', 'ftp://example.com', 'https://user:word@example.com/mcp'])(
  '%s is no server',
  async (mcpUrl) => {
    const descriptor = await described('unit-converter')
    expect(() => toServerJson(descriptor, { mcpUrl })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  },
)

test.each([
  null,
  [],
  'text',
  {},
  { _meta: 1 },
  { _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { 'skillwright/descriptor': { id: 1 } } } },
])('a document that carries no descriptor has none: %j', (document) =>
  expect(descriptorOfServerJson(document)).toBeUndefined(),
)
