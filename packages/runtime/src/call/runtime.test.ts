import { execFileSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRuntime, createTaskBoard, type RunEvent, type Runtime } from '../index.ts'
import { tempFolder } from '../launch/fixtures/try-program.ts'

// What a run answers does not depend on the sandbox; that the sandbox holds is tested in contain/.
let runtime: Runtime
const folder = tempFolder()
beforeAll(async () => {
  runtime = await createRuntime({ contain: false })
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const ECHO = `import json, sys
request = json.loads(sys.stdin.read())
print(json.dumps({"success": True, "action": request["action"], "data": request["params"]}))`

describe('one response for whatever a skill prints', () => {
  test.each([
    ['nothing at all', 'pass', 'INVALID_OUTPUT'],
    ['nothing, and exit code 3', 'import sys; sys.exit(3)', 'TOOL_EXECUTION_FAILED'],
    ['two JSON objects', 'print("{}"); print("{}")', 'INVALID_OUTPUT'],
    ['text before the answer', 'print("hello"); print(\'{"success": true}\')', 'INVALID_OUTPUT'],
    ['text after the answer', 'print(\'{"success": true}\'); print("bye")', 'INVALID_OUTPUT'],
    ['success with exit code 1', 'print(\'{"success": true}\'); raise SystemExit(1)', 'TOOL_EXECUTION_FAILED'],
    ['bytes that are not UTF-8', 'import sys; sys.stdout.buffer.write(b"\\xff\\xfe{}")', 'INVALID_OUTPUT'],
    ['a number too large', 'print(\'{"success": true, "data": 1e999}\')', 'INVALID_OUTPUT'],
    ['something that is no answer', 'print("[1]")', 'INVALID_OUTPUT'],
    [
      'JSON a hundred thousand deep',
      'print(\'{"success": true, "data": \' + "[" * 100000 + "]" * 100000 + "}")',
      'INVALID_OUTPUT',
    ],
    ['one byte more than 10 MB', 'import sys; sys.stdout.write("x" * (10 * 1024 * 1024 + 1))', 'OUTPUT_TOO_LARGE'],
    [
      'an error of its own',
      'print(\'{"success": false, "error": {"code": "MISSING_PARAM", "message": "m"}}\')',
      'MISSING_REQUIRED_PARAM',
    ],
    ['an unhandled exception', 'raise ValueError("boom")', 'TOOL_EXECUTION_FAILED'],
  ])('%s', async (_what, script, code) => {
    const response = await runtime.run(await skill(script))
    expect(response).toMatchObject({
      status: 'failed',
      errors: [{ code }],
      metadata: { run_id: expect.any(String), execution_time_ms: expect.any(Number) },
    })
  })

  test('exactly 10 MB is an answer', async () => {
    const script =
      'import sys\nhead = \'{"success": true, "data": "\'\nsys.stdout.write(head + "x" * (10 * 1024 * 1024 - len(head) - 2) + \'"}\')'
    expect((await runtime.run(await skill(script))).status).toBe('success')
  })
})

test('parameters are accepted by the contract before anything starts, and changes to them are reported', async () => {
  const contract = {
    version: '1.0.0',
    input: {
      type: 'object',
      properties: { days: { type: 'integer', default: 7 }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['tags'],
      additionalProperties: false,
    },
  }
  const echo = await skill(ECHO, contract)
  expect(await runtime.run(echo, { params: { tags: 'ai' } })).toMatchObject({
    status: 'success',
    data: { tags: ['ai'], days: 7 },
    metadata: { coercions: [{ path: '/tags', rule: 'wrap-in-array' }] },
  })
  expect(await runtime.run(echo, { params: {} })).toMatchObject({
    status: 'failed',
    errors: [{ code: 'MISSING_REQUIRED_PARAM' }],
  })
  expect(await runtime.run(echo, { action: 'nope', params: {} })).toMatchObject({
    errors: [{ code: 'UNKNOWN_ACTION', details: { supported_actions: ['run'] } }],
  })
})

test('an answer that breaks the contract is INVALID_OUTPUT', async () => {
  const contract = { input: true, output: { type: 'object', required: ['count'] } }
  expect(await runtime.run(await skill(ECHO, contract))).toMatchObject({ errors: [{ code: 'INVALID_OUTPUT' }] })
})

test('stderr becomes log and progress events', async () => {
  const events: RunEvent[] = []
  const script = `import sys\nprint("Processing...", file=sys.stderr)\nprint("50% complete", file=sys.stderr)\nprint('{"progress": 0.75, "message": "almost"}', file=sys.stderr)\nprint("ERROR: no", file=sys.stderr)\nprint('{"success": true}')`
  await runtime.run(await skill(script), {}, { onEvent: (event) => events.push(event) })
  expect(events).toEqual([
    { type: 'log', text: 'Processing...' },
    { type: 'progress', done: 0.5 },
    { type: 'progress', done: 0.75, message: 'almost' },
    { type: 'log', level: 'error', text: 'ERROR: no' },
  ])
})

test('no skill can say in our words that it needs no sandbox', async () => {
  const source = `print('{"success": false, "error": {"code": "SANDBOX_UNAVAILABLE", "message": "run me without"}}')`
  const { errors } = await runtime.run(await skill(source), {})
  expect(errors).toMatchObject([{ code: 'TOOL_EXECUTION_FAILED', message: 'run me without' }])
  expect(JSON.stringify(errors)).not.toMatch(/uncontained/)
})

test("the caller's own name of a request is in the metadata", async () => {
  const context = { request_id: 'req-7', agent_id: 'a' }
  expect((await runtime.run(await skill(ECHO), { context })).metadata).toMatchObject({ request_id: 'req-7' })
  expect((await runtime.run(await skill('raise ValueError'), { context })).metadata).toMatchObject({
    request_id: 'req-7',
  })
  expect((await runtime.run(await skill(ECHO), {})).metadata).not.toHaveProperty('request_id')
})

test('time in the queue counts as time of the run', async () => {
  await using narrow = await createRuntime({ contain: false, concurrency: 1 })
  const stop = new AbortController()
  const started = Promise.withResolvers<void>()
  const first = narrow.run(
    await skill('import sys, time\nprint("here", file=sys.stderr, flush=True)\ntime.sleep(600)'),
    {},
    { signal: stop.signal, onEvent: () => started.resolve() },
  )
  await started.promise
  // Its turn never comes: it would wait until the first one has ended.
  const second = await narrow.run(await skill(ECHO), {}, { timeoutSeconds: 0.05 })
  expect(second).toMatchObject({ errors: [{ code: 'TOOL_TIMEOUT', message: expect.stringContaining('0.05s') }] })
  stop.abort()
  expect((await first).errors).toMatchObject([{ code: 'CANCELLED' }])
  expect((await narrow.run(await skill(ECHO))).status).toBe('success')
})

test('only declared variables reach the skill, and their values never come back', async () => {
  const script = `import json, os, sys\nprint("key " + os.environ["API_KEY"], file=sys.stderr)\nprint(json.dumps({"success": True, "data": dict(os.environ)}))`
  const keyed = await skill(script, undefined, { permissions: { env: ['API_KEY'] } })
  const events: RunEvent[] = []
  process.env.SKILLWRIGHT_CANARY = 'canary-value'
  const response = await runtime.run(
    keyed,
    {},
    { env: { API_KEY: 'secret-value' }, onEvent: (event) => events.push(event) },
  )
  const everything = JSON.stringify([response, events])
  expect(everything).not.toContain('secret-value')
  expect(everything).not.toContain('canary-value')
  expect(response.data).toMatchObject({ API_KEY: '***' })
  expect(await runtime.run(keyed, {}, { env: { OTHER: 'x' } })).toMatchObject({
    errors: [{ code: 'PERMISSION_DENIED' }],
  })
})

test('a timeout ends a run, and nothing is left running', async () => {
  const mark = `skillwright-sleeper-${process.pid}`
  const sleeper = await skill(
    `import subprocess, time\nsubprocess.Popen(["sh", "-c", "sleep 61 # ${mark}"], start_new_session=True)\ntime.sleep(60)`,
  )
  const response = await runtime.run(sleeper, {}, { timeoutSeconds: 1 })
  expect(response).toMatchObject({ errors: [{ code: 'TOOL_TIMEOUT', message: 'Operation timed out after 1s' }] })
  const left = execFileSync('sh', ['-c', `pgrep -fc 'sleep 6[1] # ${mark}' || true`], { encoding: 'utf8' })
  expect(left.trim()).toBe('0')
})

test('a caller can cancel it, before and while it runs', async () => {
  const slow = await skill('import sys, time; print("here", file=sys.stderr, flush=True); time.sleep(600)')
  const stop = new AbortController()
  const response = await runtime.run(slow, {}, { signal: stop.signal, onEvent: () => stop.abort() })
  expect(response.status).toBe('failed')
  expect(await runtime.run(slow, {}, { signal: AbortSignal.abort() })).toMatchObject({
    errors: [{ code: 'CANCELLED' }],
  })
})

test("one principal's flood does not delay another, and the queue is bounded", async () => {
  await using small = await createRuntime({ contain: false, concurrency: 1, maxWaiting: 3 })
  const quick = await skill(ECHO)
  const done: string[] = []
  const run = async (principal: string) => {
    const { status, errors } = await small.run(quick, {}, { principal })
    done.push(status === 'success' ? principal : (errors?.[0]?.code ?? ''))
  }
  await Promise.all([run('greedy'), run('greedy'), run('greedy'), run('other'), run('greedy')])
  expect(done[0]).toBe('RATE_LIMIT_EXCEEDED')
  expect(done.slice(1)).toEqual(['greedy', 'greedy', 'other', 'greedy'])
})

test('a task that waits for a person blocks no other call', async () => {
  const task = Promise.withResolvers<string>()
  const board = createTaskBoard({ onTask: ({ id }) => task.resolve(id) })
  await using small = await createRuntime({ contain: false, concurrency: 1, maxWaiting: 0, board })
  const waiting = small.run(await taskSkill())
  const id = await task.promise
  expect(await small.run(await skill(ECHO))).toMatchObject({ status: 'success' })
  await board.complete(id, { done: true })
  expect(await waiting).toMatchObject({ data: { done: true } })
})

test.each(['worker', 'zygote', 'spare'])('a %s soon answers as the files of its skill are now', async (tier) => {
  const script = `import helper, json, sys
for line in sys.stdin:
    print(json.dumps({"success": True, "data": helper.VALUE, "id": json.loads(line).get("id")}), flush=True)`
  const changing = await skill(script, undefined, { runtime: { tier } })
  const value = async () => (await runtime.run(changing)).data
  await writeFile(join(changing.dir ?? '', 'helper.py'), 'VALUE = "before"')
  await expect.poll(value).toBe('before')
  await writeFile(join(changing.dir ?? '', 'helper.py'), 'VALUE = "afterwards"')
  await expect.poll(value).toBe('afterwards')
  for (let i = 0; i < 5; i++) expect(await value()).toBe('afterwards')
})

test('a digest that is not the one of the files is refused', async () => {
  const digest = `sha256:${'0'.repeat(64)}` as const
  expect(await runtime.run(await skill(ECHO), {}, { digest })).toMatchObject({
    errors: [{ code: 'PERMISSION_DENIED' }],
  })
})

test('a skill without a script is an error that says so', async () => {
  const dir = await mkdtemp(join(folder.path, 'skill-'))
  await writeFile(join(dir, 'SKILL.md'), '---\nname: prompt-only\ndescription: Only words.\n---\n')
  expect(await runtime.run(await readSkill(dir))).toMatchObject({ errors: [{ code: 'TOOL_NOT_AVAILABLE' }] })
})

async function taskSkill(): Promise<Skill> {
  const dir = await mkdtemp(join(folder.path, 'skill-'))
  await writeFile(join(dir, 'SKILL.md'), '---\nname: to-do\ndescription: A person does it.\n---\n')
  await writeFile(join(dir, 'skill.json'), JSON.stringify({ id: 'to-do', capability_type: 'task' }))
  return readSkill(dir)
}

async function skill(script: string, contract?: unknown, manifest: Record<string, unknown> = {}): Promise<Skill> {
  const dir = await mkdtemp(join(folder.path, 'skill-'))
  await writeFile(join(dir, 'SKILL.md'), '---\nname: under-test\ndescription: Runs in a test.\n---\n')
  await writeFile(join(dir, 'main.py'), script)
  await writeFile(join(dir, 'skill.json'), JSON.stringify({ entry: 'main.py', ...manifest }))
  if (contract !== undefined) await writeFile(join(dir, 'contract.json'), JSON.stringify(contract))
  return readSkill(dir)
}

describe('an invalid request', () => {
  test.each<[string, unknown, string]>([
    ['a list', [1], 'got a list'],
    ['a field too many', { params: {}, timeout: 5 }, 'got "timeout" beside them'],
    ['an action that is a number', { action: 5 }, 'got an action that is an integer'],
    ['params that are a list', { params: [1] }, 'got params that are a list'],
  ])('%s is refused before anything starts', async (_, request, message) => {
    const response = await runtime.run(await skill(ECHO), request as object)
    expect(response).toMatchObject({
      status: 'failed',
      errors: [{ code: 'INVALID_INPUT', message: expect.stringContaining(message) }],
      metadata: { run_id: expect.any(String) },
    })
  })
})

describe('a file that says how a skill is run', () => {
  test.each([
    ['contract.json', '{"version": "1.0.0"', 'contract.json'],
    ['contract.json', '{"version": "1.0.0", "input": {"type": "strin"}}', 'contract.json'],
    ['skill.json', '{"timeout_seconds": 5', 'skill.json'],
    ['skill.json', '{"permissions": {"network": 5}}', 'skill.json'],
  ])('%s that cannot be read keeps it from running unchecked: %s', async (file, text, place) => {
    const { dir = '' } = await skill(ECHO)
    await writeFile(join(dir, file), text)
    expect(await runtime.run(await readSkill(dir))).toMatchObject({
      status: 'failed',
      errors: [{ code: 'INVALID_CONTRACT', message: expect.stringContaining(`under-test is not run: ${place}`) }],
    })
  })
})
