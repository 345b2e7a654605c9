import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRuntime } from '../index.ts'
import { verifySkill } from './verify-skill.ts'

// Uncontained, so that it runs on every machine; nothing here is about what a skill reaches.
const OWN = { contain: false, cacheDir: '/nowhere' }

let temp = ''
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'skills-'))
})
afterAll(() => rm(temp, { recursive: true, force: true }))

const NUMBER = {
  type: 'object',
  required: ['n'],
  additionalProperties: false,
  properties: { n: { type: 'integer', minimum: 0, maximum: 1000 } },
}
const ANSWER = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }

const answering = (expression: string) => `import json, sys
request = json.load(sys.stdin)
params = request["params"] if isinstance(request["params"], dict) else {}
n = params.get("n")
print(json.dumps(${expression}))
`
const SUCCESS = '{"success": True, "data": {"n": n if isinstance(n, int) else 0}}'
const refusing = (code: string) => `{"success": False, "error": {"code": "${code}", "message": "no"}}`

interface Unproven {
  readonly script?: string
  readonly contract?: object | null
  readonly manifest?: object
  readonly files?: Readonly<Record<string, string>>
}

async function skillOf(id: string, { script = answering(SUCCESS), ...what }: Unproven): Promise<Skill> {
  const { contract = { input: NUMBER, output: ANSWER }, manifest = {}, files = {} } = what
  const texts: Record<string, string> = {
    'SKILL.md': `---\nid: ${id}\nversion: 1.0.0\ndescription: Echoes.\n---\n`,
    'skill.json': JSON.stringify({ id, version: '1.0.0', entry: 'tools/main.py', timeout_seconds: 10, ...manifest }),
    'tools/main.py': script,
    ...(contract === null ? {} : { 'contract.json': JSON.stringify({ title: 'Echo', version: '1.0.0', ...contract }) }),
    ...files,
  }
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(dirname(join(temp, id, file)), { recursive: true })
    await writeFile(join(temp, id, file), text)
  }
  return readSkill(join(temp, id))
}

const EXAMPLE = { 'prompts/examples/one.json': JSON.stringify({ input: { n: 7 }, output: { n: 7 } }) }
const SECOND_ACTION = {
  actions: { echo: { input: NUMBER, output: ANSWER }, lookup: { input: NUMBER, output: ANSWER } },
}

test.each<[string, Unproven]>([
  ['answers failure to everything', { script: answering(refusing('INVALID_PARAM')) }],
  ['always says DATA_NOT_FOUND', { script: answering(refusing('DATA_NOT_FOUND')) }],
  ['has requirements that are not installed', { files: { 'requirements.txt': 'nothing-of-that-name==1.0.0\n' } }],
  [
    'has an interpreter that is not here',
    {
      manifest: { entry: 'tools/main' },
      files: { 'tools/main': '#!/usr/bin/no-such-interpreter\n' },
    },
  ],
  ['needs a host that it does not reach', { script: answering(refusing('EXTERNAL_SERVICE_ERROR')) }],
  [
    'refuses every input but its own example',
    { script: answering(`${SUCCESS} if n == 7 else ${refusing('INVALID_PARAM')}`), files: EXAMPLE },
  ],
  [
    'has a second action that never succeeds',
    {
      script: answering(`${SUCCESS} if request["action"] == "echo" else ${refusing('DATA_NOT_FOUND')}`),
      contract: SECOND_ACTION,
    },
  ],
  [
    'has a contract that no input satisfies',
    { contract: { input: { ...NUMBER, properties: { n: { type: 'integer', minimum: 2, maximum: 1 } } }, output: ANSWER } },
  ],
  ['promises nothing about its output', { contract: { input: NUMBER } }],
  ['promises only that its output is an object', { contract: { input: NUMBER, output: { type: 'object' } } }],
  ['has no contract and no example', { contract: null }],
])('a skill that %s is not proven', async (what, made) => {
  await using runtime = await createRuntime(OWN)
  const report = await verifySkill(await skillOf(what.replaceAll(/\W/g, '-').toLowerCase(), made), runtime, { runs: 4 })
  expect(report.ok).toBe(false)
})
