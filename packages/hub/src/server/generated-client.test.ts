import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)

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
let dir: string

beforeAll(async () => {
  hub = await startTestHub()
  dir = await mkdtemp(join(tmpdir(), 'client-'))
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

test('the document is OpenAPI 3.1', async () => {
  const document = (await (await fetch(`${hub.url}/openapi.json`)).json()) as Record<string, unknown>
  const { valid, errors } = await new Validator().validate(document)
  expect([valid, errors]).toEqual([true, undefined])
})

test('a client generated from the document publishes, searches and downloads', async () => {
  await writeFile(join(dir, 'openapi.json'), await (await fetch(`${hub.url}/openapi.json`)).text())
  await writeFile(join(dir, 'package.tgz'), (await makePackage()).archive)
  await writeFile(join(dir, 'client.ts'), PROGRAM)
  await writeFile(join(dir, 'package.json'), '{"type":"module"}')
  await mkdir(join(dir, 'node_modules', '@types'), { recursive: true })
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node'])
    await symlink(packageFolder(name), join(dir, 'node_modules', name))
  const node = (...args: string[]) => run(process.execPath, args, { cwd: dir })
  await node(join(packageFolder('openapi-typescript'), 'bin', 'cli.js'), 'openapi.json', '-o', 'hub.ts')
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2023 --lib es2023,dom --types node'
  const exact = '--exactOptionalPropertyTypes --allowImportingTsExtensions --preserveSymlinks'
  await node(resolve('typescript/bin/tsc'), ...options.split(' '), ...exact.split(' '), 'client.ts').catch(
    (failure: { stdout: string }) => expect.unreachable(failure.stdout),
  )
  const token = await hub.tokenFor('ann', ['read', 'publish'])
  const { stdout } = await node('client.ts', hub.url, token, 'package.tgz')
  const { sha256, expected, ...seen } = JSON.parse(stdout)
  expect(seen).toEqual({
    state: 'published',
    status: 201,
    found: [['@ann/text-shout', 'MIT', '1.0.0']],
    absent: 'DATA_NOT_FOUND',
  })
  expect(sha256).toBe(expected)
})

/** Where a package of the development is, however its exports hide its own description. */
function packageFolder(name: string): string {
  for (let folder = dirname(import.meta.dirname); folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    try {
      resolve(join(place, 'package.json'))
      return place
    } catch {
      // Further up.
    }
  }
  throw new Error(`${name} is not installed`)
}
