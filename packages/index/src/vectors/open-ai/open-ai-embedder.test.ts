import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SkillError } from '@skillwright/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type OpenAiEmbedderOptions, openAiEmbedder } from './open-ai-embedder.ts'

interface Asked {
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number }
}

type Answer = (asked: Asked, response: ServerResponse) => unknown

const KEY = 'sk-very-secret-0123456789'

/** A vector that tells texts apart: length, first character, one. */
function vectorOf(text: string): number[] {
  return [text.length, text.codePointAt(0) ?? 0, 1]
}

function embeddings(input: readonly string[]) {
  return { data: input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })) }
}

/** A real server on loopback that answers each request with the next of the answers, and then with the last one again. */
async function startServer(...answers: readonly Answer[]) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    asked.push(await readRequest(request))
    const last = asked.at(-1)
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (last === undefined || answer === undefined) return response.end()
    const value = answer(last, response)
    if (value !== undefined) response.end(typeof value === 'string' ? value : JSON.stringify(value))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return {
    path: request.url,
    authorization: request.headers.authorization,
    body: JSON.parse(String(Buffer.concat(chunks))),
  }
}

const correct: Answer = ({ body }) => embeddings(body.input)
const status =
  (code: number, body: unknown = {}, headers = {}): Answer =>
  (_, response) => {
    response.writeHead(code, headers)
    return body
  }

function embed(url: string, texts: readonly string[], options: Partial<OpenAiEmbedderOptions> = {}) {
  return openAiEmbedder({ url, model: 'm', backoffMs: 1, ...options }).embed(texts, { kind: 'document' })
}

async function errorOf(promise: Promise<unknown>): Promise<SkillError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SkillError)
  if (!(error instanceof SkillError)) throw new Error('not a SkillError')
  return error
}

test('texts are sent in batches and their vectors come back in order', async () => {
  const server = await startServer(correct)
  const vectors = await embed(server.url, ['a', 'bb', 'ccc', '猫', 'eeeee'], { batchSize: 2, dimensions: 3 })
  expect(vectors).toEqual(['a', 'bb', 'ccc', '猫', 'eeeee'].map((text) => new Float32Array(vectorOf(text))))
  expect(server.asked.map(({ body }) => body.input)).toEqual([['a', 'bb'], ['ccc', '猫'], ['eeeee']])
  expect(server.asked[0]).toMatchObject({
    path: '/v1/embeddings',
    body: { model: 'm', dimensions: 3, encoding_format: 'float' },
  })
  expect(server.asked[0]?.authorization).toBeUndefined()
})

test('an empty list sends no request', async () => {
  const server = await startServer(correct)
  expect(await embed(server.url, [])).toEqual([])
  expect(server.asked).toEqual([])
})

test('the key goes into the header and nowhere else', async () => {
  const server = await startServer(correct)
  await embed(server.url, ['a'], { apiKey: KEY })
  expect(server.asked[0]?.authorization).toBe(`Bearer ${KEY}`)
  expect(openAiEmbedder({ url: server.url, model: 'm', apiKey: KEY }).id).not.toContain(KEY)
})

test('queries and documents get the prefix the model wants', async () => {
  const server = await startServer(correct)
  const prefixes = { query: 'query: ', document: 'passage: ' }
  const embedder = openAiEmbedder({ url: server.url, model: 'm', prefixes })
  await embedder.embed(['x'], { kind: 'query' })
  await embedder.embed(['y'], { kind: 'document' })
  expect(server.asked.map(({ body }) => body.input[0])).toEqual(['query: x', 'passage: y'])
})

test('another model, place, length or document prefix is another embedder', () => {
  const base = { url: 'http://127.0.0.1:1/v1', model: 'm' }
  const variants = [
    base,
    { ...base, model: 'n' },
    { ...base, url: 'http://127.0.0.1:2/v1' },
    { ...base, dimensions: 3 },
    { ...base, prefixes: { query: '', document: 'passage: ' } },
  ]
  expect(new Set(variants.map((options) => openAiEmbedder(options).id)).size).toBe(variants.length)
  const whole = openAiEmbedder({ ...base, url: 'http://127.0.0.1:1/v1/embeddings?api-version=secret', apiKey: KEY })
  expect(whole.id).toBe(openAiEmbedder(base).id)
})

describe('a wrong answer says what came', () => {
  const one = (embedding: unknown, index: unknown = 0) => ({ data: [{ index, embedding }] })
  const two = (first: object, second: object) => ({
    data: [
      { index: 0, ...first },
      { index: 1, ...second },
    ],
  })
  const table: readonly [string, unknown, readonly string[], RegExp][] = [
    ['fewer vectors than texts', one([1]), ['a', 'b'], /expected 2 embeddings.*got 1/],
    ['more vectors than texts', two({ embedding: [1] }, { embedding: [1] }), ['a'], /expected 1 embeddings.*got 2/],
    [
      'vectors of different length',
      two({ embedding: [1, 2] }, { embedding: [1] }),
      ['a', 'b'],
      /expected 2 dimensions, got 1/,
    ],
    ['NaN, which is null in JSON', one([1, null]), ['a'], /finite numbers.*got null at 1/],
    ['NaN written out', '{"data":[{"index":0,"embedding":[NaN]}]}', ['a'], /expected JSON, got .*NaN/],
    ['a number that 32 bits cannot hold', one([1e300]), ['a'], /finite numbers.*got 1e\+300/],
    ['base64', one('AACAPwAAAEA='), ['a'], /got text \(base64/],
    ['no embedding', { data: [{ index: 0 }] }, ['a'], /list of numbers.*got nothing/],
    ['an empty embedding', one([]), ['a'], /list of numbers.*got \[\]/],
    ['an index beyond the texts', one([1], 7), ['a'], /index from 0 to 0, got 7/],
    [
      'an index twice',
      two({ embedding: [1] }, { index: 0, embedding: [2] }),
      ['a', 'b'],
      /each index once, got 0 twice/,
    ],
    ['another document', { embeddings: [[1]] }, ['a'], /expected \{"data": \[…\]\}, got \{"embeddings"/],
    ['a list of something else', { data: [[1]] }, ['a'], /an object at 0 of data, got \[1\]/],
    ['a page', '<html>Sign in</html>', ['a'], /expected JSON, got <html>Sign in/],
    ['an empty body', '', ['a'], /expected JSON, got nothing/],
  ]
  test.each(table)('%s', async (_, body, texts, message) => {
    const server = await startServer(
      (_asked, response) => void response.end(typeof body === 'string' ? body : JSON.stringify(body)),
    )
    const error = await errorOf(embed(server.url, texts))
    expect(error.code).toBe('INVALID_OUTPUT')
    expect(error.message).toMatch(message)
    expect(server.asked).toHaveLength(1)
  })

  test('another number of dimensions than was asked for', async () => {
    const server = await startServer(correct)
    const error = await errorOf(embed(server.url, ['a'], { dimensions: 256 }))
    expect(error.message).toMatch(/expected 256 dimensions, got 3/)
  })
})

test('vectors in another order are put where their index says, and without any index the order stands', async () => {
  const shuffled: Answer = ({ body }) => ({ data: embeddings(body.input).data.reverse() })
  const bare: Answer = ({ body }) => ({ data: body.input.map((text) => ({ embedding: vectorOf(text) })) })
  const server = await startServer(shuffled, bare)
  const expected = ['a', 'bb', 'ccc'].map((text) => new Float32Array(vectorOf(text)))
  expect(await embed(server.url, ['a', 'bb', 'ccc'])).toEqual(expected)
  expect(await embed(server.url, ['a', 'bb', 'ccc'])).toEqual(expected)
})

test('an endless answer is cut off', async () => {
  const server = await startServer((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('[0.123456789,'.repeat(5_000)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  const error = await errorOf(embed(server.url, ['a']))
  expect(error.code).toBe('OUTPUT_TOO_LARGE')
  expect(error.message).toContain('524288 bytes')
})

test.each([429, 500, 502, 503, 504, 408])('status %i is tried again', async (code) => {
  const server = await startServer(status(code), correct)
  expect(await embed(server.url, ['a'])).toHaveLength(1)
  expect(server.asked).toHaveLength(2)
})

test('attempts are bounded, and the last failure is reported', async () => {
  const server = await startServer(status(503, { error: { message: 'model is loading' } }))
  const error = await errorOf(embed(server.url, ['a'], { attempts: 4 }))
  expect(error).toMatchObject({ code: 'EXTERNAL_SERVICE_ERROR', details: { status: 503 } })
  expect(error.message).toContain('model is loading')
  expect(server.asked).toHaveLength(4)
})

test('Retry-After is kept, and a wait that is too long is left to the caller', async () => {
  const server = await startServer(status(429, {}, { 'retry-after': '1' }), correct)
  const started = performance.now()
  await embed(server.url, ['a'])
  expect(performance.now() - started).toBeGreaterThan(950)
  const busy = await startServer(status(429, {}, { 'retry-after': '3600' }))
  const error = await errorOf(embed(busy.url, ['a']))
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retry_after_seconds: 3600 } })
  expect(busy.asked).toHaveLength(1)
})

test.each([
  [400, 'INVALID_INPUT'],
  [401, 'PERMISSION_DENIED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'DATA_NOT_FOUND'],
  [413, 'INPUT_TOO_LARGE'],
  [302, 'INVALID_INPUT'],
])('status %i is final', async (code, expected) => {
  const server = await startServer(status(code, 'no', { location: 'http://127.0.0.1:9/elsewhere' }))
  expect((await errorOf(embed(server.url, ['a']))).code).toBe(expected)
  expect(server.asked).toHaveLength(1)
})

test('a service that repeats the key does not bring it into an error', async () => {
  const echo: Answer = ({ authorization }, response) => {
    response.writeHead(401)
    return { error: { message: `Incorrect API key: ${authorization}` } }
  }
  const inSuccess: Answer = ({ authorization }) => `you are ${authorization}`
  for (const answer of [echo, inSuccess]) {
    const server = await startServer(answer)
    const error = await errorOf(embed(server.url, ['a'], { apiKey: KEY }))
    expect(error.message).toContain('Bearer ***')
    expect(JSON.stringify([error.message, error.hint, error.details, error.stack, error.cause ?? null])).not.toContain(
      KEY,
    )
  }
})

test('a key or an address that cannot be used is refused without being repeated', async () => {
  const make = async (options: Partial<OpenAiEmbedderOptions>) =>
    openAiEmbedder({ url: 'http://127.0.0.1:1', model: 'm', ...options })
  for (const options of [
    { apiKey: 'hunter2\n' },
    { url: 'http://user:hunter2@127.0.0.1/v1' },
    { url: 'ftp://127.0.0.1/hunter2' },
    { url: 'no address hunter2' },
  ]) {
    const error = await errorOf(make(options))
    expect(error.code).toBe('INVALID_INPUT')
    expect(error.message).not.toContain('hunter2')
  }
  expect((await errorOf(make({ batchSize: 0 }))).message).toContain('batchSize must be a whole number from 1, got 0')
})

test('a refused connection is reported with the address and the reason', async () => {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const error = await errorOf(embed(`http://127.0.0.1:${port}/v1?key=hunter2`, ['a']))
  expect(error.code).toBe('FETCH_FAILED')
  expect(error.message).toContain(`127.0.0.1:${port}/v1/embeddings could not be asked`)
  expect(error.message).toContain('ECONNREFUSED')
  expect(error.message).not.toContain('hunter2')
})

test('an endpoint that never answers is a timeout, also when it stops in the middle', async () => {
  const silent = await startServer(() => undefined)
  const half = await startServer((_, response) => void response.write('{"data": ['))
  for (const { url } of [silent, half]) {
    const error = await errorOf(embed(url, ['a'], { timeoutMs: 100, attempts: 1 }))
    expect(error).toMatchObject({ code: 'TOOL_TIMEOUT' })
    expect(error.message).toContain('within 100 ms')
  }
})

test('a caller who gives up is answered at once, while asking and while waiting', async () => {
  const silent = await startServer(() => undefined)
  const busy = await startServer(status(429, {}, { 'retry-after': '20' }))
  for (const { url } of [silent, busy]) {
    const embedder = openAiEmbedder({ url, model: 'm' })
    const error = await errorOf(embedder.embed(['a'], { kind: 'query', signal: AbortSignal.timeout(100) }))
    expect(error.code).toBe('CANCELLED')
  }
})
