// A server in a process of its own: `hub <folder>`, or `bare <file>` for a Fastify route that sends that file and one that sends JSON.
import { readFileSync } from 'node:fs'
import { startHub } from '@skillwright/hub'
import Fastify from 'fastify'

const [kind, path = '', document = '{}'] = process.argv.slice(2)

if (kind === 'hub') {
  const rate = { read: 0, write: 0, login: 0 }
  const { url, adminToken } = await startHub({ port: 0, dir: path, rate, verify: 'off', logLevel: 'warn' })
  announce({ url, adminToken })
} else {
  // Logs as the hub does: nothing of a request that only read.
  const app = Fastify({ logger: { level: 'warn' } })
  const json = readFileSync(document, 'utf8')
  app.get('/json/:scope/:name', (_request, reply) => reply.type('application/json; charset=utf-8').send(json))
  const bytes = readFileSync(path)
  app.get('/file/:scope/:name', (_request, reply) => reply.type('application/gzip').send(bytes))
  announce({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage().rss, cpuMs: (user + system) / 1000 })
})

function announce(what: object): void {
  process.send?.(what)
}
