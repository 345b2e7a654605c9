import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk, startQuietHub, type TestDesk } from './fixtures/test-desk.ts'

const OPEN = { registration: 'open' } as const
let desk: TestDesk
let hub: RunningHub
let port: number

beforeAll(async () => {
  desk = await openDesk()
  hub = await startQuietHub({ ...OPEN, dir: join(desk.dir, 'hub') })
  port = Number(new URL(hub.url).port)
  await desk.skill('first')
  await desk.skill('second')
  await desk.skill('third')
  await ada(`login ${hub.url} --handle ada --register`, 'correct horse battery')
  await published('first')
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
})

test('a hub that is restored from an older copy is not believed', async () => {
  await restart({ copyTo: 'older' })
  await published('second')
  expect(await ada('info @ada/first')).toMatchObject({ code: 0 })

  await restart({ from: 'older' })
  const shown = await ada('info @ada/first')
  expect(shown).toMatchObject({ code: 1, stdout: '' })
  expect(shown.stderr).toContain('INTEGRITY_FAILED: The log of the hub is not the one seen before')
  expect(shown.stderr).toContain('Ask the operator.')
  const refused = await ada('publish {third}')
  expect(refused.stderr).toContain('INTEGRITY_FAILED')
  // It was refused before anything was sent.
  expect(await stranger('info @ada/third')).toMatchObject({ code: 1 })
  // Who never saw the longer log cannot know.
  expect(await stranger('info @ada/first')).toMatchObject({ code: 0 })
})

test('nor is it when its log is as long as before, with another history', async () => {
  await desk.type('bob', `login ${hub.url} --handle bob --register`, 'correct horse battery')
  expect(await desk.type('bob', 'publish {third}')).toMatchObject({ code: 0 })
  expect((await ada('info @ada/first')).stderr).toContain('INTEGRITY_FAILED')
  await restart({ from: 'hub' })
  expect(await ada('info @ada/first')).toMatchObject({ code: 0 })
})

test('an entry that was changed, or is about another content, is noticed', async () => {
  const { db } = hub.context
  const entry = await db.selectFrom('log_entries').select('entry').where('log_index', '=', 0).executeTakeFirstOrThrow()
  const write = (text: string) =>
    db.updateTable('log_entries').set({ entry: text }).where('log_index', '=', 0).execute()
  await write(entry.entry.replace('@ada/first', '@eve/first'))
  expect((await ada('info @ada/first')).stderr).toContain('INTEGRITY_FAILED: The log of the hub does not hold')
  await write('no JSON')
  expect((await ada('info @ada/first')).stderr).toContain('INTEGRITY_FAILED')
  await write(entry.entry)

  const digest = `sha256:${'0'.repeat(64)}`
  const before = await db
    .selectFrom('versions')
    .select(['id', 'digest'])
    .where('log_index', '=', 0)
    .executeTakeFirstOrThrow()
  await db.updateTable('versions').set({ digest }).where('id', '=', before.id).execute()
  const answer = await ada('info @ada/first --json')
  expect(JSON.parse(answer.stdout)).toMatchObject({ status: 'failed', errors: [{ code: 'INTEGRITY_FAILED' }] })
  await db.updateTable('versions').set({ digest: before.digest, log_index: null }).where('id', '=', before.id).execute()
  expect((await ada('info @ada/first')).stderr).toContain('is available to everyone, and the log of the hub lacks it')
})

test('a second publish of a version, with another content, is noticed by a client that saw the first', async () => {
  await desk.skill('twice', { version: '1.0.0' })
  await published('twice')
  expect(await ada('info @ada/twice')).toMatchObject({ code: 0 })
  // What an operator does who gives another content to the same version: the log goes on growing as it should.
  const { db } = hub.context
  const { id } = await db.selectFrom('skills').select('id').where('name', '=', 'twice').executeTakeFirstOrThrow()
  await db.updateTable('versions').set({ version: '0.0.1', version_order: '0' }).where('skill_id', '=', id).execute()
  await desk.skill('twice', { version: '1.0.0', files: { 'notes.md': 'Something else.' } })
  await desk.type('ada-elsewhere', `login ${hub.url} --handle ada`, 'correct horse battery')
  expect(await desk.type('ada-elsewhere', 'publish {twice}')).toMatchObject({ code: 0 })
  const shown = await ada('info @ada/twice')
  expect(shown).toMatchObject({ code: 1, stdout: '' })
  expect(shown.stderr).toMatch(
    /INTEGRITY_FAILED: publish @ada\/twice 1\.0\.0 is sha256:\w+ now, and was sha256:\w+ when you/,
  )
  // Who did not see the first cannot know.
  expect(await stranger('info @ada/twice')).toMatchObject({ code: 0 })
})

test('a hub that was set up again is trusted after --forget-log', async () => {
  await restart({ from: 'new' })
  await ada(`login ${hub.url} --handle ada --register`, 'correct horse battery')
  const refused = await ada('publish {first}')
  expect(refused.stderr).toContain('INTEGRITY_FAILED: The checkpoint of the log is not signed by the key of this hub')
  expect(refused.stderr).toContain(`skillwright logout ${hub.url} --forget-log`)
  await ada(`logout ${hub.url} --forget-log`)
  await ada(`login ${hub.url} --handle ada`, 'correct horse battery')
  expect(await ada('publish {first}')).toMatchObject({ code: 0 })
})

/** Stops the hub and starts it again at the same address, from another folder or after its own was copied. */
async function restart({ from, copyTo }: { from?: string; copyTo?: string }): Promise<void> {
  const { dir } = hub.context.config
  await hub[Symbol.asyncDispose]()
  if (copyTo !== undefined) await cp(dir, join(desk.dir, copyTo), { recursive: true })
  hub = await startQuietHub({ ...OPEN, dir: from === undefined ? dir : join(desk.dir, from), port })
}

function ada(line: string, input?: string) {
  return desk.type('ada', line, input)
}

/** A new client without any history of this hub. */
function stranger(line: string) {
  return desk.type('stranger', `${line} --hub ${hub.url}`)
}

async function published(skill: string): Promise<void> {
  expect(await ada(`publish {${skill}}`)).toMatchObject({ code: 0 })
}
