import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRuntime, type Runtime } from '@skillwright/runtime'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiSdkTools, anthropicTools, geminiTools, openAiChatTools, openAiResponsesTools } from '../index.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillwright-bridges-'))
let runtime: Runtime
let skills: readonly Skill[]

const CONTRACT = {
  actions: {
    add: {
      description: 'Adds a note.',
      input: {
        type: 'object',
        required: ['note'],
        additionalProperties: false,
        properties: { note: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
      },
      output: { type: 'object' },
    },
    drop: { description: 'Drops a note.', input: { type: 'object' } },
  },
}
const ECHO = `import json, sys
request = json.load(sys.stdin)
print(json.dumps({"success": True, "data": {"action": request["action"], "params": request["params"]}}))
`

beforeAll(async () => {
  runtime = await createRuntime({ contain: false, cacheDir: join(dir, 'cache') })
  const make = async (id: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(join(dir, id))
    writeFileSync(join(dir, id, 'SKILL.md'), `---\nid: ${id}\nname: ${id}\ndescription: Does ${id}.\n---\n`)
    for (const [path, text] of Object.entries(files)) writeFileSync(join(dir, id, path), text)
    return readSkill(join(dir, id))
  }
  const entry = JSON.stringify({ entry: 'main.py' })
  skills = [
    await make('notes', { 'contract.json': JSON.stringify(CONTRACT), 'main.py': ECHO, 'skill.json': entry }),
    await make('free', { 'main.py': ECHO, 'skill.json': entry }),
    await make('words', {}),
  ]
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true, force: true })
})

test('every action that can be run is a tool, under a name that the API takes', () => {
  const { tools } = openAiChatTools({ skills, runtime })
  expect(tools.map((tool) => [tool.function.name, tool.function.description])).toEqual([
    ['notes__add', 'Adds a note.'],
    ['notes__drop', 'Drops a note.'],
    ['free', 'Does free.'],
  ])
})

test('a call is repaired, checked and run, and several at once are answered in their order', async () => {
  const { handleToolCalls } = anthropicTools({ skills, runtime })
  const answers = await handleToolCalls([
    { type: 'tool_use', id: '1', name: 'notes__add', input: { note: 'a', tags: 'x' } },
    { type: 'tool_use', id: '2', name: 'notes__add', input: { nte: 'a' } },
    { type: 'tool_use', id: '3', name: 'nothing', input: {} },
  ])
  expect(
    answers.map(({ tool_use_id, is_error, content }) => [tool_use_id, is_error, JSON.parse(content)]),
  ).toMatchObject([
    ['1', undefined, { action: 'add', params: { note: 'a', tags: ['x'] } }],
    ['2', true, { status: 'failed', errors: [{ code: 'INVALID_INPUT' }] }],
    [
      '3',
      true,
      { errors: [{ code: 'UNKNOWN_ACTION', details: { supported_actions: ['notes__add', 'notes__drop', 'free'] } }] },
    ],
  ])
})

test('arguments of a strict tool are read back: null is absence', async () => {
  const { tools, handleToolCall } = openAiResponsesTools({ skills, runtime, strict: true })
  expect(tools.find(({ name }) => name === 'notes__add')?.strict).toBe(true)
  const { output } = await handleToolCall({
    type: 'function_call',
    call_id: '1',
    name: 'notes__add',
    arguments: '{"note": "a", "tags": null}',
  })
  expect(JSON.parse(output)).toEqual({ action: 'add', params: { note: 'a' } })
})

test.each([
  ['{"note": ', 'INVALID_JSON'],
  ['{"note": "a", "note": "b"}', 'INVALID_JSON'],
  ['{"note": "a", "tags": [9223372036854775807]}', 'INVALID_INPUT'],
  ['', 'MISSING_REQUIRED_PARAM'],
])('arguments that cannot be taken as they are get an answer that says so: %s', async (text, code) => {
  const { handleToolCall } = openAiChatTools({ skills, runtime })
  const { content } = await handleToolCall({
    id: '1',
    type: 'function',
    function: { name: 'notes__add', arguments: text },
  })
  expect(JSON.parse(content)).toMatchObject({ errors: [{ code }] })
})

test('Gemini gets its parts, and the AI SDK a thrown error for what failed', async () => {
  const gemini = geminiTools({ skills, runtime })
  expect(await gemini.handleToolCall({ name: 'free', args: { x: 1 } })).toEqual({
    functionResponse: { name: 'free', response: { output: { action: 'run', params: { x: 1 } } } },
  })
  const tools = aiSdkTools({ skills, runtime, jsonSchema: (schema: unknown) => ({ schema }) })
  expect(await tools.free?.execute({ x: 1 })).toEqual({ action: 'run', params: { x: 1 } })
  await expect(tools.notes__add?.execute({})).rejects.toThrow(/MISSING_REQUIRED_PARAM/)
})
