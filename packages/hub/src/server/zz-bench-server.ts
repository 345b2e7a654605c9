import { mkdtempSync } from 'node:fs'
import Fastify from 'fastify'
import { startHub } from '../start-hub.ts'
import { createToken } from '../people/tokens.ts'
import { makePackage } from '../registry/package-under-test.ts'
const kind = process.argv[2]
if (kind === 'bare') {
  const doc = process.argv[3] ?? '{}'
  const app = Fastify()
  app.get('/v1/skills/:scope/:name', (_q, reply) => { reply.type('application/json; charset=utf-8').send(doc) })
  process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
} else {
  const t0 = performance.now()
  const hub = await startHub({ port: 0, dir: mkdtempSync('/tmp/b/srv-bench/d'), verify: 'off', logLevel: (process.env.LOG ?? 'info') as 'info', rate: kind === 'norate' ? { read: 0, write: 0, login: 0 } : { read: 1e9, write: 1e9, login: 1e9 } })
  const t1 = performance.now()
  const { archive } = await makePackage()
  const r = await fetch(`${hub.url}/v1/skills/@admin/text-shout/versions/1.0.0`, { method: 'PUT', headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/gzip' }, body: new Uint8Array(archive) })
  process.send?.({ url: hub.url, start: t1 - t0, status: r.status, text: (await r.text()).slice(0, 200), token: hub.adminToken, rss: process.memoryUsage().rss })
}
process.on('message', (m) => { if (m === 'cpu') { const u = process.cpuUsage(); process.send?.({ cpu: u.user + u.system }) } else if (m === 'quit') process.exit(0) })
