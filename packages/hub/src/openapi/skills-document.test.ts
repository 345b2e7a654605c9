import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from '../calls/fixtures/calling-hub.ts'
import { generateClient } from '../server/fixtures/generated-client.ts'

const NOTES = {
  name: 'notes',
  manifest: { entry: 'tools/main.py' },
  files: {
    'contract.json': JSON.stringify({
      version: '1.0.0',
      actions: {
        add: {
          description: 'Adds a note.',
          input: {
            type: 'object',
            required: ['note'],
            additionalProperties: false,
            properties: { note: { $ref: '#/$defs/Note' } },
            $defs: { Note: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } },
          },
          output: { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } },
        },
        drop: { description: 'Drops all notes.', input: { type: 'object', additionalProperties: false } },
      },
    }),
    'tools/main.py': `import json, sys
print(json.dumps({"success": True, "data": {"count": 1}}))
`,
  },
}

let hub: CallingHub
let bea: string
beforeAll(async () => {
  // On a busy machine a first call takes long, which is not what is tried here.
  hub = await startCallingHub({ calls: { waitMs: 600_000 } })
  await hub.publish(SHOUT)
  await hub.publish(NOTES)
  await hub.publish({ ...SHOUT, name: 'own-words' }, '?access=private')
  await hub.publish({ name: 'only-words' })
  bea = await hub.tokenFor('bea', ['read', 'invoke'])
})
afterAll(() => hub[Symbol.asyncDispose]())

const read = (token: string, query = '') => hub.ask(`/openapi/skills.json${query}`, { token })
const pathsOf = async (token: string, query?: string) => Object.keys((await read(token, query)).body.paths).sort()

test('the document is OpenAPI 3.1, each action of a skill an operation', async () => {
  const { body } = await read(bea)
  const { valid, errors } = await new Validator().validate(body)
  expect([valid, errors]).toEqual([true, undefined])
  const post = body.paths['/v1/skills/@ann/notes/versions/1.0.0/actions/add/invoke'].post
  expect(post).toMatchObject({
    summary: 'Adds a note.',
    tags: ['@ann/notes'],
    security: [{ token: [] }, { key: [] }],
    responses: { default: { $ref: '#/components/responses/Failure' } },
  })
  const operations = Object.values<{ post: { operationId: string } }>(body.paths).map((path) => path.post.operationId)
  expect(new Set(operations).size).toBe(3)
})

test('it lists what its reader may call, and nothing else', async () => {
  const shout = '/v1/skills/@ann/text-shout/versions/1.0.0/invoke'
  const own = '/v1/skills/@ann/own-words/versions/1.0.0/invoke'
  const notes = ['add', 'drop'].map((action) => `/v1/skills/@ann/notes/versions/1.0.0/actions/${action}/invoke`)
  expect(await pathsOf(bea)).toEqual([...notes, shout])
  expect(await pathsOf(hub.owner)).toEqual([...notes, own, shout])
  expect(await pathsOf(bea, '?scope=@nobody')).toEqual([])
  const made = await hub.ask('/v1/tokens', {
    method: 'POST',
    body: { name: 'one', scopes: ['invoke'], bound_to: '@ann/text-shout' },
  })
  expect(await pathsOf(made.body.token)).toEqual([shout])
  expect([(await read('')).status, (await read(bea, '?skope=x')).status]).toEqual([401, 400])
})

/** What a developer would write with the generated types. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './hub.ts'

const [url = '', token = ''] = process.argv.slice(2)
const hub = createClient<paths>({ baseUrl: url, headers: { authorization: \`Bearer \${token}\` } })

const shouted = await hub.POST('/v1/skills/@ann/text-shout/versions/1.0.0/invoke', { body: { text: 'hello' } })
const text: unknown = shouted.data && 'data' in shouted.data ? shouted.data.data : undefined
const added = await hub.POST('/v1/skills/@ann/notes/versions/1.0.0/actions/add/invoke', { body: { note: { text: 'a' } } })
const count: number | undefined = added.data && 'data' in added.data ? added.data.data?.count : undefined
// @ts-expect-error A note has a text, and the types say so.
const wrong = await hub.POST('/v1/skills/@ann/notes/versions/1.0.0/actions/add/invoke', { body: { note: {} } })
const failed = wrong.error?.errors?.[0]?.code
console.log(JSON.stringify({ text, count, failed }))
`

test('a client generated from the document calls skills', async () => {
  await using client = await generateClient(JSON.stringify((await read(bea)).body), PROGRAM)
  expect(JSON.parse(await client.run(hub.url, bea))).toEqual({
    text: { text: 'HELLO' },
    count: 1,
    failed: 'MISSING_REQUIRED_PARAM',
  })
})
