import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { READ_LOG_KEY } from '../operations/log.ts'
import { WHO_AM_I } from '../operations/login.ts'
import { LIST_SKILLS } from '../operations/skills.ts'
import { createHubClient } from './create-hub-client.ts'

const ME = { handle: 'ada', role: 'member', scopes: ['read'], bound_to: null, expires_at: null }

test('an answer that is not what the schema says is refused, and fields of a newer hub are kept', async () => {
  const answers = [ME, { ...ME, newer: true }, { ...ME, scopes: 'read' }, [], 'text', { ...ME, role: 7 }]
  await using server = await serve((_request, answer) => answer.end(JSON.stringify(answers.shift())))
  const hub = createHubClient(server)
  expect(await hub.call(WHO_AM_I)).toEqual(ME)
  expect(await hub.call(WHO_AM_I)).toEqual({ ...ME, newer: true })
  const refused = expect.objectContaining({ code: 'EXTERNAL_SERVICE_ERROR' })
  for (const _ of [1, 2, 3, 4]) await expect(hub.call(WHO_AM_I)).rejects.toThrow(refused)
})

test('words of a newer hub are kept, alone and in lists, and what is no word is refused', async () => {
  const newer = { ...ME, role: 'auditor', scopes: ['read', 'audit'] }
  const answers = [newer, { ...newer, scopes: ['read', 7] }, { ...newer, role: 7 }, { ...newer, role: '\u001b[2J' }]
  await using server = await serve((_request, answer) => answer.end(JSON.stringify(answers.shift())))
  const hub = createHubClient(server)
  expect(await hub.call(WHO_AM_I)).toEqual(newer)
  const refused = expect.objectContaining({ code: 'EXTERNAL_SERVICE_ERROR' })
  for (const _ of [1, 2, 3]) await expect(hub.call(WHO_AM_I)).rejects.toThrow(refused)
})

test('an answer is read up to its limit, whether or not its length is given', async () => {
  let sent = 0
  await using server = await serve((request, answer) => {
    answer.setHeader('content-type', 'application/x-pem-file')
    if (request.headers.authorization !== undefined) answer.setHeader('content-length', 2 ** 30)
    const more = () => {
      while (!answer.destroyed) {
        sent += 1024
        if (!answer.write('x'.repeat(1024))) return
      }
    }
    answer.on('drain', more)
    more()
  })
  for (const token of [undefined, 'skw_x'])
    await expect(createHubClient({ ...server, token }).call(READ_LOG_KEY, { maxAnswerBytes: 10_000 })).rejects.toThrow(
      expect.objectContaining({ code: 'OUTPUT_TOO_LARGE' }),
    )
  expect(sent).toBeLessThan(2 ** 28)
})

test('a list that leads back to itself ends', async () => {
  await using server = await serve((_request, answer) => answer.end('{"items":[],"next_cursor":"round"}'))
  await expect(Array.fromAsync(createHubClient(server).list(LIST_SKILLS))).rejects.toThrow('a list that never ends')
})

test('the time to retry is passed on, from a hub or a proxy before it', async () => {
  const problem = { code: 'RATE_LIMIT_EXCEEDED', detail: 'Too many', hint: 'Wait', request_id: 'r-1' }
  const bodies = [JSON.stringify(problem), '<html>']
  await using server = await serve((_request, answer) =>
    answer.writeHead(429, { 'retry-after': '7' }).end(bodies.shift()),
  )
  for (const code of ['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'])
    await expect(createHubClient(server).call(WHO_AM_I)).rejects.toThrow(
      expect.objectContaining({ code, details: expect.objectContaining({ retry_after_seconds: 7 }) }),
    )
})

test('a token is not sent to where a hub sends us on', async () => {
  await using elsewhere = await serve((_request, answer) => answer.end(JSON.stringify(ME)))
  await using server = await serve((_request, answer) => answer.writeHead(307, { location: elsewhere.url }).end())
  await expect(createHubClient({ ...server, token: 'skw_x' }).call(WHO_AM_I)).rejects.toThrow(elsewhere.url)
  expect(elsewhere.asked).toBe(0)
})

async function serve(listener: RequestListener) {
  const server = createServer((request, answer) => {
    running.asked++
    listener(request, answer)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const running = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return running
}
