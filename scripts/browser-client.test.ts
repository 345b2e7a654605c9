import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { startHub } from '@skillwright/hub'
import { packSkill } from '@skillwright/skill'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** What a page would do with the typed client. */
const PAGE = `
import {
  checkReceipt, createHubClient, DOWNLOAD_PACKAGE, LIST_SKILLS, LOG_IN, PUBLISH_VERSION, READ_LOG_ENTRY, READ_LOG_KEY, readLogKey,
  parseScoped, REGISTER,
} from '@skillwright/hub-api'

export async function visit(url, archive) {
  const stranger = createHubClient({ url })
  const body = { handle: 'ada', password: 'correct horse battery' }
  await stranger.call(REGISTER, { body })
  const { token } = await stranger.call(LOG_IN, { body: { ...body, token_name: 'page' } })
  const hub = createHubClient({ url, token })
  const { scope, skill } = parseScoped('@ada/text-diff')
  const params = { scope, skill, version: '1.0.0' }
  const published = await hub.call(PUBLISH_VERSION, { params, body: archive })
  const names = []
  for await (const { name } of hub.list(LIST_SKILLS)) names.push(name)
  const key = await readLogKey(await hub.call(READ_LOG_KEY))
  const receipt = await hub.call(READ_LOG_ENTRY, { params: { index: published.log_index } })
  const { entry } = await checkReceipt(receipt, key)
  const forged = await checkReceipt({ ...receipt, index: receipt.index + 1 }, key).catch((error) => error.code)
  const bytes = await hub.call(DOWNLOAD_PACKAGE, { params })
  const absent = await hub.call(DOWNLOAD_PACKAGE, { params: { ...params, skill: 'absent' } }).catch((error) => error.code)
  return JSON.stringify({ names, digest: entry.digest, forged, bytes: bytes.length, absent })
}
`

/** What pages have, and nothing of Node. */
const WEB = {
  ...{ fetch, crypto, URL, URLSearchParams, TextEncoder, TextDecoder, AbortSignal, AbortController, Headers, Request },
  ...{ Response, ReadableStream, atob, btoa, setTimeout, clearTimeout, queueMicrotask, structuredClone },
}

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'browser-client-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('a page publishes, lists, downloads and checks the log with the typed client', async () => {
  const root = join(import.meta.dirname, '..')
  const bundle = await build({
    stdin: { contents: PAGE, resolveDir: root },
    bundle: true,
    platform: 'browser',
    conditions: ['@skillwright/source'],
    format: 'iife',
    globalName: 'page',
    write: false,
    logLevel: 'silent',
  })
  const [{ text } = { text: '' }] = bundle.outputFiles
  await using hub = await startHub({ port: 0, dir, logLevel: 'silent', verify: 'off', registration: 'open' })
  const { archive, digest } = await packSkill(join(root, 'skills/text-diff'))
  const context = createContext({ ...WEB })
  runInContext(text, context)
  const visit: (url: string, archive: Uint8Array) => Promise<string> = runInContext('page.visit', context)
  expect(JSON.parse(await visit(hub.url, archive))).toEqual({
    names: ['@ada/text-diff'],
    digest,
    forged: 'INTEGRITY_FAILED',
    bytes: archive.length,
    absent: 'DATA_NOT_FOUND',
  })
})
