import { mkdtempSync } from 'node:fs'
import { startHub } from '../start-hub.ts'
import { makePackage } from '../registry/package-under-test.ts'
import { readSkillDocument } from '../registry/read-skill.ts'
import { ANONYMOUS } from '../principal.ts'
import { openRateLimiter } from './rate-limiter.ts'
import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
const dir = mkdtempSync('/tmp/b/srv-bench/m')
const hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'silent' })
const { archive } = await makePackage()
await fetch(`${hub.url}/v1/skills/@admin/text-shout/versions/1.0.0`, { method: 'PUT', headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/gzip' }, body: new Uint8Array(archive) })
const time = async (name: string, work: () => unknown, n = 20000) => {
  for (let i = 0; i < n / 4; i++) await work()
  const results: number[] = []
  for (let r = 0; r < 5; r++) {
    const a = process.cpuUsage()
    for (let i = 0; i < n; i++) await work()
    const u = process.cpuUsage(a)
    results.push((u.user + u.system) / n)
  }
  console.log(name, results.sort((x, y) => x - y)[2]?.toFixed(2), 'us cpu')
}
const h = hub.context
await time('readSkillDocument', () => readSkillDocument(h, ANONYMOUS, { scope: 'admin', name: 'text-shout' }))
const q = sql`select 1`.compile(h.db)
await time('kysely select 1 compiled', () => h.db.executeQuery(q))
const raw = new DatabaseSync(dir + '/hub.sqlite')
const one = raw.prepare('select 1')
await time('raw select 1', () => one.all())
const doc = raw.prepare("select document from skills where scope=? and name=?")
await time('raw document by name', () => doc.all('admin', 'text-shout'))
const limiter = openRateLimiter({ read: 1e9, write: 1, login: 1 }, Date.now)
await time('limiter', () => limiter('127.0.0.1', 'read'))
await time('metrics', () => h.metrics.requests.observe({ method: 'GET', route: '/v1/skills/:scope/:name', status: 200 }, 0.001))
await time('await nothing', () => undefined)
await time('inject healthz', () => undefined)
process.exit(0)
