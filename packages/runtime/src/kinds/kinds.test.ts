import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, describe, expect, test } from 'vitest'
import { createRuntime } from '../index.ts'
import { containedTest } from '../launch/fixtures/try-program.ts'
import { createTaskBoard, type Task } from './task-board.ts'

const temp = mkdtempSync(join(tmpdir(), 'skillwright-capabilities-'))
// Nothing of the user's in it, and uncontained, so that it runs on every machine.
const OWN = { contain: false, cacheDir: join(temp, 'cache') }

const skills = join(import.meta.dirname, '../../../../skills')

afterAll(() => rm(temp, { recursive: true, force: true }))

/** A skill made of files. */
async function skillOf(id: string, files: Readonly<Record<string, unknown>>): Promise<Skill> {
  const dir = join(temp, id)
  const all = { 'SKILL.md': `---\nid: ${id}\ndescription: Does something.\n---\n# ${id}\n`, ...files }
  for (const [file, content] of Object.entries(all)) {
    await mkdir(join(dir, file, '..'), { recursive: true })
    await writeFile(join(dir, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return readSkill(dir)
}

describe('a plugin that is a module', () => {
  test('is called with its parameters, in a process of its own', async () => {
    await using runtime = await createRuntime(OWN)
    const converter = await readSkill(join(skills, 'unit-converter'))
    expect(await runtime.run(converter, { params: { value: '5', from: 'mi', to: 'km' } })).toMatchObject({
      status: 'success',
      data: { value: 8.04672, unit: 'km', quantity: 'length' },
      metadata: { coercions: [{ path: '/value' }] },
    })
    expect(await runtime.run(converter, { params: { value: 5, from: 'mi', to: 'kg' } })).toMatchObject({
      status: 'failed',
      errors: [{ code: 'INVALID_INPUT', message: 'mi is a unit of length, kg is one of mass' }],
    })
  })

  test.each([
    [
      'prints',
      'export const run = () => { console.log("noise"); process.stdout.write("more"); return { ok: 1 } }',
      { data: { ok: 1 } },
    ],
    [
      'gets the action and the context',
      'export async function run(params, context) { return { params, context } }',
      { data: { params: { a: 1 }, context: { action: 'run', user_id: 'u' } } },
    ],
    [
      'leaves a timer behind',
      'const run = async () => { setInterval(() => 0, 1e6); return {} }\nexport { run }',
      { data: {} },
    ],
    [
      'refuses with a code',
      'export function run() { throw Object.assign(new Error("no"), { code: "NO_LUCK", details: { why: 1 } }) }',
      { errors: [{ code: 'NO_LUCK', message: 'no', details: { why: 1 } }] },
    ],
    ['has a bug', 'export function run() { return undefined.x }', { errors: [{ code: 'INTERNAL_ERROR' }] }],
    [
      'misses a file',
      'import fs from "node:fs"\nexport function run() { fs.readFileSync("/nowhere") }',
      { errors: [{ code: 'INTERNAL_ERROR' }] },
    ],
    ['cannot be loaded', 'import "./nowhere.mjs"\nexport function run() {}', { errors: [{ code: 'INTERNAL_ERROR' }] }],
    ['answers what is no JSON', 'export function run() { return { n: 1n } }', { errors: [{ code: 'INTERNAL_ERROR' }] }],
    [
      'never answers',
      'export function run() { return new Promise(() => {}) }',
      { errors: [{ code: 'TOOL_EXECUTION_FAILED' }] },
    ],
    ['ends the process', 'export function run() { process.exit(3) }', { errors: [{ code: 'TOOL_EXECUTION_FAILED' }] }],
  ])('that %s gives one typed answer', async (what, source, expected) => {
    await using runtime = await createRuntime(OWN)
    const skill = await skillOf(`module-${what.replace(/\W+/g, '-')}`, { 'tools/main.mjs': source })
    expect(await runtime.run(skill, { params: { a: 1 }, context: { user_id: 'u' } })).toMatchObject(expected)
  })

  test('written in TypeScript runs as it is', async () => {
    await using runtime = await createRuntime(OWN)
    const source = 'export function run(params: { n: number }): { twice: number } { return { twice: params.n * 2 } }'
    const skill = await skillOf('typed', { 'tools/main.mts': source })
    expect(await runtime.run(skill, { params: { n: 2 } })).toMatchObject({ data: { twice: 4 } })
  })
})

containedTest('a module and a skill of documents are answered for inside the sandbox', async () => {
  await using runtime = await createRuntime({ cacheDir: temp })
  await writeFile(join(temp, 'canary.txt'), 'secret')
  const source = `import fs from 'node:fs'
export function run() { return { seen: fs.existsSync(${JSON.stringify(join(temp, 'canary.txt'))}) } }`
  const module = await skillOf('contained-module', { 'tools/main.mjs': source })
  expect(await runtime.run(module)).toMatchObject({ status: 'success', data: { seen: false } })
  const guide = await skillOf('contained-guide', {
    'skill.json': { id: 'contained-guide', capability_type: 'knowledge' },
    'docs/a.md': '# Cats\nThey sleep.\n',
  })
  expect(await runtime.run(guide, { params: { query: 'cats' } })).toMatchObject({
    data: { passages: [{ heading: 'Cats' }] },
  })
})

describe('knowledge', () => {
  const pages = {
    'skill.json': { id: 'guide', capability_type: 'knowledge' },
    'docs/animals.md':
      '# Animals\n\n## Cats\n\nCats sleep most of the day.\n\n## 大熊猫\n\n大熊猫吃竹子。\n\n```sh\n# not a heading about cats\n```\n',
    'docs/more/plants.txt': 'Bamboo grows fast.\n',
    'notes.md': '# Notes\nNothing here.\n',
    'README.md': '# Cats are mentioned here too\nCats cats cats.\n',
  }

  test('answers a query with the passages that fit, the best first, and where they stand', async () => {
    await using runtime = await createRuntime(OWN)
    const guide = await skillOf('guide', pages)
    expect(await runtime.run(guide, { params: { query: 'What do cats do all day?' } })).toMatchObject({
      status: 'success',
      data: {
        passages: [
          { file: 'docs/animals.md', heading: 'Animals > Cats', line: 5, text: 'Cats sleep most of the day.' },
          {},
        ],
      },
    })
    expect(await runtime.run(guide, { params: { query: '熊猫吃什么', limit: 1 } })).toMatchObject({
      data: { passages: [{ heading: 'Animals > 大熊猫', text: expect.stringContaining('大熊猫吃竹子。') }] },
    })
    expect(await runtime.run(guide, { params: { question: 'bamboo' } })).toMatchObject({
      data: { passages: [{ file: 'docs/more/plants.txt', heading: '' }] },
    })
    expect(await runtime.run(guide, { params: { query: 'submarine' } })).toMatchObject({ data: { passages: [] } })
    expect(await runtime.run(guide, { params: {} })).toMatchObject({ errors: [{ code: 'MISSING_REQUIRED_PARAM' }] })
    expect(await runtime.run(guide, { params: { query: 7 } })).toMatchObject({ errors: [{ code: 'INVALID_INPUT' }] })
  })

  test('must keep its contract like every other skill', async () => {
    await using runtime = await createRuntime(OWN)
    const query = { type: 'object', required: ['query'], properties: { query: { type: 'string' } } }
    const fits = {
      type: 'object',
      required: ['passages'],
      properties: { passages: { type: 'array', items: { required: ['file', 'heading', 'text'] } } },
    }
    const contract = { title: 'Guide', version: '1.0.0', input: query, output: fits }
    const good = await skillOf('promised', { ...pages, 'contract.json': contract })
    expect(await runtime.run(good, { params: { query: 'cats' } })).toMatchObject({ status: 'success' })
    const other = { ...contract, output: { type: 'object', required: ['answer'] } }
    const bad = await skillOf('broken', { ...pages, 'contract.json': other })
    expect(await runtime.run(bad, { params: { query: 'cats' } })).toMatchObject({
      errors: [{ code: 'INVALID_OUTPUT' }],
    })
  })

  test('with a script of its own is answered by the script', async () => {
    await using runtime = await createRuntime(OWN)
    const guide = await readSkill(join(skills, 'http-status-guide'))
    expect(await runtime.run(guide, { params: { query: '429' } })).toMatchObject({ data: { matches: [{ code: 429 }] } })
  })
})

describe('a task', () => {
  const contract = {
    title: 'Review',
    version: '1.0.0',
    description: 'Read the text and say whether it may go out.',
    input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    output: {
      type: 'object',
      required: ['approved'],
      properties: { approved: { type: 'boolean' }, comment: { type: 'string', default: '' } },
    },
  }
  const review = () =>
    skillOf('review', { 'skill.json': { id: 'review', capability_type: 'task' }, 'contract.json': contract })

  /** A board, and the next task that comes onto it. */
  function boardWithTask(): { board: ReturnType<typeof createTaskBoard>; task: Promise<Task> } {
    const task = Promise.withResolvers<Task>()
    return { board: createTaskBoard({ onTask: task.resolve }), task: task.promise }
  }

  test('waits until a person hands in a result that fits', async () => {
    const { board, task } = boardWithTask()
    await using runtime = await createRuntime({ ...OWN, board })
    const run = runtime.run(await review(), { params: { text: 'Hello' } }, { principal: 'ann' })
    const { id } = await task
    expect(await board.list()).toMatchObject([
      {
        id,
        skillId: 'review',
        action: 'run',
        description: contract.description,
        params: { text: 'Hello' },
        principal: 'ann',
      },
    ])
    await expect(board.complete(id, { approved: 'perhaps' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await board.list()).toHaveLength(1)
    await board.complete(id, { approved: true })
    expect(await run).toMatchObject({
      status: 'success',
      data: { approved: true, comment: '' },
      metadata: { task_id: id },
    })
    expect(await board.list()).toEqual([])
    await expect(board.complete(id, { approved: false })).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  })

  test('that is not done in time is over, and off the board', async () => {
    const { board } = boardWithTask()
    await using runtime = await createRuntime({ ...OWN, board })
    const response = await runtime.run(await review(), { params: { text: 'x' } }, { timeoutSeconds: 0.05 })
    expect(response).toMatchObject({ errors: [{ code: 'TOOL_TIMEOUT' }] })
    expect(await board.list()).toEqual([])
  })

  test('can be cancelled by the caller and by its assignee', async () => {
    const first = boardWithTask()
    await using runtime = await createRuntime({ ...OWN, board: first.board })
    const caller = new AbortController()
    const run = runtime.run(await review(), { params: { text: 'x' } }, { signal: caller.signal })
    await first.task
    caller.abort()
    expect(await run).toMatchObject({ errors: [{ code: 'CANCELLED' }] })
    expect(await first.board.list()).toEqual([])

    const second = boardWithTask()
    await using other = await createRuntime({ ...OWN, board: second.board })
    const refused = other.run(await review(), { params: { text: 'x' } })
    await second.board.cancel((await second.task).id, 'No time this week')
    expect(await refused).toMatchObject({ errors: [{ code: 'CANCELLED', message: 'No time this week' }] })
  })

  test('that is done before the caller asks for its result is done all the same', async () => {
    const board = createTaskBoard({ onTask: ({ id }) => void board.complete(id, { approved: false }) })
    await using runtime = await createRuntime({ ...OWN, board })
    expect(await runtime.run(await review(), { params: { text: 'x' } })).toMatchObject({ data: { approved: false } })
  })

  test('with parameters that do not fit is never asked', async () => {
    const { board } = boardWithTask()
    await using runtime = await createRuntime({ ...OWN, board })
    expect(await runtime.run(await review(), {})).toMatchObject({ errors: [{ code: 'MISSING_REQUIRED_PARAM' }] })
  })
})

test('an api without a script is called as its descriptor says', async () => {
  const server = createServer(async (request, response) => {
    const { text } = (await json(request)) as { text: string }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ translated_text: `<${text}>` }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const { port } = server.address() as AddressInfo
    const { default: descriptor } = await import(join(skills, 'translator/descriptor.json'), { with: { type: 'json' } })
    const endpoint = { url: `http://127.0.0.1:${port}/invoke`, method: 'POST', content_type: 'application/json' }
    const skill = await skillOf('remote', {
      'skill.json': { id: 'remote', capability_type: 'api' },
      'descriptor.json': { ...descriptor, endpoint, auth: { type: 'none' } },
    })
    await using runtime = await createRuntime({ ...OWN, remote: { allow: ['127.0.0.1'] } })
    const params = { text: 'hello', target_language: 'zh' }
    expect(await runtime.run(skill, { params })).toMatchObject({
      status: 'success',
      data: { translated_text: '<hello>' },
    })
    await using strict = await createRuntime(OWN)
    expect(await strict.run(skill, { params })).toMatchObject({ errors: [{ code: 'PERMISSION_DENIED' }] })
  } finally {
    server.close()
  }
})

test('a skill that is only a prompt says that there is nothing to run', async () => {
  await using runtime = await createRuntime(OWN)
  const prompt = await readSkill(join(skills, 'web-research-summarizer'))
  expect(await runtime.run(prompt, { params: { query: 'x', topic: 'x' } })).toMatchObject({ status: 'failed' })
})
