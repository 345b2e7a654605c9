import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const TEXT = { type: 'string', description: 'A text.' }
const KNOWLEDGE = {
  version: '1.0.0',
  description: 'Knows the house rules. Use when the user asks about the house.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: { query: TEXT, limit: { type: 'integer', minimum: 1, default: 5, description: 'How many passages.' } },
  },
  output: {
    type: 'object',
    required: ['passages'],
    properties: { passages: { type: 'array', description: 'The best first.', items: { type: 'object' } } },
  },
  idempotent: true,
}

let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub()
  await hub.publish({
    name: 'house-rules',
    manifest: { capability_type: 'knowledge' },
    files: {
      'contract.json': JSON.stringify(KNOWLEDGE),
      'docs/rules.md':
        '# Rules\n\n## Bicycles\n\nBicycles are kept in the cellar.\n\n## Music\n\nNo drums after ten.\n',
    },
  })
  await hub.publish({ ...SHOUT, name: 'loud-api', manifest: { ...SHOUT.manifest, capability_type: 'api' } })
  await hub.publish({ name: 'far-api', manifest: { capability_type: 'api' } })
})
afterAll(() => hub[Symbol.asyncDispose]())

test('a skill of knowledge answers with passages and where they stand', async () => {
  const { status, body } = await hub.invoke('house-rules', { query: 'where do bicycles go' })
  expect([status, body.data.passages[0]]).toMatchObject([
    200,
    { file: 'docs/rules.md', heading: 'Rules > Bicycles', text: expect.stringContaining('cellar') },
  ])
})

test('an api with a script of its own is run; one without is answered by its author’s service, if any', async () => {
  expect(await hub.invoke('loud-api', { text: 'x' })).toMatchObject({ status: 200, body: { data: { text: 'X' } } })
  const far = await hub.invoke('far-api', { text: 'x' })
  expect([far.status, far.body.errors[0].code]).toEqual([424, 'TOOL_NOT_AVAILABLE'])
})

test('a skill that asks for hosts or paths beyond what the operator allows is not run, and says why', async () => {
  const wants = async (name: string, permissions: object) => {
    await hub.publish({ ...SHOUT, name, manifest: { ...SHOUT.manifest, permissions } })
    const { status, body } = await hub.invoke(name, { text: 'x' })
    return [status, body.errors[0].message]
  }
  expect(await wants('host-shout', { network: ['api.example.com'] })).toEqual([
    403,
    expect.stringContaining('api.example.com'),
  ])
  expect(await wants('path-shout', { read: ['~/notes'] })).toEqual([403, expect.stringContaining('~/notes')])
})

test('a version that was taken back is not run any more', async () => {
  await hub.publish({ ...SHOUT, name: 'bad-shout' })
  const path = '/v1/skills/@ann/bad-shout/versions/1.0.0'
  const body = { reason: 'it lies' }
  expect((await hub.ask(`${path}/quarantine`, { method: 'POST', token: hub.adminToken, body })).status).toBe(200)
  const refused = await hub.invoke('bad-shout', { text: 'x' })
  expect([refused.status, refused.body.errors[0].code]).toEqual([410, 'WITHDRAWN'])
})
