import { detectContainment } from '@skillwright/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vouchForScope } from '../people/scopes.ts'
import type { Principal } from '../principal.ts'
import { changeState } from '../registry/change-state.ts'
import { BLOCKED_FILES, HELD_FILES } from '../registry/fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from '../registry/fixtures/test-registry.ts'
import { readSkillDocument } from '../registry/read-skill.ts'
import { auditLog } from './audit-log.ts'
import { fileReport, listReports, resolveReport } from './reports.ts'
import { reviewQueue } from './review-queue.ts'
import { decide, verifyAgain } from './sign-off.ts'
import { evidenceOf } from './tier-of.ts'
import { startVerifyWorker } from './verify-worker.ts'

const canContain = (await detectContainment()).bwrap !== undefined

let registry: TestRegistry
let ann: Principal
let rae: Principal
let admin: Principal

beforeAll(async () => {
  registry = await openTestRegistry({ verify: 'auto' })
  ann = await registry.person('ann')
  rae = await registry.person('rae', 'reviewer')
  admin = await registry.person('boss', 'admin')
})
afterAll(() => registry[Symbol.asyncDispose]())

const SCRIPT = `#!/usr/bin/env python3
import json, sys
request = json.load(sys.stdin)
params = request.get("params")
text = params.get("text") if isinstance(params, dict) else None
if not isinstance(text, str):
    answer = {"success": False, "error": {"code": "INVALID_PARAM", "message": "text must be a string"}}
else:
    answer = {"success": True, "data": {"text": text.upper()}}
print(json.dumps(answer))
`
const WORKING = {
  files: { 'tools/main.py': SCRIPT },
  manifest: { entry: 'tools/main.py' },
}

const tier = async (name: string) =>
  (JSON.parse(await readSkillDocument(registry.hub, ann, { scope: 'ann', name })) as { tier: string }).tier
const idOf = async (name: string) =>
  (await registry.hub.db.selectFrom('skills').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

test('a skill is verified only when every piece of evidence is there, and no longer when a later version lacks one', async () => {
  await registry.publish(ann, { name: 'loud-words', ...WORKING })
  const place = { scope: 'ann', name: 'loud-words', version: '1.0.0' }
  await vouchForScope(registry.hub, admin, { scope: 'ann', note: 'met in person' })
  await decide(registry.hub, rae, place, { decision: 'approve', note: 'read it' })
  const missing = await evidenceOf(registry.hub.db, await idOf('loud-words'))
  expect(missing.tier).toBe('community')
  expect(missing.evidence.filter(({ met }) => !met).map(({ name }) => name)).toEqual([
    'verify-passed',
    'official-scope',
  ])

  await using worker = startVerifyWorker(registry.hub)
  await worker.drain()
  const now = await evidenceOf(registry.hub.db, await idOf('loud-words'))
  const verified = now.evidence.find(({ name }) => name === 'verify-passed')
  if (!canContain) {
    expect(verified).toMatchObject({ met: false, state: 'unavailable' })
    expect(now.tier).toBe('community')
    return
  }
  expect(verified).toMatchObject({ met: true, state: 'met', verification: { containment: { kind: 'bubblewrap' } } })
  expect(now.tier).toBe('verified')
  expect(await tier('loud-words')).toBe('verified')

  await registry.publish(ann, { name: 'loud-words', version: '1.0.1', ...WORKING })
  expect(await tier('loud-words')).toBe('community')
})

test('a script that breaks its promises fails the hub’s own run', async () => {
  const broken = { ...WORKING, files: { 'tools/main.py': 'print("not json")\n' } }
  await registry.publish(ann, { name: 'broken-words', ...broken })
  await using worker = startVerifyWorker(registry.hub)
  await worker.drain()
  const { evidence } = await evidenceOf(registry.hub.db, await idOf('broken-words'))
  const verified = evidence.find(({ name }) => name === 'verify-passed')
  // What cannot be checked is neither met nor broken.
  expect(verified).toMatchObject({ met: false, state: canContain ? 'unmet' : 'unavailable' })
})

test('what a package says of its own tier is not heard', async () => {
  await registry.publish(ann, { name: 'proud-words', manifest: { tier: 'official', verified: true } })
  expect(await tier('proud-words')).toBe('community')
})

test('what waits is in the queue, and a reviewer’s word releases or rejects it', async () => {
  await registry.publish(ann, { name: 'held-words', files: HELD_FILES })
  await registry.publish(ann, { name: 'bad-words', files: BLOCKED_FILES })
  const { items } = await reviewQueue(registry.hub)
  expect(items.map(({ name, state }) => [name, state])).toEqual([
    ['@ann/held-words', 'pending'],
    ['@ann/bad-words', 'quarantined'],
  ])
  // What is held is no evidence, neither for the skill nor against it.
  const { evidence } = await evidenceOf(registry.hub.db, await idOf('held-words'))
  expect(evidence.filter(({ detail }) => detail === 'no version is published').map(({ state }) => state)).toEqual([
    'unmet',
    'waiting',
    'waiting',
    'waiting',
  ])
  const places = items.map(({ findings }) => findings.map(({ file, line }) => `${file}:${line}`))
  expect(places[0]).toContain(`${Object.keys(HELD_FILES)[0]}:1`)
  expect(items[1]?.findings[0]).toMatchObject({
    severity: 'error',
    rule: expect.any(String),
    message: expect.any(String),
  })
  const first = await reviewQueue(registry.hub, { limit: 1 })
  const second = await reviewQueue(registry.hub, { limit: 1, cursor: first.next_cursor ?? '' })
  expect([first, second].map((page) => page.items[0]?.name)).toEqual(['@ann/held-words', '@ann/bad-words'])
  const place = { scope: 'ann', name: 'held-words', version: '1.0.0' }
  await expect(decide(registry.hub, ann, place, { decision: 'approve', note: 'mine' })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  await decide(registry.hub, rae, place, { decision: 'approve', note: 'the script is harmless' })
  expect((await reviewQueue(registry.hub)).items.map(({ name }) => name)).toEqual(['@ann/bad-words'])
  await decide(registry.hub, rae, place, { decision: 'reject', note: 'it was not' })
  expect((await reviewQueue(registry.hub)).items.map(({ name }) => name)).toContain('@ann/held-words')
})

test('an owner appeals, another user reports, a reviewer answers both', async () => {
  const place = { scope: 'ann', name: 'bad-words' }
  const eve = await registry.person('eve')
  // To other users a quarantined version does not exist.
  await expect(fileReport(registry.hub, eve, { place, kind: 'report', reason: 'x' })).rejects.toMatchObject({
    code: 'DATA_NOT_FOUND',
  })
  const { id } = await fileReport(registry.hub, ann, { place, kind: 'appeal', reason: 'it is a test' })
  const report = { place: { scope: 'ann', name: 'proud-words' }, kind: 'report', reason: 'too proud' } as const
  expect(await fileReport(registry.hub, eve, report)).toEqual(await fileReport(registry.hub, eve, report))
  await expect(fileReport(registry.hub, eve, { ...report, kind: 'appeal' })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  expect((await listReports(registry.hub, eve)).items).toHaveLength(1)
  expect((await listReports(registry.hub, rae, { state: 'open' })).items).toHaveLength(2)
  await resolveReport(registry.hub, rae, id, { state: 'dismissed', resolution: 'it sends keys away' })
  expect((await listReports(registry.hub, ann)).items).toMatchObject([{ state: 'dismissed', resolved_by: 'rae' }])
})

test.each(['9.9.9', '^1.0.0', 'latest', 'x'])(
  '%s of a skill that has only 1.0.0 cannot be reported',
  async (version) => {
    const place = { scope: 'ann', name: 'proud-words' }
    for (const kind of ['report', 'appeal'] as const)
      await expect(fileReport(registry.hub, ann, { place, kind, version, reason: 'x' })).rejects.toMatchObject({
        code: 'DATA_NOT_FOUND',
        message: expect.stringContaining('has no version'),
      })
  },
)

test('every decision is in the audit log, with who made it', async () => {
  await registry.publish(ann, { name: 'logged-words' })
  const place = { scope: 'ann', name: 'logged-words', version: '1.0.0' }
  await changeState(registry.hub, ann, place, 'yank', 'wrong letters')
  await verifyAgain(registry.hub, rae, place)
  const { items } = await auditLog(registry.hub, { subject: '@ann/logged-words@1.0.0' })
  expect(items.map(({ actor, action }) => [actor, action])).toEqual([
    ['rae', 'verify.request'],
    ['ann', 'version.yank'],
    ['ann', 'version.publish'],
  ])
  const first = await auditLog(registry.hub, { limit: 1 })
  const second = await auditLog(registry.hub, { limit: 1, cursor: first.next_cursor ?? '' })
  expect(second.items[0]).not.toEqual(first.items[0])
})
