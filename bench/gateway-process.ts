// A server in a process of its own: `hub <folder>`, or `bare <skill>` for a Fastify route that calls the skill's worker itself.
import { startHub } from '@skillwright/hub'
import { createRuntime } from '@skillwright/runtime'
import { readSkill } from '@skillwright/skill'
import Fastify from 'fastify'
import { median } from './measure.ts'

const [kind, path = ''] = process.argv.slice(2)
const NOWHERE = { write: () => true }

if (kind === 'hub') {
  const rate = { read: 0, write: 0, login: 0, call: 0 }
  // What is published here is of the lowest tier; those that are run for everybody need no look at who calls.
  const calls = { tiers: ['official', 'verified', 'community'] }
  const { url, adminToken } = await startHub({ port: 0, dir: path, rate, calls, verify: 'off', logTo: NOWHERE })
  process.send?.({ url, adminToken })
} else {
  const skill = await readSkill(path)
  const runtime = await createRuntime()
  const call = async (params: unknown) => {
    const answer = await runtime.run(skill, { action: 'analyze', params }, { principal: '@admin' })
    if (answer.status !== 'success') throw new Error(JSON.stringify(answer))
    return answer
  }
  const app = Fastify({ logger: { level: 'info', stream: NOWHERE } })
  const data = skill.contract?.action('analyze')
  const response = {
    type: 'object',
    properties: {
      status: { type: 'string' },
      data: data?.output.schema ?? {},
      metadata: { type: 'object', additionalProperties: true },
    },
  }
  app.post('/invoke', {
    schema: { body: data?.input.schema, response: { 200: response } },
    handler: (request) => call(request.body),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.on('message', async (message: { runtimeCalls?: number }) => {
    if (message.runtimeCalls === undefined) return
    const times: number[] = []
    for (let i = 0; i < message.runtimeCalls; i++) {
      const start = performance.now()
      await call({ days: 7 })
      times.push(performance.now() - start)
    }
    process.send?.({ medianMs: median(times) })
  })
  process.send?.({ url })
}

process.on('SIGINT', () => process.exit())
process.on('message', (message: { figures?: boolean }) => {
  const { user, system } = process.cpuUsage()
  if (message.figures) process.send?.({ cpuMs: (user + system) / 1000 })
})
