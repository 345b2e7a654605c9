import { createHash } from 'node:crypto'
import {
  checkReceipt,
  createHubClient,
  DEPRECATE_SKILL,
  DOWNLOAD_PACKAGE,
  type HubClient,
  LIST_SKILLS,
  LIST_VERSIONS,
  PUBLISH_VERSION,
  READ_FILE,
  READ_LOG_ENTRY,
  READ_LOG_KEY,
  READ_SKILL,
  readLogKey,
  SEARCH_SKILLS,
  SET_ACCESS,
  type VERIFY_REPORT,
  WHO_AM_I,
  type Wire,
} from '@skillwright/hub-api'
import type { VerifyReport } from '@skillwright/runtime'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'

const SKILL = { scope: 'ann', skill: 'text-shout' }
const VERSION = { ...SKILL, version: '1.0.0' }

let hub: TestHub
let ann: HubClient
let archive: Uint8Array

beforeAll(async () => {
  hub = await startTestHub()
  ann = createHubClient({ url: `${hub.url}/`, token: await hub.tokenFor('ann', ['read', 'publish']) })
  archive = (await makePackage({ name: 'text-shout' })).archive
})
afterAll(() => hub[Symbol.asyncDispose]())

test('the typed client publishes, finds, downloads and checks the log', async () => {
  const sent: number[] = []
  const request = { params: VERSION, body: archive, onProgress: (bytes: number) => sent.push(bytes) }
  const published = await ann.send(PUBLISH_VERSION, request)
  expect(published).toMatchObject({ status: 201, body: { name: '@ann/text-shout', state: 'published' } })
  expect(sent.at(-1)).toBe(archive.length)
  // The same again, without telling how far it is: the body is sent in one piece.
  expect(await ann.send(PUBLISH_VERSION, { params: VERSION, body: archive })).toMatchObject({ status: 200 })

  const stranger = createHubClient({ url: hub.url })
  const found = await Array.fromAsync(stranger.list(SEARCH_SKILLS, { query: { q: 'capital letters' } }))
  expect(found.map(({ name, latest }) => [name, latest])).toEqual([['@ann/text-shout', '1.0.0']])
  const bytes = await stranger.call(DOWNLOAD_PACKAGE, { params: { ...SKILL, version: 'latest' } })
  const { archive_sha256, log_index } = published.body ?? {}
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(archive_sha256)
  const text = await stranger.call(READ_FILE, { params: { ...VERSION, '*': 'SKILL.md' } })
  expect(text).toContain('text-shout')

  const key = await readLogKey(await stranger.call(READ_LOG_KEY))
  const receipt = await stranger.call(READ_LOG_ENTRY, { params: { index: log_index ?? -1 } })
  expect((await checkReceipt(receipt, key)).entry).toMatchObject({ type: 'publish', skill: '@ann/text-shout' })
})

test('what is asked for again with its ETag is not sent again', async () => {
  const first = await ann.send(READ_SKILL, { params: SKILL })
  expect(first).toMatchObject({ status: 200, body: { name: '@ann/text-shout', deprecated: null } })
  expect(first.etag).toBeDefined()
  expect(await ann.send(READ_SKILL, { params: SKILL, etag: first.etag })).toMatchObject({
    status: 304,
    body: undefined,
  })
  expect(await ann.call(DEPRECATE_SKILL, { params: SKILL, body: { message: 'use another' } })).toBeUndefined()
  expect(await ann.send(READ_SKILL, { params: SKILL, etag: first.etag })).toMatchObject({
    status: 200,
    body: { deprecated: 'use another' },
  })
})

test('a list is read page by page, and no further than it is wanted', async () => {
  const asked: string[] = []
  const counting = createHubClient({
    url: hub.url,
    fetch(url, init) {
      asked.push(url)
      return fetch(url, init)
    },
  })
  for (const version of ['1.0.1', '1.0.2', '1.0.3']) {
    const { archive: next } = await makePackage({ name: 'text-shout', version })
    await ann.call(PUBLISH_VERSION, { params: { ...SKILL, version }, body: next })
  }
  const all = await Array.fromAsync(counting.list(LIST_VERSIONS, { params: SKILL, query: { limit: 2 } }))
  expect(all.map(({ version }) => version)).toEqual(['1.0.3', '1.0.2', '1.0.1', '1.0.0'])
  expect(asked).toHaveLength(2)
  for await (const { version } of counting.list(LIST_VERSIONS, { params: SKILL, query: { limit: 1 } })) {
    expect(version).toBe('1.0.3')
    break
  }
  expect(asked).toHaveLength(3)
})

test('what the hub refuses is an error with its code', async () => {
  await expect(ann.call(READ_SKILL, { params: { scope: 'ann', skill: 'absent' } })).rejects.toThrow(
    expect.objectContaining({ code: 'DATA_NOT_FOUND' }),
  )
  const stranger = createHubClient({ url: hub.url })
  await expect(stranger.call(SET_ACCESS, { params: SKILL, body: { access: 'private' } })).rejects.toThrow(
    expect.objectContaining({ code: 'AUTHENTICATION_REQUIRED', hint: `Sign in: skillwright login ${hub.url}` }),
  )
  await expect(ann.call(PUBLISH_VERSION, { params: VERSION, body: new Uint8Array(9) })).rejects.toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  )
  expect(await ann.call(WHO_AM_I)).toMatchObject({ handle: 'ann' })
})

test('the types are those of the schemas', () => {
  type Names<Report extends { checks: readonly { name: string }[] }> = Report['checks'][number]['name']
  expectTypeOf<Names<Wire<typeof VERIFY_REPORT>>>().toEqualTypeOf<Names<VerifyReport>>()

  const wrong = () => [
    // @ts-expect-error A tier is one of three words.
    ann.call(LIST_SKILLS, { query: { tier: 'best' } }),
    // @ts-expect-error A search is for something.
    ann.call(SEARCH_SKILLS, { query: { limit: 3 } }),
    // @ts-expect-error It has to be said which skill.
    ann.call(READ_SKILL),
    // @ts-expect-error A package is bytes.
    ann.call(PUBLISH_VERSION, { params: VERSION, body: 'text' }),
    // @ts-expect-error There is no such field.
    ann.call(READ_SKILL, { params: SKILL }).then(({ nothing }) => nothing),
    // @ts-expect-error A skill is not a list.
    ann.list(READ_SKILL, { params: SKILL }),
  ]
  expect(wrong).toBeTypeOf('function')
})
