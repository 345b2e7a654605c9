import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRuntime, detectContainment, type Runtime, type VerifyReport, verifySkill } from '../index.ts'

const canContain = (await detectContainment()).bwrap !== undefined

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

/** Succeeds with the first two of the inputs, whatever they are: it keeps count beside its folder. Before them comes the call that looks whether anything is in the way. */
const succeedingTwice = (otherwise: string) => `import os, sys
def count(i=0):
    try:
        os.close(os.open(os.path.join(sys.path[0], f"../../call-{i}"), os.O_CREAT | os.O_EXCL))
        return i
    except FileExistsError:
        return count(i + 1)
${answering(`${SUCCESS} if count() in (1, 2) else ${otherwise}`)}`

interface Unproven {
  readonly script?: string | null
  readonly contract?: object | null
  readonly manifest?: object
  readonly files?: Readonly<Record<string, string>>
  /** How many inputs are tried; the first is in the package. */
  readonly runs?: number
  readonly seed?: number
}

async function skillOf(id: string, { script = answering(SUCCESS), ...what }: Unproven): Promise<Skill> {
  const { contract = { input: NUMBER, output: ANSWER }, manifest = {}, files = {} } = what
  const texts: Record<string, string> = {
    'SKILL.md': `---\nid: ${id}\nversion: 1.0.0\ndescription: Echoes.\n---\n`,
    'skill.json': JSON.stringify({ id, version: '1.0.0', entry: 'tools/main.py', timeout_seconds: 10, ...manifest }),
    ...(script === null ? {} : { 'tools/main.py': script }),
    ...(contract === null ? {} : { 'contract.json': JSON.stringify({ title: 'Echo', version: '1.0.0', ...contract }) }),
    ...files,
  }
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(dirname(join(temp, id, file)), { recursive: true })
    await writeFile(join(temp, id, file), text)
  }
  return readSkill(join(temp, id))
}

async function verify(
  what: string,
  made: Unproven,
  { contain = false, runs = made.runs ?? 3 } = {},
): Promise<VerifyReport> {
  await using runtime = await createRuntime({ contain, cacheDir: join(tmpdir(), 'cache'), approve: () => 'grant' })
  const skill = await skillOf(what.replaceAll(/\W/g, '-').toLowerCase(), made)
  return await verifySkill(skill, runtime, { runs, ...(made.seed === undefined ? {} : { seed: made.seed }) })
}

const EXAMPLE = { 'prompts/examples/one.json': JSON.stringify({ input: { n: 7 }, output: { n: 7 } }) }
const SECOND_ACTION = {
  actions: { echo: { input: NUMBER, output: ANSWER }, lookup: { input: NUMBER, output: ANSWER } },
}

test.each<[string, Unproven, RegExp]>([
  ['answers failure to everything', { script: answering(refusing('INVALID_PARAM')) }, /succeeded with none of 3/],
  ['always says DATA_NOT_FOUND', { script: answering(refusing('DATA_NOT_FOUND')) }, /DATA_NOT_FOUND 3/],
  [
    'has some success each time, and no data',
    { script: answering('{"success": True, "data": None, "errors": [{"code": "NOT_YET", "message": "no"}]}') },
    /NOT_YET 3/,
  ],
  [
    'needs a host that it does not reach',
    { script: answering(refusing('EXTERNAL_SERVICE_ERROR')) },
    /EXTERNAL_SERVICE_ERROR 3/,
  ],
  [
    'refuses every input but its own example',
    {
      script: answering(`${SUCCESS} if n == 7 else ${refusing('INVALID_PARAM')}`),
      // So few that the example is among those that are generated.
      contract: {
        input: { ...NUMBER, properties: { n: { type: 'integer', minimum: 5, maximum: 8 } } },
        output: ANSWER,
      },
      files: EXAMPLE,
    },
    /succeeded with none/,
  ],
  [
    'has a second action that never succeeds',
    {
      script: answering(`${SUCCESS} if request["action"] == "echo" else ${refusing('DATA_NOT_FOUND')}`),
      contract: SECOND_ACTION,
    },
    /^lookup succeeded with none/,
  ],
  [
    'has a contract that no input satisfies',
    {
      contract: {
        input: { ...NUMBER, properties: { n: { type: 'integer', minimum: 2, maximum: 1 } } },
        output: ANSWER,
      },
    },
    /no valid input can be found/,
  ],
  ['promises nothing about its output', { contract: { input: NUMBER } }, /promises nothing about its output/],
  [
    'promises only that its output is an object',
    { contract: { input: NUMBER, output: { type: 'object' } } },
    /promises nothing about its output/,
  ],
  ['has no contract and no example', { contract: null }, /has no contract/],
  [
    'answers what is in its package and refuses the rest',
    {
      script: answering(`${SUCCESS} if n == 7 else ${refusing('NOT_SUPPORTED')}`),
      contract: {
        input: { ...NUMBER, properties: { n: { type: 'integer', minimum: 0, examples: [7] } } },
        output: ANSWER,
      },
    },
    /succeeded with none of 2 inputs .*NOT_SUPPORTED 2/,
  ],
  [
    'has the answers of its examples ready, and one for everything else',
    { script: answering('{"success": True, "data": {"n": 7 if n == 7 else 1}}'), files: EXAMPLE },
    /\d different inputs got the same answer/,
  ],
  [
    'answers each input as the example that is nearest to it',
    {
      script: answering(
        '{"success": True, "data": {"n": {7: 49, 100: 10000, 500: 250000}[min((7, 100, 500), key=lambda k: abs(k - (n if isinstance(n, int) else 0)))]}}',
      ),
      files: Object.fromEntries(
        [7, 100, 500].map((n) => [
          `prompts/examples/of-${n}.json`,
          JSON.stringify({ input: { n }, output: { n: n * n } }),
        ]),
      ),
      runs: 8,
    },
    /\d+ inputs that have nothing of those in its package got no answer but those to the ones that are/,
  ],
  [
    'answers at random',
    { script: answering('{"success": True, "data": {"n": __import__("secrets").randbelow(10**6)}}'), runs: 4 },
    /only by what also differs when the same input is given again/,
  ],
  [
    'declares that all of its answer changes',
    {
      contract: { input: NUMBER, output: { ...ANSWER, properties: { n: { type: 'integer', 'x-volatile': true } } } },
      runs: 4,
    },
    /\d different inputs got the same answer/,
  ],
  [
    'never fully succeeds',
    { script: answering('{"success": True, "data": {"n": n}, "errors": [{"code": "NOT_YET", "message": "no"}]}') },
    /succeeded with none of 3 inputs .*NOT_YET 3/,
  ],
  [
    'succeeds now and then, and has some success else',
    {
      script: succeedingTwice(
        '{"success": True, "data": {"n": n if isinstance(n, int) else 0}, "errors": [{"code": "NOT_YET", "message": "no"}]}',
      ),
      runs: 4,
    },
    /did so again in 0 of \d times/,
  ],
  [
    'refuses most of the time, whatever it is given',
    { script: succeedingTwice(refusing('NOT_YET')), runs: 4 },
    /did so again in 0 of 8 times/,
  ],
  [
    'gives an empty answer, which its contract and its example allow',
    {
      script: answering('{"success": True, "data": {}}'),
      contract: { input: NUMBER, output: { ...ANSWER, required: [] } },
      files: { 'prompts/examples/one.json': JSON.stringify({ input: { n: 7 }, output: {} }) },
    },
    /promises nothing about its output/,
  ],
  [
    'forbids what no answer holds',
    {
      contract: { input: NUMBER, output: { not: { required: ['never'] } } },
      files: {
        'prompts/examples/one.json': JSON.stringify({ input: { n: 7 }, match: { not: { required: ['never'] } } }),
      },
    },
    /promises nothing about its output/,
  ],
])('a skill that %s is not proven', async (what, made, why) => {
  const report = await verify(what, made)
  const check = report.checks.find(({ name }) => name === 'valid-inputs')
  expect(check?.outcome).toBe('unavailable')
  expect(check?.obstacles[0]).toMatch(why)
  expect(report).toMatchObject({ ok: false, outcome: 'unavailable' })
})

test.each<[string, Unproven, RegExp]>([
  [
    'has requirements that are not installed',
    { files: { 'requirements.txt': 'nothing-of-that-name==1.0.0\n' } },
    /not installed/,
  ],
  [
    'has an interpreter that is not here',
    { manifest: { entry: 'tools/main' }, files: { 'tools/main': '#!/usr/bin/no-such-interpreter\n' } },
    /no-such-interpreter|not there|without printing an answer/,
  ],
  [
    'a person answers',
    { manifest: { capability_type: 'task', entry: undefined }, script: null },
    /A person answers it/,
  ],
])('a skill that %s cannot be checked, and the report says why', async (what, made, why) => {
  const report = await verify(what, made)
  expect(report).toMatchObject({ ok: false, outcome: 'unavailable', checks: [] })
  expect(report.obstacle?.message).toMatch(why)
})

test.each<[string, Unproven, string]>([
  ['crashes when it is loaded', { script: 'import a_module_that_is_not_there\n' }, 'valid-inputs'],
  ['does not know its own action', { script: answering(refusing('UNKNOWN_ACTION')) }, 'valid-inputs'],
  ['gives no reason for its failures', { script: answering('{"success": False}') }, 'valid-inputs'],
  ['takes longer than it may', { script: 'import time\ntime.sleep(30)\n', manifest: { timeout_seconds: 1 } }, 'limits'],
])('a skill that %s is broken', async (what, made, name) => {
  const report = await verify(what, made, { runs: 1 })
  expect(report.outcome).toBe('fail')
  expect(report.checks.find((check) => check.name === name)?.outcome).toBe('fail')
})

test('a failure names the request and the answer, and how to see it again', async () => {
  const report = await verify('a-failure-shown', {
    script: answering('{"success": True, "data": {"n": "many" * 2000}}'),
  })
  const [failure] = report.checks.find(({ name }) => name === 'valid-inputs')?.failures ?? []
  expect(failure).toMatchObject({ action: 'run', input: { n: expect.any(Number) } })
  expect(failure?.answer).toBeDefined()
  expect(JSON.stringify(report).length).toBeLessThan(100_000)
})

test('a report holds no key that a skill prints', async () => {
  const key = 'ghp_0123456789abcdef0123456789abcdef0123'
  const slipped = `{"success": True, "data": {"n": "${key}", "pem": "-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----"}}`
  const { checks } = await verify('a-key-in-the-answer', { script: answering(slipped) })
  const text = JSON.stringify(checks)
  expect(text).toContain('INVALID_OUTPUT')
  expect(text).not.toMatch(/0123456789abcdef|MIIE/)
})

test('an output that an example shows may be anything else', async () => {
  const { checks } = await verify('shown-output', { contract: { input: NUMBER }, files: EXAMPLE })
  expect(checks.find(({ name }) => name === 'valid-inputs')?.outcome).toBe('pass')
})

test.each([
  ['a few answers that its contract names', { properties: { even: { type: 'boolean' } } }, 2],
  ['a few answers, and no example of one', { properties: { even: { type: 'boolean' }, why: { type: 'string' } } }, 0],
])('a skill may have %s', async (what, output, examples) => {
  const report = await verify(what, {
    script: answering('{"success": True, "data": {"even": n % 2 == 0 if isinstance(n, int) else False}}'),
    contract: { input: NUMBER, output: { type: 'object', required: ['even'], additionalProperties: false, ...output } },
    files: Object.fromEntries(
      Array.from({ length: examples }, (_, n) => [
        `prompts/examples/of-${n}.json`,
        JSON.stringify({ input: { n }, output: { even: n % 2 === 0 } }),
      ]),
    ),
    runs: 8,
  })
  expect(report.checks.find(({ name }) => name === 'valid-inputs')).toMatchObject({ outcome: 'pass' })
})

test('an input as older versions took it is no invalid one', async () => {
  const { checks } = await verify('moved-on', {
    script: answering('{"success": True, "data": {"n": len(n) if isinstance(n, list) else 0}}'),
    contract: {
      version: '2.0.0',
      input: {
        type: 'object',
        required: ['n'],
        additionalProperties: false,
        properties: { n: { type: 'array', items: { type: 'string' } } },
      },
      output: ANSWER,
      migrations: [
        {
          from: '1',
          to: '2',
          input: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
          steps: [{ op: 'wrap', path: '/n' }],
        },
      ],
    },
    manifest: { version: '2.0.0' },
    runs: 12,
    // Among the invalid inputs of this one is a text.
    seed: 2,
  })
  expect(checks.find(({ name }) => name === 'invalid-inputs')).toMatchObject({ outcome: 'pass', failures: [] })
})

test('a skill may find nothing for most inputs, and what its examples show for the others', async () => {
  const { checks } = await verify('searches', {
    script: answering(
      '{"success": True, "data": {"n": 49 if n == 7 else 0} if params.get("far") is not True else {"n": 0}}',
    ),
    contract: {
      input: { ...NUMBER, properties: { ...NUMBER.properties, far: { type: 'boolean' } } },
      output: ANSWER,
    },
    files: {
      'prompts/examples/found.json': JSON.stringify({ input: { n: 7, far: false }, output: { n: 49 } }),
      'prompts/examples/not.json': JSON.stringify({ input: { n: 8, far: false }, output: { n: 0 } }),
    },
    runs: 8,
  })
  expect(checks.find(({ name }) => name === 'valid-inputs')).toMatchObject({ outcome: 'pass' })
})

test('an answer may hold something random, beside what its input decides', async () => {
  const { checks } = await verify('makes-one-each-time', {
    script: answering('{"success": True, "data": {"n": n or 0, "id": __import__("uuid").uuid4().hex}}'),
    runs: 4,
  })
  expect(checks.find(({ name }) => name === 'valid-inputs')?.outcome).toBe('pass')
})

const KEPT = `kept = f"{out}/{n}"
if not os.path.exists(kept):
    open(kept, "w").write(str(secrets.randbelow(10**6)))
n = int(open(kept).read())`
const RANDOM_LATER = `open(f"{out}/calls", "a").write("x")
n = n if os.path.getsize(f"{out}/calls") < 3 else secrets.randbelow(10**6)`
const keeping = (out: string, change: string) => ({
  script: `import json, os, secrets, sys
out = ${JSON.stringify(out)}
n = json.load(sys.stdin)["params"].get("n")
n = n if isinstance(n, int) else 0
${change}
print(json.dumps({"success": True, "data": {"n": n}}))
`,
  manifest: { permissions: { write: [out] } },
})

test.skipIf(!canContain).each([
  ['that are kept from the first call on', 'out', KEPT],
  ['that are random after the first calls', 'out', RANDOM_LATER],
  ['that are kept outside of its folder', tmpdir(), KEPT],
])('answers %s are not taken for the same ones', async (what, place, change) => {
  const out = place === 'out' ? place : await mkdtemp(join(place, 'kept-'))
  const contract = { input: NUMBER, output: ANSWER, idempotent: true }
  const { checks, outcome } = await verify(what, { ...keeping(out, change), contract }, { contain: true })
  expect(checks.find(({ name }) => name === 'idempotency')).toMatchObject({ outcome: 'fail', passed: 0 })
  expect(outcome).toBe('fail')
  if (out !== 'out') expect(await readdir(out)).toEqual([])
  if (out !== 'out') await rm(out, { recursive: true })
})

test('a skill whose process answers rightly only once is found out', async () => {
  const script = `import json, sys
for i, line in enumerate(sys.stdin):
    request = json.loads(line)
    n = request["params"].get("n") if isinstance(request["params"], dict) else 0
    print(json.dumps({"id": request["id"], "success": True, "data": {"n": n - i if isinstance(n, int) else 0}}), flush=True)
`
  const contract = { input: NUMBER, output: ANSWER, idempotent: true }
  const warm = { script, contract, manifest: { runtime: { tier: 'worker' } } }
  const report = await verify('right-once', warm, { runs: 8 })
  expect(report.checks.find(({ name }) => name === 'idempotency')).toMatchObject({ outcome: 'fail' })
})

test('an answer may be the same each time where the contract allows no other', async () => {
  const { checks } = await verify('acknowledges', {
    script: answering('{"success": True, "data": {"saved": True}}'),
    runs: 4,
    contract: {
      input: NUMBER,
      output: {
        type: 'object',
        required: ['saved'],
        properties: { saved: { const: true } },
        additionalProperties: false,
      },
    },
  })
  expect(checks.find(({ name }) => name === 'valid-inputs')?.outcome).toBe('pass')
})

test('nothing tells a skill that it is verified', async () => {
  const script = `import json, os, sys
own = [line.split()[3] for line in open("/proc/self/mountinfo") if line.split()[4] == os.getcwd()]
seen = [sys.argv, dict(os.environ), os.getcwd(), os.getuid(), own, sys.stdin.read()]
print(json.dumps({"success": True, "data": {"n": 1, "seen": json.dumps(seen)}}))
`
  await using runtime = await createRuntime({ contain: canContain, cacheDir: join(tmpdir(), 'cache') })
  const shown: string[] = []
  const run: Runtime['run'] = async (...call) => {
    const response = await runtime.run(...call)
    shown.push(JSON.stringify(response.data ?? null))
    return response
  }
  const { digest } = await verifySkill(await skillOf('watched', { script }), { ...runtime, run }, { runs: 4 })
  expect(shown.length).toBeGreaterThan(8)
  for (const seen of shown.filter((data) => data.includes('seen'))) {
    expect(seen).toContain('watched/tools/main.py')
    expect(seen).not.toMatch(/verif|skillwright|proxy/i)
    if (!canContain) continue
    // A sandbox shows it where it always is, made of the same copy as every call that names its digest.
    expect(seen).toContain(join(temp, 'watched/tools/main.py'))
    expect(seen).toContain(`cache/skills/${digest.replace(':', '-')}`)
  }
})
