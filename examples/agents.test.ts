import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { createRuntime, type Runtime } from '@skillwright/runtime'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerWithAiSdk } from './ai-sdk-agent.ts'
import { answerWithClaude } from './anthropic-agent.ts'
import { answerWithGemini } from './gemini-agent.ts'
import { answerWithOpenAi } from './openai-agent.ts'
import { answerWithResponses } from './openai-responses-agent.ts'

const roots = [join(import.meta.dirname, '../skills')]
const QUESTION = 'How many kilometres are 5 miles, and what is 350 F in celsius?'
// As a model writes them: a number as text, and a unit that does not exist.
const CALLS = [
  { name: 'unit-converter', input: { value: '5', from: 'mi', to: 'km' } },
  { name: 'unit-converter', input: { value: 350, from: 'F', to: 'parsec' } },
]

let runtime: Runtime
beforeAll(async () => {
  runtime = await createRuntime({ contain: false })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** A service that speaks a model's API: it asks for two calls at once, and then repeats what it was told of them. */
async function startModel(
  reply: (body: Body, turn: number) => object,
): Promise<{ url: string; bodies: Body[] } & AsyncDisposable> {
  const bodies: Body[] = []
  const server = createServer(async (request, answer) => {
    const body = (await json(request)) as Body
    bodies.push(body)
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(reply(body, bodies.length)))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what an API is sent is what a test looks at.
type Body = any

const RIGHT = expect.stringContaining('8.04672')
const WRONG = expect.stringMatching(/errors|error/)

const chatReply = (body: Body, turn: number) => {
  const tool_calls = CALLS.map(({ name, input }, i) => ({
    id: `call-${i}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const told = body.messages.filter(({ role }: Body) => role === 'tool')
  const message =
    turn === 1
      ? { role: 'assistant', content: null, tool_calls }
      : { role: 'assistant', content: told.map(({ content }: Body) => content).join(' | ') }
  return {
    id: 'chat-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [{ index: 0, finish_reason: turn === 1 ? 'tool_calls' : 'stop', message }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

test('an agent with OpenAI chat completions finds, injects and calls skills', async () => {
  await using model = await startModel(chatReply)
  const client = new OpenAI({ apiKey: 'test', baseURL: `${model.url}/v1` })
  const said = await answerWithOpenAi(QUESTION, { client, model: 'test', runtime, roots })
  expect(said).toMatch(/8\.04672.*\|.*errors/)
  const [first, second] = model.bodies
  expect(first.messages[0]).toMatchObject({
    role: 'system',
    content: expect.stringContaining("<skill name='unit-converter'>"),
  })
  expect(first.tools).toContainEqual(
    expect.objectContaining({
      type: 'function',
      function: expect.objectContaining({ name: 'unit-converter', strict: true }),
    }),
  )
  expect(second.messages.slice(-2)).toEqual([
    { role: 'tool', tool_call_id: 'call-0', content: RIGHT },
    { role: 'tool', tool_call_id: 'call-1', content: WRONG },
  ])
})

test('an agent with the OpenAI responses API does', async () => {
  await using model = await startModel((body, turn) => {
    const calls = CALLS.map(({ name, input }, i) => ({
      type: 'function_call',
      id: `item-${i}`,
      call_id: `call-${i}`,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    }))
    const told = body.input.filter(({ type }: Body) => type === 'function_call_output')
    const text = told.map(({ output }: Body) => output).join(' | ')
    const message = {
      type: 'message',
      id: 'm',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    }
    return {
      id: 'r',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model: 'test',
      output: turn === 1 ? calls : [message],
    }
  })
  const client = new OpenAI({ apiKey: 'test', baseURL: `${model.url}/v1` })
  const said = await answerWithResponses(QUESTION, { client, model: 'test', runtime, roots })
  expect(said).toMatch(/8\.04672.*\|.*errors/)
  expect(model.bodies[0].tools).toContainEqual(
    expect.objectContaining({ type: 'function', name: 'unit-converter', strict: true }),
  )
  expect(model.bodies[1].input.slice(-2)).toEqual([
    { type: 'function_call_output', call_id: 'call-0', output: RIGHT },
    { type: 'function_call_output', call_id: 'call-1', output: WRONG },
  ])
})

test('an agent with Claude does', async () => {
  await using model = await startModel((body, turn) => {
    const calls = CALLS.map(({ name, input }, i) => ({ type: 'tool_use', id: `call-${i}`, name, input }))
    const told = body.messages.at(-1).content
    const text = turn === 1 ? '' : told.map(({ content }: Body) => content).join(' | ')
    return {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'test',
      content: turn === 1 ? calls : [{ type: 'text', text }],
      stop_reason: turn === 1 ? 'tool_use' : 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    }
  })
  const client = new Anthropic({ apiKey: 'test', baseURL: model.url })
  const said = await answerWithClaude(QUESTION, { client, model: 'test', runtime, roots })
  expect(said).toMatch(/8\.04672.*\|.*errors/)
  expect(model.bodies[0].tools).toContainEqual(
    expect.objectContaining({ name: 'unit-converter', input_schema: expect.objectContaining({ type: 'object' }) }),
  )
  expect(model.bodies[1].messages.at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'call-0', content: RIGHT },
      { type: 'tool_result', tool_use_id: 'call-1', content: WRONG, is_error: true },
    ],
  })
})

test('an agent with Gemini does', async () => {
  await using model = await startModel((body, turn) => {
    const calls = CALLS.map(({ name, input }, i) => ({ functionCall: { id: `call-${i}`, name, args: input } }))
    const parts = turn === 1 ? calls : [{ text: JSON.stringify(body.contents.at(-1).parts) }]
    return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }] }
  })
  const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: model.url } })
  const said = await answerWithGemini(QUESTION, { client, model: 'test', runtime, roots })
  expect(said).toContain('8.04672')
  expect(model.bodies[0].tools[0].functionDeclarations).toContainEqual(
    expect.objectContaining({
      name: 'unit-converter',
      parametersJsonSchema: expect.objectContaining({ type: 'object' }),
    }),
  )
  expect(model.bodies[1].contents.at(-1).parts).toMatchObject([
    { functionResponse: { id: 'call-0', name: 'unit-converter', response: { output: { value: 8.04672 } } } },
    { functionResponse: { id: 'call-1', response: { error: { status: 'failed' } } } },
  ])
})

test('an agent with the AI SDK does', async () => {
  await using model = await startModel(chatReply)
  const provider = createOpenAICompatible({ name: 'local', baseURL: `${model.url}/v1` })
  const said = await answerWithAiSdk(QUESTION, { model: provider('test'), runtime, roots })
  expect(said).toMatch(/8\.04672.*\|/)
  expect(model.bodies[1].messages.slice(-2)).toMatchObject([
    { role: 'tool', tool_call_id: 'call-0', content: RIGHT },
    { role: 'tool', tool_call_id: 'call-1', content: WRONG },
  ])
})
