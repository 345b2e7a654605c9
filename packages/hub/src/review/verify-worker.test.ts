import { detectContainment } from '@skillwright/runtime'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Principal } from '../principal.ts'
import { openTestRegistry, type TestRegistry } from '../registry/fixtures/test-registry.ts'
import { verifyAgain as reverify } from '../store/migrations/0004-verify-again.ts'
import { auditLog } from './audit-log.ts'
import { verifyAgain } from './sign-off.ts'
import { evidenceOf } from './tier-of.ts'
import { readVerification, type VersionVerification } from './verification.ts'
import { leaseTask, type VerifyTask } from './verify-queue.ts'
import { startVerifyWorker } from './verify-worker.ts'

const canContain = (await detectContainment()).bwrap !== undefined

let now = Date.UTC(2026, 10, 1)
let registry: TestRegistry
let ann: Principal
beforeAll(async () => {
  registry = await openTestRegistry({ verify: 'auto', clock: () => now++ })
  ann = await registry.person('ann')
})
afterAll(() => registry[Symbol.asyncDispose]())
afterEach(async () => {
  vi.unstubAllEnvs()
  // What one test left waiting is not for the next one.
  await registry.hub.db.deleteFrom('checks').execute()
})

const scripted = (script: string) => ({
  files: { 'tools/main.py': `import json, sys\nparams = json.load(sys.stdin)["params"]\n${script}\n` },
  manifest: { entry: 'tools/main.py' },
})
const BROKEN = scripted('print(json.dumps({"success": True, "data": {"text": 5, "key": "ghp_0123456789abcdef0123"}}))')
const WORKING = scripted(`text = params.get("text") if isinstance(params, dict) else None
refusal = {"success": False, "error": {"code": "INVALID_PARAM", "message": "text must be a string"}}
print(json.dumps({"success": True, "data": {"text": text.upper()}} if isinstance(text, str) else refusal))`)
const TRIGGERS = JSON.stringify([
  { query: 'shout hello', should_trigger: true },
  { query: 'whisper hello', should_trigger: false },
])

const read = (name: string): Promise<VersionVerification> =>
  readVerification(registry.hub, ann, { scope: 'ann', name, version: '1.0.0' })

async function drain(options: Parameters<typeof startVerifyWorker>[1] = {}): Promise<void> {
  await using worker = startVerifyWorker(registry.hub, options)
  await worker.drain()
}

const evidence = async (name: string) => {
  const { id } = await registry.hub.db
    .selectFrom('skills')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return (await evidenceOf(registry.hub.db, id)).evidence.find((item) => item.name === 'verify-passed')
}

test('without a sandbox nothing is run: the check is neither met nor failed, and says what to install', async () => {
  await registry.publish(ann, { name: 'loud-words', ...WORKING })
  expect(await read('loud-words')).toMatchObject({ outcome: 'waiting', report: null, obstacle: null })
  expect(await evidence('loud-words')).toMatchObject({ met: false, state: 'waiting' })
  vi.stubEnv('PATH', '/nowhere')
  await drain()
  const seen = await read('loud-words')
  expect(seen).toMatchObject({ outcome: 'unavailable', report: null, obstacle: { code: 'SANDBOX_UNAVAILABLE' } })
  expect(seen.obstacle?.hint).toMatch(/apt-get.* install .*bubblewrap/)
  expect(await evidence('loud-words')).toMatchObject({ met: false, state: 'unavailable' })
  expect((await evidence('loud-words'))?.detail).toMatch(/apt-get.* install .*bubblewrap/)
})

test.skipIf(!canContain)('what found no sandbox is done once there is one', async () => {
  await registry.publish(ann, { name: 'late-words', ...WORKING })
  vi.stubEnv('PATH', '/nowhere')
  await drain()
  vi.unstubAllEnvs()
  await drain()
  expect(await read('late-words')).toMatchObject({ outcome: 'pass', obstacle: null, report: { ok: true } })
})

test.skipIf(!canContain)(
  'a failed verification tells its author what failed, with request, answer and seed',
  async () => {
    await registry.publish(ann, { name: 'broken-words', ...BROKEN })
    await drain()
    const { outcome, report, digest } = await read('broken-words')
    expect({ outcome, digest: report?.digest }).toEqual({ outcome: 'fail', digest })
    // Not the same for every version: a skill cannot prepare for it.
    expect(report?.seed).toBeGreaterThan(0)
    const check = report?.checks.find(({ name }) => name === 'valid-inputs')
    expect(check?.failures[0]).toMatchObject({
      problem: expect.stringContaining('INVALID_OUTPUT'),
      action: 'run',
      input: { text: expect.any(String) },
      answer: { status: 'failed' },
    })
    expect(JSON.stringify(report)).not.toContain('0123456789abcdef')
    expect(await evidence('broken-words')).toMatchObject({
      state: 'unmet',
      detail: expect.stringContaining('INVALID_OUTPUT'),
      verification: { version: '1.0.0', seed: report?.seed },
    })
    // A decision is kept, its evidence is not.
    const { items } = await auditLog(registry.hub, { subject: '@ann/broken-words@1.0.0', limit: 1 })
    expect(items[0]).toMatchObject({ action: 'verify.fail', details: { seed: report?.seed, digest } })
    expect(Object.keys(items[0]?.details ?? {})).toEqual(['seed', 'digest'])
  },
)

test('a report is for callers who may see the version', async () => {
  const eve = await registry.person('eve')
  await registry.publish(ann, { name: 'secret-words', access: 'private', ...WORKING })
  const place = { scope: 'ann', name: 'secret-words', version: '1.0.0' }
  expect(await read('secret-words')).toMatchObject({ outcome: 'waiting' })
  await expect(readVerification(registry.hub, eve, place)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
})

test('the documents of a skill that is only text are verified, also without a sandbox', async () => {
  vi.stubEnv('PATH', '/nowhere')
  await registry.publish(ann, { name: 'text-shout', files: { 'tests/triggers.json': TRIGGERS } })
  await drain()
  const seen = await read('text-shout')
  expect(seen.report?.checks.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  expect(seen).toMatchObject({ outcome: 'pass', report: { subject: 'documents' } })
  expect((await evidence('text-shout'))?.detail).toContain('nothing was run')
})

test.skipIf(!canContain)('a skill that never ends is killed, and its verification says so', async () => {
  await registry.publish(ann, { name: 'slow-words', ...scripted('import time\ntime.sleep(600)') })
  await drain({ deadlineMs: 1_500 })
  expect(await read('slow-words')).toMatchObject({ outcome: 'unavailable', obstacle: { code: 'TOOL_TIMEOUT' } })
})

test('publishers are served in turn, each with one at a time', async () => {
  const bob = await registry.person('bob')
  for (const name of ['one-words', 'two-words', 'three-words']) await registry.publish(ann, { name, ...WORKING })
  await registry.publish(bob, { name: 'four-words', ...WORKING })
  const ability = { containsSince: undefined, leaseMs: 1_000_000 }
  const take = () => leaseTask(registry.hub, ability)
  const end = (task: VerifyTask | undefined) =>
    registry.hub.db
      .updateTable('checks')
      .set({ outcome: 'fail', lease_until: null, at: now++ })
      .where('id', '=', task?.id ?? '')
      .execute()
  const first = await take()
  const second = await take()
  expect([first?.name, second?.name]).toEqual(['one-words', 'four-words'])
  expect(await take()).toBeUndefined()
  await end(first)
  const third = await take()
  expect(third?.name).toBe('two-words')
  await end(third)
  await registry.publish(bob, { name: 'five-words', ...WORKING })
  await end(second)
  // Bob was served after Ann, so hers comes first.
  expect((await take())?.name).toBe('three-words')
  expect((await take())?.name).toBe('five-words')
})

test('a version that ended the node each time is given up', async () => {
  await registry.publish(ann, { name: 'deadly-words', ...WORKING })
  for (let i = 0; i < 3; i++) {
    expect((await leaseTask(registry.hub, { containsSince: undefined, leaseMs: 10 }))?.attempt).toBe(i + 1)
    now += 1_000
  }
  await drain()
  expect(await read('deadly-words')).toMatchObject({
    outcome: 'unavailable',
    obstacle: { code: 'RESOURCE_LIMIT_EXCEEDED' },
  })
})

test('while another run waits, the last one counts', async () => {
  vi.stubEnv('PATH', '/nowhere')
  const rae = await registry.person('rae', 'reviewer')
  await registry.publish(ann, { name: 'text-again', files: { 'tests/triggers.json': TRIGGERS } })
  await drain()
  await verifyAgain(registry.hub, rae, { scope: 'ann', name: 'text-again', version: '1.0.0' })
  expect(await read('text-again')).toMatchObject({ outcome: 'pass', again: true })
  expect((await evidence('text-again'))?.detail).toContain('another run waits')
})

test('a hub of before verifies again what it had verified', async () => {
  await registry.publish(ann, { name: 'old-words', ...WORKING })
  const { db } = registry.hub
  await db.updateTable('checks').set({ outcome: 'pass', details: '{"report":{"ok":true}}' }).execute()
  const old = { tier: 'verified', document: '{"tier":"verified"}' } as const
  await db.updateTable('skills').set(old).where('name', '=', 'old-words').execute()
  await reverify.up(db)
  expect(await read('old-words')).toMatchObject({ outcome: 'waiting' })
  const skill = await db.selectFrom('skills').selectAll().where('name', '=', 'old-words').executeTakeFirstOrThrow()
  expect(skill).toMatchObject({ tier: 'community', document: '{"tier":"community"}' })
})
