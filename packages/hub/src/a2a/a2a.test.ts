import { type AgentCard, Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import { type Client, ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from '../calls/fixtures/calling-hub.ts'

let hub: CallingHub
let bea: string
let bound: string
beforeAll(async () => {
  // On a busy machine a first call takes long, which is not what is tried here.
  hub = await startCallingHub({ calls: { waitMs: 600_000 }, maxConnections: 40 })
  await hub.publish(SHOUT)
  await hub.publish({ ...SHOUT, name: 'quiet-words' })
  await hub.publish({ ...SHOUT, name: 'own-words' }, '?access=private')
  await hub.publish({ name: 'only-words' })
  bea = await hub.tokenFor('bea', ['read', 'invoke'])
  const made = await hub.ask('/v1/tokens', {
    method: 'POST',
    body: { name: 'agent', scopes: ['invoke'], bound_to: '@ann/quiet-words' },
  })
  bound = made.body.token
})
afterAll(() => hub[Symbol.asyncDispose]())

/** The official client, which shows a token with every request. */
function connect(token: string): Promise<Client> {
  const fetchAs: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(url, { ...init, headers })
  }
  const transports = [new JsonRpcTransportFactory({ fetchImpl: fetchAs })]
  return new ClientFactory({ ...ClientFactoryOptions.default, transports }).createFromUrl(hub.url)
}

const card = async (token: string): Promise<AgentCard> =>
  (await hub.ask('/.well-known/agent-card.json', { token })).body

function message(content: Readonly<Record<string, unknown>> | string, metadata?: Readonly<Record<string, unknown>>) {
  const part =
    typeof content === 'string'
      ? ({ $case: 'text', value: content } as const)
      : ({ $case: 'data', value: content } as const)
  return {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: part, metadata: undefined, filename: '', mediaType: '' }],
    metadata,
    extensions: [],
    referenceTaskIds: [],
  }
}

const request = (...asked: Parameters<typeof message>) => ({
  tenant: '',
  message: message(...asked),
  configuration: undefined,
  metadata: undefined,
})

const resultOf = (task: Task) => task.artifacts.flatMap(({ parts }) => parts.map(({ content }) => content?.value))

describe('the official client', () => {
  test('sends a message and gets the task with the result of the run', async () => {
    const client = await connect(bea)
    const asked = { skill: '@ann/text-shout', params: { text: 'hello' } }
    const task = (await client.sendMessage(request(asked))) as Task
    expect(task).toMatchObject({
      status: { state: TaskState.TASK_STATE_COMPLETED },
      metadata: { skill: '@ann/text-shout' },
    })
    expect(resultOf(task)).toEqual([{ text: 'HELLO' }])
    const again = await client.getTask({ tenant: '', id: task.id, historyLength: undefined })
    expect([again.id, resultOf(again)]).toEqual([task.id, [{ text: 'HELLO' }]])
    const run = await hub.ask(`/v1/runs/${task.id}`, { token: bea })
    expect(run.body).toMatchObject({ via: 'a2a', caller: '@bea', status: 'succeeded' })
  })

  test('a text is the one parameter that a skill must have, and the context of the caller stays with the task', async () => {
    const client = await connect(bea)
    const asked = request('hello there', { skill: '@ann/text-shout' })
    const task = (await client.sendMessage({ ...asked, message: { ...asked.message, contextId: 'trip-7' } })) as Task
    expect([resultOf(task), task.contextId]).toEqual([[{ text: 'HELLO THERE' }], 'trip-7'])
    expect((await client.getTask({ tenant: '', id: task.id, historyLength: undefined })).contextId).toBe('trip-7')
  })

  test('hears of progress, and cancels', async () => {
    const client = await connect(bea)
    const heard: StreamResponse[] = []
    let id = ''
    for await (const event of client.sendMessageStream(request({ text: 'wait...' }, { skill: '@ann/quiet-words' }))) {
      heard.push(event)
      if (event.payload?.$case === 'task') id = event.payload.value.id
      const told =
        event.payload?.$case === 'statusUpdate' ? event.payload.value.status?.message?.parts[0]?.content : undefined
      if (told !== undefined && heard.length === 2) {
        expect(told.value).toMatchObject({ done: 0.5, message: 'halfway' })
        await client.cancelTask({ tenant: '', id, metadata: undefined })
      }
    }
    expect(heard.at(-1)?.payload).toMatchObject({
      $case: 'statusUpdate',
      value: { taskId: id, status: { state: TaskState.TASK_STATE_CANCELED } },
    })
    await expect(client.cancelTask({ tenant: '', id, metadata: undefined })).rejects.toThrow(/has ended/)
  })

  test('a task that is not waited for is followed later', async () => {
    const client = await connect(bea)
    const configuration = {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      historyLength: undefined,
      returnImmediately: true,
    }
    const asked = { ...request({ skill: '@ann/text-shout', params: { text: 'later' } }), configuration }
    const { id, status } = (await client.sendMessage(asked)) as Task
    expect(status?.state).toBe(TaskState.TASK_STATE_SUBMITTED)
    const read = async () => client.getTask({ tenant: '', id, historyLength: undefined })
    await expect.poll(async () => resultOf(await read()), { timeout: 60_000 }).toEqual([{ text: 'LATER' }])
  })

  test('what fails is a failed task with our codes', async () => {
    const client = await connect(bea)
    const task = (await client.sendMessage(
      request({ skill: '@ann/text-shout', params: { text: 5.5, loud: 1 } }),
    )) as Task
    expect(task).toMatchObject({ status: { state: TaskState.TASK_STATE_FAILED } })
    expect(task.status?.message?.parts[0]?.content?.value).toMatchObject({ errors: [{ code: 'INVALID_INPUT' }] })
  })
})

test('streams leave connections to others', async () => {
  const client = await connect(bea)
  const ids: string[] = []
  const streams = Array.from({ length: 4 }, () =>
    client.sendMessageStream(request({ text: 'wait...' }, { skill: '@ann/quiet-words' })),
  )
  for (const stream of streams) {
    const { value } = await stream.next()
    if (value?.payload?.$case === 'task') ids.push(value.payload.value.id)
  }
  const asked = { message: { parts: [{ text: 'more' }], metadata: { skill: '@ann/text-shout' } } }
  expect((await rpc('SendStreamingMessage', asked)).status).toBe(429)
  expect((await rpc('SubscribeToTask', { id: ids[0] })).status).toBe(429)
  for (const id of ids) await client.cancelTask({ tenant: '', id, metadata: undefined })
  for (const stream of streams) for await (const _ of stream);
  const { body } = await rpc('SendStreamingMessage', asked)
  expect(body).toContain('TASK_STATE_COMPLETED')
})

test('a card lists what its reader may call, and nothing else', async () => {
  const ids = async (token: string) => (await card(token)).skills.map(({ id }) => id).sort()
  expect(await ids('')).toEqual(['@ann/quiet-words', '@ann/text-shout'])
  expect(await ids(hub.owner)).toEqual(['@ann/own-words', '@ann/quiet-words', '@ann/text-shout'])
  expect(await ids(bea)).toEqual(['@ann/quiet-words', '@ann/text-shout'])
  expect(await ids(bound)).toEqual(['@ann/quiet-words'])
  expect(await (await connect(bound)).getAgentCard()).toMatchObject({
    supportedInterfaces: [{ url: `${hub.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    skills: [{ id: '@ann/quiet-words' }],
  })
})

const VERSION = { 'a2a-version': '1.0' }
const rpc = (method: unknown, params: unknown, token = bea) =>
  hub.ask('/a2a', { method: 'POST', token, headers: VERSION, body: { jsonrpc: '2.0', id: 1, method, params } })
const send = (content: unknown, metadata?: unknown, token?: string) =>
  rpc('SendMessage', { message: { messageId: '1', role: 'ROLE_USER', parts: [content], metadata } }, token)

test('a skill that may not be called is as absent as one that is not there', async () => {
  const ask = async (skill: string, token: string) => {
    const { body } = await send({ data: { skill, params: { text: 'x' } } }, undefined, token)
    return JSON.stringify(body).replaceAll(skill, 'SKILL')
  }
  expect(await ask('@ann/own-words', bea)).toBe(await ask('@ann/no-words', bea))
  expect(await ask('@ann/text-shout', bound)).toBe(await ask('@ann/no-words', bound))
})

test('a task of another caller, or of a skill that the token is not for, is as absent as one that is not there', async () => {
  const { body } = await send({ data: { skill: '@ann/text-shout', params: { text: 'mine' } } }, undefined, hub.owner)
  const { id } = body.result.task
  expect((await rpc('GetTask', { id }, hub.owner)).body.result.id).toBe(id)
  const absent = '0190f5a0-0000-7000-8000-000000000000'
  for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask'])
    for (const token of [bea, bound]) {
      const answers = []
      for (const one of [id, absent]) {
        const { status, body: answer } = await rpc(method, { id: one }, token)
        expect([method, status, answer.error?.code]).toEqual([method, 200, -32001])
        answers.push(JSON.stringify(answer).replaceAll(one, 'ID'))
      }
      expect(answers[0]).toBe(answers[1])
    }
})

test.each(['', '\u0007', '../..', 'x'.repeat(100_000), "' or 1=1 --"])(
  'a task of an id that is none is not there',
  async (id) => {
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
      const { body } = await rpc(method, { id })
      expect([body.error.code, JSON.stringify(body).length < 1_000]).toEqual([-32001, true])
    }
  },
)

test('a context that cannot be kept is refused', async () => {
  const asked = { messageId: '1', role: 'ROLE_USER', parts: [{ text: 'x' }], metadata: { skill: '@ann/text-shout' } }
  for (const contextId of ['x'.repeat(300), 'a\u0007b']) {
    const { body } = await rpc('SendMessage', { message: { ...asked, contextId } })
    expect(body.error).toMatchObject({ code: -32602, data: [{ metadata: { code: 'INVALID_INPUT' } }] })
  }
})

const MALFORMED: readonly [string, unknown, number][] = [
  ['a list', [{ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } }], -32602],
  ['a text', 'GetTask', -32602],
  ['no version of JSON-RPC', { id: 1, method: 'GetTask', params: {} }, -32602],
  ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'GetTask', params: {} }, -32602],
  ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tasks/drop', params: {} }, -32601],
  ['a method of prototypes', { jsonrpc: '2.0', id: 1, method: 'constructor', params: {} }, -32601],
  ['params that are a list', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: [] }, -32602],
  ['no message', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} }, -32602],
  ['a message that is a text', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: 'x' } }, -32602],
  [
    'parts that are nothing',
    { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: { parts: [null] } } },
    -32602,
  ],
  ['no part', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: { parts: [] } } }, -32602],
  [
    'a file',
    { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: { parts: [{ url: 'http://127.0.0.1/' }] } } },
    -32602,
  ],
  ['a list of tasks', { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }, -32004],
  [
    'a push notification',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'CreateTaskPushNotificationConfig',
      params: { taskId: 'x', url: 'http://127.0.0.1' },
    },
    -32003,
  ],
]

test.each(MALFORMED)('%s gets a typed answer', async (_, body, code) => {
  const { status, body: answer } = await hub.ask('/a2a', { method: 'POST', token: bea, headers: VERSION, body })
  expect([status, answer.error?.code, answer.jsonrpc]).toEqual([200, code, '2.0'])
  expect(JSON.stringify(answer)).not.toMatch(/TypeError|undefined \(|node_modules|\.ts:/)
})

test('what cannot be sent at all, or is too much, is answered as everywhere', async () => {
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bea}`, ...VERSION }
    return (await fetch(`${hub.url}/a2a`, { method: 'POST', headers, body })).status
  }
  expect(await post('{')).toBe(400)
  expect(await post(`{"x":"${'x'.repeat(40_000_000)}"}`)).toBe(413)
  expect(await post('['.repeat(100_000))).toBe(400)
  const { body } = await hub.ask('/a2a', {
    method: 'POST',
    token: bea,
    body: { jsonrpc: '2.0', id: 7, method: 'GetTask', params: {} },
  })
  expect(body).toMatchObject({ id: 7, error: { code: -32009 } })
})

test('without a token, or with one that does not call, nothing is answered; pages of other sites are refused', async () => {
  expect((await rpc('GetTask', { id: 'x' }, '')).status).toBe(401)
  expect((await rpc('GetTask', { id: 'x' }, await hub.tokenFor('cid', ['read']))).status).toBe(403)
  const headers = { ...VERSION, origin: 'https://evil.example' }
  expect((await hub.ask('/a2a', { method: 'POST', token: bea, headers, body: {} })).status).toBe(403)
})

test('a message says which skill it is for, and is not guessed at', async () => {
  const codes = async (...asked: Parameters<typeof send>) => (await send(...asked)).body.error?.data[0].metadata.code
  expect(await codes({ text: 'hello' })).toBe('MISSING_REQUIRED_PARAM')
  expect(await codes({ data: { text: 'hello' } })).toBe('INVALID_INPUT')
  expect(await codes({ data: { skill: 5 } })).toBe('INVALID_INPUT')
  expect(await codes({ data: { skill: '../../etc', params: {} } })).toBe('INVALID_INPUT')
  expect(await codes({ data: { skill: '@ann/only-words', params: {} } })).toBe('TOOL_NOT_AVAILABLE')
  // A token for one skill says which.
  expect((await send({ text: 'hello' }, undefined, bound)).body.result.task.artifacts[0].parts[0].data).toEqual({
    text: 'HELLO',
  })
})
