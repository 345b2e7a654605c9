import { createHmac } from 'node:crypto'
import { failed, SkillError, succeeded } from '@skillwright/contract'
import { describe, expect, test } from 'vitest'
import { openTestJobs, testEngines } from './fixtures/test-engines.ts'
import type { WebhookMessage } from './index.ts'

const SECRET = Buffer.from('a secret of ann').toString('base64')

for (const engine of await testEngines())
  describe.skipIf(!engine.available)(`webhooks over ${engine.kind}`, () => {
    test('the end of a run is told, signed, and again later when the receiver does not take it', async () => {
      let now = Date.parse('2026-05-01T00:00:00Z')
      const sent: (WebhookMessage & { url: string; at: number })[] = []
      const answers = [500, 'no connection', 204] as const
      await using jobs = await openTestJobs(await engine.fresh(), {
        clock: () => now,
        random: () => 0,
        perform: async (run) =>
          run.skill === 'bad' ? failed(new SkillError('TOOL_EXECUTION_FAILED', 'no')) : succeeded({ secret: 1 }),
        webhooks: {
          secretOf: (principal) => `whsec_${principal === 'ann' ? SECRET : ''}`,
          post: async (url, message) => {
            sent.push({ ...message, url, at: now })
            const answer = answers[sent.length - 1] ?? 200
            if (answer === 'no connection') throw new Error(answer)
            return { status: answer }
          },
        },
      })
      await using _worker = jobs.work({ concurrency: 1 })
      const webhook = 'https://ann.example/told'
      const [run] = await jobs.submit([
        {
          skill: 'good',
          request: { action: 'go', params: {} },
          principal: 'ann',
          via: 'job',
          isIdempotent: false,
          webhook,
        },
      ])
      for (const [i, wait] of [0, 5_000, 300_000].entries()) {
        now += wait
        await expect.poll(() => sent.length).toBe(i + 1)
      }
      expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([0, 5_000, 305_000])
      const [first] = sent
      expect(JSON.parse(first?.body ?? '')).toEqual({
        type: 'run.succeeded',
        timestamp: '2026-05-01T00:00:00.000Z',
        data: { run_id: run?.id, skill: 'good', action: 'go', state: 'succeeded', status: 'success' },
      })
      for (const { headers, body, url } of sent) {
        const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
        const expected = createHmac('sha256', Buffer.from(SECRET, 'base64'))
          .update(`${id}.${timestamp}.${body}`)
          .digest('base64')
        expect({ url, signature }).toEqual({ url: webhook, signature: `v1,${expected}` })
        expect(id).toBe(first?.headers['webhook-id'])
      }
      const [bad] = await jobs.submit([
        { skill: 'bad', request: {}, principal: 'ann', via: 'job', isIdempotent: false, webhook },
        { skill: 'good', request: {}, principal: 'ann', via: 'job', isIdempotent: false },
      ])
      await expect.poll(() => sent.length).toBe(4)
      expect(JSON.parse(sent[3]?.body ?? '')).toMatchObject({
        type: 'run.failed',
        data: { run_id: bad?.id, error_code: 'TOOL_EXECUTION_FAILED' },
      })
      now += 86_400_000
      await jobs.cancel(
        (
          await jobs.submit([
            { skill: 'good', request: {}, principal: 'ann', via: 'job', isIdempotent: false, webhook, dueAt: now + 1 },
          ])
        )[0]?.id ?? '',
      )
      await expect.poll(() => sent.length).toBe(5)
      expect(JSON.parse(sent[4]?.body ?? '')).toMatchObject({ type: 'run.cancelled' })
    })

    test('receivers that are slow hold up nobody else, and nothing of them is sent by two nodes', async () => {
      const where = await engine.fresh()
      const slow = Promise.withResolvers<{ status: number }>()
      const told: string[] = []
      const settings = {
        perform: async () => succeeded({}),
        webhooks: {
          secretOf: () => `whsec_${SECRET}`,
          post: async (url: string) => {
            told.push(url)
            return url.includes('slow') ? slow.promise : { status: 200 }
          },
        },
      }
      await using jobs = await openTestJobs(where, settings)
      await using _worker = jobs.work({ concurrency: 50 })
      const run = (principal: string, webhook: string) =>
        ({ skill: 's', request: {}, principal, via: 'job', isIdempotent: false, webhook }) as const
      const from = (prefix: string) => told.filter((url) => url.includes(prefix)).length
      await jobs.submit(Array.from({ length: 120 }, (_, i) => run('mal', `https://slow.example/${i}`)))
      await expect.poll(() => from('slow')).toBe(5)
      await jobs.submit(Array.from({ length: 30 }, (_, i) => run('ann', `https://quick.example/${i}`)))
      await expect.poll(() => from('quick')).toBe(30)
      expect(from('slow')).toBe(5)
      await using other = await openTestJobs(where, settings)
      await using _other = other.work({ concurrency: 1 })
      slow.resolve({ status: 200 })
      await expect.poll(() => from('slow')).toBe(120)
      expect(new Set(told).size).toBe(150)
    })
  })
