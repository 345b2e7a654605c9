import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from './hub-config.ts'
import { HUB_SETTINGS } from './hub-settings.ts'
import { readHubConfig } from './read-hub-config.ts'

const cwd = mkdtempSync(join(tmpdir(), 'hub-config-'))
const empty = mkdtempSync(join(tmpdir(), 'hub-config-empty-'))
afterAll(() => {
  for (const dir of [cwd, empty]) rmSync(dir, { recursive: true, force: true })
})

writeFileSync(
  join(cwd, 'skillwright-hub.json'),
  JSON.stringify({ port: 1, host: 'file', rate: { read: 5 }, dir: 'data' }),
)

test('with nothing said, the defaults hold, in a folder here', async () => {
  expect(await readHubConfig({ env: {}, cwd: empty })).toEqual({
    ...DEFAULT_CONFIG,
    dir: join(empty, DEFAULT_CONFIG.dir),
  })
})

test('a flag counts before the environment, that before the file, that before the default', async () => {
  const env = { SKILLWRIGHT_HUB_PORT: '2', SKILLWRIGHT_HUB_HOST: 'environment' }
  const config = await readHubConfig({ flags: { port: '3' }, env, cwd })
  expect(config).toMatchObject({ port: 3, host: 'environment', rate: { ...DEFAULT_CONFIG.rate, read: 5 } })
  expect(await readHubConfig({ flags: { 'rate-read': '0' }, env: {}, cwd })).toMatchObject({
    port: 1,
    rate: { read: 0 },
  })
})

test('a folder is meant from where it was written', async () => {
  const file = join(cwd, 'skillwright-hub.json')
  expect(await readHubConfig({ flags: { config: file }, env: {}, cwd: empty })).toMatchObject({
    dir: join(cwd, 'data'),
  })
  expect(
    await readHubConfig({ flags: { dir: 'here' }, env: { SKILLWRIGHT_HUB_CONFIG: file }, cwd: empty }),
  ).toMatchObject({
    dir: join(empty, 'here'),
  })
})

test('a database and an object store are taken from the usual variables', async () => {
  const env = {
    DATABASE_URL: 'postgres://hub@127.0.0.1/hub',
    SKILLWRIGHT_HUB_S3_BUCKET: 'packages',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9000',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  expect(await readHubConfig({ env, cwd: empty })).toMatchObject({
    databaseUrl: 'postgres://hub@127.0.0.1/hub',
    s3: {
      bucket: 'packages',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
  })
  const others = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'of something else' }
  expect(await readHubConfig({ env: others, cwd: empty })).not.toHaveProperty('s3')
})

test('lists, flags and choices are read from text', async () => {
  const env = {
    SKILLWRIGHT_HUB_ALLOW_ADDRESSES: '127.0.0.1, ::1',
    SKILLWRIGHT_HUB_TRUST_PROXY: 'true',
    SKILLWRIGHT_HUB_LOG_LEVEL: 'debug',
  }
  const config = await readHubConfig({ env, flags: { registration: 'open' }, cwd: empty })
  expect(config).toMatchObject({
    allowAddresses: ['127.0.0.1', '::1'],
    trustProxy: true,
    logLevel: 'debug',
    registration: 'open',
  })
  expect(await readHubConfig({ env, flags: { 'trust-proxy': false }, cwd: empty })).toMatchObject({ trustProxy: false })
})

const WRONG = [
  [
    'SKILLWRIGHT_HUB_PORT',
    { env: { SKILLWRIGHT_HUB_PORT: 'http' } },
    'port must be a port, 0 to 65535 (SKILLWRIGHT_HUB_PORT)',
  ],
  ['--port', { flags: { port: '65536' } }, 'port must be a port, 0 to 65535 (--port)'],
  [
    'an unknown variable',
    { env: { SKILLWRIGHT_HUB_PROT: '1' } },
    'SKILLWRIGHT_HUB_PROT is not a setting (environment)',
  ],
  ['an unknown flag', { flags: { prot: '1' } }, '--prot is not a setting (command line)'],
  [
    'a secret on the command line',
    { flags: { 's3-secret-access-key': 'x' } },
    '--s3-secret-access-key is not a setting',
  ],
  ['half a store', { env: { SKILLWRIGHT_HUB_S3_BUCKET: 'b' } }, 's3.endpoint is missing'],
  ['half a provider', { flags: { 'oidc-issuer': 'https://id.test' } }, 'oidc.clientSecret is missing'],
  [
    'another database',
    { env: { DATABASE_URL: 'mysql://root:hunter2@db/x' } },
    'databaseUrl must be an address that begins',
  ],
  ['another choice', { flags: { verify: 'maybe' } }, 'verify must be one of auto, off (--verify)'],
] as const

test.each(WRONG)('%s is refused by name', async (_name, sources, message) => {
  const refused = readHubConfig({ env: {}, cwd: empty, ...sources })
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(message) })
  await expect(refused).rejects.not.toThrow('hunter2')
})

const WRONG_FILES = [
  ['{ "prot": 1 }', 'prot is not a setting'],
  ['{ "rate": { "reads": 1 } }', 'rate.reads is not a setting'],
  ['{ "port": "7171" }', 'port must be a port'],
  ['{ "rate": 5 }', 'rate is not a setting'],
  ['{ "__proto__": { "port": 1 } }', '__proto__ is not a setting'],
  ['[]', 'must be a JSON object'],
  ['{', 'is not JSON'],
] as const

test.each(WRONG_FILES)('a file with %s is refused with its path', async (text, message) => {
  const config = join(empty, 'wrong.json')
  writeFileSync(config, text)
  const refused = readHubConfig({ env: {}, cwd: empty, flags: { config } })
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.toThrow(config)
})

test('a file that is named must be there', async () => {
  const refused = readHubConfig({ env: {}, cwd: empty, flags: { config: 'absent.json' } })
  await expect(refused).rejects.toThrow(join(empty, 'absent.json'))
})

test('every setting is documented', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/hub-server.md'), 'utf8')
  const names = HUB_SETTINGS.flatMap(({ key, variables }) => [key, ...variables])
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('every default can be decided otherwise', () => {
  const roots = new Set(HUB_SETTINGS.map(({ key }) => key.split('.')[0]))
  expect(Object.keys(DEFAULT_CONFIG).filter((key) => !roots.has(key))).toEqual([])
})
