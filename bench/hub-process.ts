// A server in a process of its own: `hub <folder>`, or `bare <file>` for Fastify routes that send the answers in the file.
import { readFileSync } from 'node:fs'
import { startHub } from '@skillwright/hub'
import Fastify from 'fastify'

const [kind, path = ''] = process.argv.slice(2)

if (kind === 'hub') {
  const rate = { read: 0, write: 0, login: 0, call: 0 }
  const { url, adminToken } = await startHub({ port: 0, dir: path, rate, verify: 'off', logLevel: 'warn' })
  announce({ url, adminToken })
} else {
  // Logs as the hub does: nothing of a request that only read.
  const app = Fastify({ logger: { level: 'warn' } })
  const answers: { headers: Record<string, string>; body: string }[] = JSON.parse(readFileSync(path, 'utf8'))
  for (const [i, { headers, body }] of answers.entries()) {
    const bytes = Buffer.from(body, 'base64')
    const payload = headers['content-type']?.includes('json') ? bytes.toString() : bytes
    app.get(`/${i}/:scope/:name`, (_request, reply) => reply.headers(headers).send(payload))
  }
  announce({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage().rss, cpuMs: (user + system) / 1000 })
})

function announce(what: object): void {
  process.send?.(what)
}
