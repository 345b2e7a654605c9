import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliAnswer, callCli, spawnCli } from '../fixtures/call-cli.ts'

const CONTRACT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Word counter',
  version: '2.0.0',
  description: 'Counts words.',
  input: {
    type: 'object',
    properties: {
      words: {
        type: 'array',
        description: 'Words to count, such as ["a", "b"], at most 9.',
        items: { type: 'string', maxLength: 40 },
        minItems: 1,
        maxItems: 9,
      },
      language: { enum: ['en', 'de'], description: 'Language of the words.', default: 'en' },
    },
    required: ['words'],
    additionalProperties: false,
  },
  output: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  migrations: [{ from: '1', to: '2', steps: [{ op: 'rename', path: '/word', to: '/words' }] }],
}
const TWO = { actions: { count: CONTRACT.input, list: CONTRACT.input } }
const FILES: Readonly<Record<string, unknown>> = {
  'skill/contract.json': CONTRACT,
  'two.json': { actions: { count: { input: TWO.actions.count }, list: { input: TWO.actions.list } } },
  'wider.json': { ...CONTRACT, version: '2.1.0', input: { ...CONTRACT.input, additionalProperties: true } },
  'narrower.json': { ...CONTRACT, version: '2.1.0', input: { ...CONTRACT.input, maxProperties: 1 } },
  'open.json': { input: { type: 'object', properties: { word: { type: 'string' } } } },
  'wrong.json': { input: { type: 'text' }, versoin: '1.0.0' },
  'wrong-schema.json': { input: { type: 'text' } },
  'good.json': { words: ['a'] },
  'fixable.json': { words: 'a', language: 'EN' },
  'bad.json': { words: [], langauge: 'en' },
  'old.json': { word: ['a'] },
  'answer.json': { count: 1 },
  'integer.json': { type: 'integer' },
  'number.json': { type: 'number' },
}

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-contract-'))
  await mkdir(join(dir, 'skill'))
  for (const [name, value] of Object.entries(FILES)) await writeFile(join(dir, name), JSON.stringify(value))
  await writeFile(join(dir, 'broken.json'), '{"input": ')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Types a contract command; every word that ends in .json, and `skill`, is in the folder. */
function contract(line: string, input?: unknown): Promise<CliAnswer> {
  const words = line.split(' ').map((word) => (/^skill$|\.json$/.test(word) ? join(dir, word) : word))
  return callCli(['contract', ...words], input === undefined ? '' : JSON.stringify(input))
}

describe('check', () => {
  test('a right contract is ok, from a folder, a file or stdin', async () => {
    expect(await contract('check skill')).toMatchObject({ code: 0, stdout: 'ok Word counter 2.0.0: run\n', stderr: '' })
    expect(await contract('check -', CONTRACT)).toMatchObject({ code: 0, stdout: 'ok Word counter 2.0.0: run\n' })
    const { stdout } = await contract('check two.json --json')
    expect(JSON.parse(stdout)).toEqual({ ok: true, actions: ['count', 'list'] })
  })

  test('an input that fits is printed with its defaults', async () => {
    const { code, stdout, stderr } = await contract('check skill good.json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ words: ['a'], language: 'en' })
  })

  test('an input with one reading is repaired, unless the policy is strict', async () => {
    const { code, stdout, stderr } = await contract('check skill fixable.json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ words: ['a'], language: 'en' })
    expect(stderr).toContain('repaired /words: "a" → ["a"]')
    expect((await contract('check skill fixable.json --policy strict')).code).toBe(1)
  })

  test('an input that does not fit is explained, and printed nowhere', async () => {
    const { code, stdout, stderr } = await contract('check skill bad.json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/wrong \/words must/)
    expect(stderr).toMatch(/\/langauge is not a known property/)
    const json = await contract('check skill bad.json --json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, issues: [{ path: '/words' }, { path: '/langauge' }] })
  })

  test('an output is checked against the output', async () => {
    expect((await contract('check skill answer.json --output')).code).toBe(0)
    expect((await contract('check skill good.json --output')).code).toBe(1)
  })
})

describe('lint', () => {
  test('a good contract has nothing to be ashamed of', async () => {
    expect((await contract('lint skill --fail-on warning')).code).toBe(0)
  })

  test('findings say rule, place, why and what to do', async () => {
    const { code, stderr } = await contract('lint open.json --fail-on warning')
    expect(code).toBe(1)
    expect(stderr).toMatch(/warning .*\/input.*contract\/closed-object\n.*misspelt.*\n.*fix: /)
    const json = await contract('lint open.json --json')
    expect(json.code).toBe(0)
    expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining({ rule: 'contract/closed-object' }))
  })

  test('--fix writes the file back, and says what it did', async () => {
    const file = join(dir, 'to-fix.json')
    await writeFile(file, JSON.stringify({ ...CONTRACT, $schema: 'https://json-schema.org/draft/2020-12' }))
    const { stderr } = await contract('lint to-fix.json --fix')
    expect(stderr).toContain('fixed')
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ $schema: CONTRACT.$schema })
  })
})

describe('compare', () => {
  test('a wider input is a minor change, and 2.1.0 is enough', async () => {
    const { code, stdout } = await contract('compare skill wider.json')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^minor {2}2\.0\.0 → 2\.1\.0 is enough\n/)
  })

  test('a narrower input breaks callers, and the version does not say so', async () => {
    const { code, stdout } = await contract('compare skill narrower.json')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^major {2}2\.0\.0 → 2\.1\.0 is not enough\nbreaks /)
    const json = await contract('compare skill narrower.json --json')
    expect(JSON.parse(json.stdout)).toMatchObject({ bump: 'major', enough: false, before: '2.0.0', after: '2.1.0' })
  })

  test('bare schemas are compared in the direction that is named', async () => {
    expect(await contract('compare integer.json number.json')).toMatchObject({ code: 0 })
    const { code, stdout } = await contract('compare integer.json number.json --direction output')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^breaking\n/)
  })
})

describe('migrate', () => {
  test('an old input comes out as a new one', async () => {
    const { code, stdout, stderr } = await contract('migrate skill old.json --from 1.0.0')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ words: ['a'], language: 'en' })
    expect(stderr).toContain('migrated 1 → 2: rename /word')
  })

  test('a new input has nothing to migrate', async () => {
    expect(await contract('migrate skill -', { words: ['a'] })).toMatchObject({
      code: 0,
      stderr: 'nothing to migrate\n',
    })
  })

  test('--json shows the steps; what cannot be migrated is a no', async () => {
    const { stdout } = await contract('migrate skill old.json --from 1.0.0 --json')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, migrations: [{ from: '1', to: '2' }] })
    expect((await contract('migrate skill -', { nothing: 1 })).code).toBe(1)
  })
})

describe('export, types, docs and example', () => {
  test.each([
    ['openai', /"function"/],
    ['openai-strict', /"strict": true/],
    ['anthropic', /"input_schema"/],
    ['anthropic-strict', /"input_schema"/],
    ['mcp', /"inputSchema"/],
    ['openapi', /"openapi": "3\.1/],
    ['bundle', /"run\.input"/],
  ])('the contract goes to %s', async (target, expected) => {
    const { code, stdout } = await contract(`export skill --to ${target}`)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toBeTruthy()
    expect(stdout).toMatch(expected)
  })

  test('what a target cannot express is reported', async () => {
    const { stdout, stderr } = await contract('export skill --to openai-strict')
    expect(stderr).toMatch(/^lost /)
    expect(JSON.parse((await contract('export skill --to openai-strict --json')).stdout)).toEqual({
      result: JSON.parse(stdout),
      losses: expect.arrayContaining([expect.objectContaining({ pointer: expect.any(String) })]),
    })
  })

  test('types and docs are text, or text in JSON', async () => {
    const types = await contract('types skill')
    expect(types).toMatchObject({ code: 0, stdout: expect.stringContaining('words: ') })
    expect(JSON.parse((await contract('types skill --json')).stdout)).toEqual({ typescript: types.stdout })
    const docs = await contract('docs skill')
    expect(docs).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# Word counter/) })
    expect(JSON.parse((await contract('docs skill --json')).stdout)).toEqual({ markdown: docs.stdout })
  })

  test('an example fits the contract, and generated ones repeat with their seed', async () => {
    const { stdout } = await contract('example skill')
    expect((await contract('check skill - --policy strict', JSON.parse(stdout))).code).toBe(0)
    const [one, again, other] = await Promise.all(
      ['1', '1', '2'].map((seed) => contract(`example skill -n 5 --seed ${seed}`)),
    )
    expect(one?.stdout.trim().split('\n')).toHaveLength(5)
    expect(again?.stdout).toBe(one?.stdout)
    expect(other?.stdout).not.toBe(one?.stdout)
    expect(JSON.parse((await contract('example skill -n 3 --json')).stdout)).toHaveLength(3)
  })

  test('an invalid example names the rule that it breaks, and breaks it', async () => {
    const { code, stdout } = await contract('example skill --invalid --json')
    expect(code).toBe(0)
    const [first] = JSON.parse(stdout) as { value: unknown; violates: unknown }[]
    expect((await contract('check skill - --policy strict', first?.value)).code).toBe(1)
  })
})

describe('what goes wrong says what to do', () => {
  test.each([
    ['check nowhere.json', 1, 'There is no file'],
    ['check skill nowhere.json', 1, 'There is no file'],
    ['check broken.json', 2, 'broken.json is not JSON'],
    ['check wrong.json', 2, '/versoin'],
    ['check wrong-schema.json', 2, '/input/type'],
    ['check two.json good.json', 2, 'Use one of: count, list'],
    ['check two.json good.json --action nope', 2, 'Unknown action: nope'],
    ['types wrong.json', 2, '/versoin is not a known property'],
    ['check skill good.json --policy lax', 2, 'Allowed choices are friendly, strict'],
    ['export skill --to cobol', 2, 'Allowed choices are bundle, openai'],
    ['example skill -n many', 2, 'Expected a whole number, got "many"'],
    ['check', 2, "missing required argument 'contract'"],
    ['chekc skill', 2, "unknown command 'chekc'"],
    ['lint skill --fxi', 2, "unknown option '--fxi'"],
  ])('%s', async (words, code, message) => {
    const spawned = await contract(words)
    expect(spawned).toMatchObject({ code, stdout: '' })
    expect(spawned.stderr).toContain(message)
    expect(spawned.stderr).toMatch(/hint|--help/)
  })

  test('with --json the failure is JSON, in the shape of every response', async () => {
    const { code, stdout, stderr } = await contract('check wrong.json --json')
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', errors: [{ code: 'INVALID_CONTRACT' }] })
  })

  test('a process ends with the same answer and exit code', async () => {
    const options = { cwd: dir, input: '{"words": []}' }
    expect(await spawnCli(['contract', 'check', 'skill', '-'], options)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^wrong \/words must/),
    })
    expect(await spawnCli(['contract', 'check'], options)).toMatchObject({ code: 2, stdout: '' })
  })

  test('help is no failure', async () => {
    expect(await contract('check --help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') })
  })
})
