import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { generateClient } from './fixtures/generated-client.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

/** What a developer would write with the generated types. */
const PROGRAM = `
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { components, paths } from './hub.ts'

const [url = '', token = '', file = ''] = process.argv.slice(2)
const archive = readFileSync(file)
const hub = createClient<paths>({ baseUrl: url, headers: { authorization: \`Bearer \${token}\` } })
const place = { scope: '@ann', skill: 'text-shout', version: '1.0.0' }

const published = await hub.PUT('/v1/skills/{scope}/{skill}/versions/{version}', {
  params: { path: place, query: { access: 'public' } },
  headers: { 'content-type': 'application/gzip' },
  body: '',
  bodySerializer: () => archive,
})
if (published.data === undefined) throw new Error(published.error.detail)
const state: 'pending' | 'published' | 'quarantined' | 'yanked' = published.data.state
// @ts-expect-error There is no such field, and the types say so.
published.data.nothing

const found: components['schemas']['FoundSkill'][] = []
for (let cursor: string | undefined; ; ) {
  const page = await hub.GET('/v1/search', {
    params: { query: { q: 'capital letters', limit: 1, ...(cursor === undefined ? {} : { cursor }) } },
  })
  if (page.data === undefined) throw new Error(page.error.hint)
  found.push(...page.data.items)
  cursor = page.data.next_cursor
  if (cursor === undefined) break
}
// @ts-expect-error A tier is one of three words.
await hub.GET('/v1/skills', { params: { query: { tier: 'best' } } })

const package_ = await hub.GET('/v1/skills/{scope}/{skill}/versions/{version}/package', {
  params: { path: place },
  parseAs: 'arrayBuffer',
})
const absent = await hub.GET('/v1/skills/{scope}/{skill}', { params: { path: { scope: 'ann', skill: 'absent' } } })
console.log(
  JSON.stringify({
    state,
    status: published.response.status,
    found: found.map(({ name, license, latest_version }) => [name, license ?? null, latest_version?.version ?? null]),
    sha256: createHash('sha256').update(new Uint8Array(package_.data ?? new ArrayBuffer(0))).digest('hex'),
    expected: published.data.archive_sha256,
    absent: absent.error?.code,
  }),
)
`

let hub: TestHub

beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub[Symbol.asyncDispose]())

test('the document is OpenAPI 3.1', async () => {
  const document = (await (await fetch(`${hub.url}/openapi.json`)).json()) as Record<string, unknown>
  const { valid, errors } = await new Validator().validate(document)
  expect([valid, errors]).toEqual([true, undefined])
})

test('a client generated from the document publishes, searches and downloads', async () => {
  await using client = await generateClient(await (await fetch(`${hub.url}/openapi.json`)).text(), PROGRAM)
  await writeFile(join(client.dir, 'package.tgz'), (await makePackage()).archive)
  const token = await hub.tokenFor('ann', ['read', 'publish'])
  const stdout = await client.run(hub.url, token, 'package.tgz')
  const { sha256, expected, ...seen } = JSON.parse(stdout)
  expect(seen).toEqual({
    state: 'published',
    status: 201,
    found: [['@ann/text-shout', 'MIT', '1.0.0']],
    absent: 'DATA_NOT_FOUND',
  })
  expect(sha256).toBe(expected)
})
