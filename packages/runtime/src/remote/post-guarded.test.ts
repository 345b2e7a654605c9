import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectPinned } from './connect-pinned.ts'
import type { GuardedHost } from './guard-address.ts'
import { postGuarded } from './post-guarded.ts'

async function startReceiver(answer: { readonly status: number; readonly headers?: Record<string, string> }) {
  const hosts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    request.resume().on('end', () => response.writeHead(answer.status, answer.headers).end())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    hosts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
}

test('a name that leads elsewhere at each question is asked for once, and dialled at the address that was checked', async () => {
  await using receiver = await startReceiver({ status: 204 })
  const dialled: GuardedHost[] = []
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['10.0.0.1']]
  const asked: string[] = []
  const status = await postGuarded(`http://hooks.example.com:${receiver.port}/x`, '{}', {
    allow: ['127.0.0.1'],
    resolve: async (name) => {
      asked.push(name)
      return answers.shift() ?? []
    },
    connect: (host): Socket => {
      dialled.push(host)
      return connectPinned(host)
    },
  })
  expect(status).toBe(204)
  expect(asked).toEqual(['hooks.example.com'])
  expect(dialled).toMatchObject([{ hostname: 'hooks.example.com', addresses: ['127.0.0.1'] }])
  expect(receiver.hosts).toEqual([`hooks.example.com:${receiver.port}`])
})

test.each([[['127.0.0.1']], [['10.1.2.3']], [['93.184.215.14', '169.254.169.254']], [['::ffff:10.0.0.1']]])(
  'a message to a public name that leads to %j is refused, the second time as the first',
  async (addresses) => {
    const dialled: GuardedHost[] = []
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(
        postGuarded('https://hooks.example.com/x', '{}', {
          resolve: async () => addresses,
          connect: (host): Socket => {
            dialled.push(host)
            throw new Error('dialled')
          },
        }),
      ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(dialled).toEqual([])
  },
)

test('a receiver that leads on is not followed', async () => {
  await using trap = await startReceiver({ status: 200 })
  const location = `http://127.0.0.1:${trap.port}/inner`
  await using receiver = await startReceiver({ status: 307, headers: { location } })
  expect(await postGuarded(`http://127.0.0.1:${receiver.port}/x`, '{}', { allow: ['127.0.0.1'] })).toBe(307)
  expect(trap.hosts).toEqual([])
})
