import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { makePackage } from './registry/package-under-test.ts'
import { startTestHub } from './server/hub-under-test.ts'
import { versionOrder } from './registry/version-order.ts'
import { parseVersion } from '@skillwright/contract'
const N = Number(process.argv[2] ?? 1000)
await using t = await startTestHub()
const { hub, url } = t
await t.tokenFor('acme', ['read', 'publish'])
const one = await makePackage({ name: 'text-shout' })
const doc = JSON.stringify({ title: 'x', description: 'd', tags: [], capability_type: 'plugin', dialect: 'standard', tools_required: [], tools_optional: [], permissions: {}, asks_for: [], actions: [], when_to_use: [], changes: [] })
let t0 = performance.now()
for (let from = 0; from < N; from += 200) {
  const rows = []
  for (let i = from; i < Math.min(N, from + 200); i++) {
    const name = `skill-number-${i}`
    const { archive, digest, files } = await makePackage({ name })
    const sha = createHash('sha256').update(archive).digest('hex')
    await hub.blobs.put(sha, archive)
    rows.push({ name, sha, digest, files, size: archive.length })
  }
  await hub.db.transaction().execute(async (trx) => {
    for (const r of rows) {
      const id = randomUUID()
      await trx.insertInto('skills').values({ id, scope: 'acme', name: r.name, skeleton: r.name, access: 'public', tier: 'community', latest: '1.0.0', document: '{"a":1}', deprecated: null, downloads: 0, created_at: 1, updated_at: 1 }).execute()
      await trx.insertInto('versions').values({ id: randomUUID(), skill_id: id, version: '1.0.0', version_order: versionOrder(parseVersion('1.0.0')), state: 'published', state_reason: null, deprecated: null, digest: r.digest, archive_sha256: r.sha, archive_bytes: r.size, files: JSON.stringify(r.files), document: doc, contract: null, findings: '[]', scan: '{}', comparison: null, signature: null, signed_by: null, published_by: 'x', published_at: 1, released_at: 1, log_index: null }).execute()
      await trx.insertInto('changes').values({ skill_id: id }).execute()
    }
  })
}
console.log('made', N, Math.round(performance.now() - t0))
const get = async (p: string) => { const s = performance.now(); const a = await fetch(url + p); const b = await a.text(); return [a.status, Math.round((performance.now() - s) * 10) / 10, b.length] }
t0 = performance.now()
for (;;) { const r = await get('/.well-known/agent-skills/index.json'); console.log('cold', r, Math.round(performance.now() - t0)); if (r[0] === 200) break }
console.log('v0.1 first', await get('/.well-known/skills/index.json'))
for (let i = 0; i < 5; i++) console.log('warm', await get('/.well-known/agent-skills/index.json'))
const times = []
for (let i = 0; i < 50; i++) times.push((await get('/.well-known/agent-skills/index.json'))[1] as number)
times.sort((a, b) => a - b); console.log('warm p50', times[25], 'p95', times[47])
const [row] = await hub.db.selectFrom('skills').select('id').limit(1).execute()
for (let i = 0; i < 3; i++) { await hub.db.insertInto('changes').values({ skill_id: row!.id }).execute(); console.log('after a change', await get('/.well-known/agent-skills/index.json')) }
console.log('one skill', await get('/@acme/skill-number-5/.well-known/agent-skills/index.json'))
console.log('one skill', await get('/@acme/skill-number-5/.well-known/agent-skills/index.json'))
console.log('rss', Math.round(process.memoryUsage().rss / 1e6))
