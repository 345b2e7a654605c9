import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

let hub: TestHub
let ann: string

beforeAll(async () => {
  hub = await startTestHub()
  ann = await hub.tokenFor('ann', ['read', 'publish', 'account'])
  await fetch(`${hub.url}/v1/skills/@ann/text-shout/versions/1.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/gzip' },
    body: new Uint8Array((await makePackage()).archive),
  })
})
afterAll(() => hub[Symbol.asyncDispose]())

const VERSION = '/v1/skills/@ann/text-shout/versions/1.0.0'
const BOTH = { 'accept-encoding': 'gzip, deflate, br' }

/** The answer as it comes over the wire. */
function raw(path: string, headers: Record<string, string>): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(hub.url + path, { headers }, (answer) => {
      buffer(answer).then((body) => resolve({ headers: answer.headers, body }), reject)
    }).on('error', reject)
  })
}

test.for([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
] as const)('%s is sent to who says %s', async ([encoding, accepted, decompress]) => {
  const plain = await raw(VERSION, {})
  // The second comes from what was kept.
  for (const round of [1, 2]) {
    const { headers, body } = await raw(VERSION, { 'accept-encoding': accepted })
    expect(headers, `round ${round}`).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      etag: plain.headers.etag,
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(body.length).toBeLessThan(plain.body.length / 2)
    expect(decompress(body).equals(plain.body)).toBe(true)
  }
})

test.for(['', 'identity', 'gzip;q=0, br;q=0.0', 'zstd'])(
  'nothing is compressed for who says "%s"',
  async (accepted) => {
    const { headers, body } = await raw(VERSION, { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body.toString())).toMatchObject({ name: '@ann/text-shout' })
  },
)

test('a token does not keep a program from compression', async () => {
  const { headers } = await raw(VERSION, { ...BOTH, authorization: `Bearer ${ann}` })
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'private, no-cache' })
})

test('what is short, what is compressed already, what is secret and what a cookie opens is sent as it is', async () => {
  for (const name of 'abcdefghijklmnopqrst')
    await fetch(`${hub.url}/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `token ${name}`, scopes: ['read'] }),
    })
  const tokens = await raw('/v1/tokens', { ...BOTH, authorization: `Bearer ${ann}` })
  expect(tokens.body.length).toBeGreaterThan(2_000)
  expect(tokens.headers['content-encoding']).toBeUndefined()
  expect((await raw('/healthz', BOTH)).headers['content-encoding']).toBeUndefined()
  expect((await raw(`${VERSION}/package`, BOTH)).headers['content-encoding']).toBeUndefined()
  expect((await raw(VERSION, { ...BOTH, cookie: 'skw_session=x' })).headers['content-encoding']).toBeUndefined()
})
