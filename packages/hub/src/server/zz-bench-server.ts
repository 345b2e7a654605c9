import { mkdtempSync } from 'node:fs'
import Fastify from 'fastify'
import { startHub } from '../start-hub.ts'
import { makePackage } from '../registry/package-under-test.ts'
const dir = mkdtempSync('/tmp/b/srv-bench/d')
const hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'info', rate: { read: 1e9, write: 1e9, login: 1e9 } })
const { archive } = await makePackage()
await fetch(`${hub.url}/v1/skills/@admin/text-shout/versions/1.0.0`, { method: 'PUT', headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/gzip' }, body: new Uint8Array(archive) })
const doc = await (await fetch(`${hub.url}/v1/skills/@admin/text-shout`)).text()
const bareApp = Fastify()
bareApp.get('/bare/:scope/:name', (_q, reply) => { reply.type('application/json; charset=utf-8').send(doc) })
bareApp.get('/pack/:scope/:name', (_q, reply) => { reply.type('application/gzip').send(Buffer.from(archive)) })
const bare = await bareApp.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ targets: { bare: `${bare}/bare/@admin/text-shout`, read: `${hub.url}/v1/skills/@admin/text-shout`, health: `${hub.url}/healthz`, barePack: `${bare}/pack/a/b`, pack: `${hub.url}/v1/skills/@admin/text-shout/versions/1.0.0/package` } })
process.on('message', (m) => { if (m === 'cpu') { const u = process.cpuUsage(); process.send?.({ cpu: u.user + u.system }) } else if (m === 'quit') process.exit(0) })
