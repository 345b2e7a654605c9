import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSubject, packSkill, readSkill, type Skill, signStatement, verifyEnvelope } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRuntime } from '../index.ts'
import { describeReport, type VerifyReport } from './verify-report.ts'
import { verifySkill } from './verify-skill.ts'
import { VERIFY_PREDICATE, verifyStatement } from './verify-statement.ts'

// Nothing of the user's in it, and uncontained, so that it runs on every machine.
const OWN = { contain: false, cacheDir: '/nowhere' }

const skills = join(import.meta.dirname, '../../../../skills')

let temp = ''
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'skillwright-verify-'))
})
afterAll(() => rm(temp, { recursive: true, force: true }))

const CONTRACT = {
  title: 'Echo',
  version: '1.0.0',
  idempotent: true,
  input: {
    type: 'object',
    required: ['n'],
    additionalProperties: false,
    properties: { n: { type: 'integer', minimum: 0, maximum: 1000 } },
  },
  output: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
}

/** A skill that answers with what the expression gives for `n`. */
async function echo(id: string, expression: string, before = '', manifest: object = {}): Promise<Skill> {
  const dir = join(temp, id)
  await mkdir(join(dir, 'tools'), { recursive: true })
  await mkdir(join(dir, 'prompts/examples'), { recursive: true })
  const source = `import { text } from 'node:stream/consumers'
import fs from 'node:fs'
const { params: { n } } = JSON.parse(await text(process.stdin))
${before}
console.log(JSON.stringify({ success: true, data: { n: ${expression} } }))
`
  await writeFile(join(dir, 'SKILL.md'), `---\nid: ${id}\nversion: 1.0.0\ndescription: Echoes.\n---\n`)
  await writeFile(join(dir, 'skill.json'), JSON.stringify({ id, timeout_seconds: 5, ...manifest }))
  await writeFile(join(dir, 'contract.json'), JSON.stringify(CONTRACT))
  await writeFile(join(dir, 'tools/main.mjs'), source)
  await writeFile(join(dir, 'prompts/examples/one.json'), JSON.stringify({ input: { n: 1 }, output: { n: 1 } }))
  return readSkill(dir)
}

function failed({ checks }: VerifyReport): string[] {
  return checks.filter((check) => check.failed > 0).map(({ name }) => name)
}

test('a good skill is verified, and the report says what was tried', async () => {
  await using runtime = await createRuntime(OWN)
  const skill = await readSkill(join(skills, 'unit-converter'))
  const report = await verifySkill(skill, runtime, { seed: 7, runs: 8 })
  expect(describeReport(report).filter((line) => line.startsWith('✗'))).toEqual([])
  expect(report).toMatchObject({ ok: true, seed: 7, runs: 8, id: 'unit-converter', version: '1.0.0' })
  expect(report.checks.map(({ name }) => name)).toEqual([
    'examples',
    'valid-inputs',
    'invalid-inputs',
    'idempotency',
    'limits',
    'undeclared',
  ])
  for (const { passed } of report.checks) expect(passed).toBeGreaterThanOrEqual(2)
  expect(describeReport(report).join('\n')).toMatch(
    /^unit-converter 1\.0\.0 {2}sha256:[\s\S]*✓ generated valid inputs.*: 8 passed[\s\S]*verified, seed 7$/,
  )
})

test.each([
  ['breaks its contract', 'n > 100 ? "many" : n', '', ['valid-inputs']],
  ['gives its example wrong', 'n + 1', '', ['examples']],
  ['crashes on what it should refuse', 'n', 'if (typeof n !== "number") process.exit(1)', ['invalid-inputs']],
  ['answers differently each time', 'process.hrtime()[1]', '', ['examples', 'idempotency']],
  ['changes its own files', 'n', 'fs.writeFileSync(new URL("../seen.txt", import.meta.url), "x")', ['undeclared']],
])('a skill that %s is not verified', async (what, expression, before, expected) => {
  await using runtime = await createRuntime(OWN)
  const report = await verifySkill(await echo(what.replaceAll(' ', '-'), expression, before), runtime, { runs: 6 })
  expect(failed(report)).toEqual(expected)
  expect(report.ok).toBe(false)
  expect(describeReport(report).at(-1)).toBe('not verified, seed 0')
})

test('a skill that tries to reach a host it does not declare is not verified', async () => {
  await using runtime = await createRuntime(OWN)
  const refused = [
    { host: 'evil.example', port: 443, reason: 'undeclared' as const },
    { host: 'evil.example', port: 443, reason: 'undeclared' as const },
    { host: 'slow.example', port: 443, reason: 'unresolved' as const },
  ]
  const report = await verifySkill(await echo('talkative', 'n'), runtime, { runs: 1, refused })
  expect(report.checks.find(({ name }) => name === 'undeclared')).toMatchObject({
    failed: 1,
    failures: [{ problem: expect.stringContaining('evil.example:443') }],
  })
})

test.each([
  [
    'a program',
    'const { execFileSync } = await import("node:child_process")\nif (n > 5000) execFileSync("ffmpeg", ["-i", "a"])',
    /main\.mjs:\d+: .*ffmpeg/,
  ],
  [
    'a variable',
    'if (n > 5000) fs.writeFileSync("/dev/null", process.env.OTHER_API_KEY)',
    /main\.mjs:\d+: .*OTHER_API_KEY/,
  ],
])('a skill whose code uses %s that it does not declare is not verified', async (what, before, problem) => {
  await using runtime = await createRuntime(OWN)
  const permissions = { programs: ['jq'], env: ['API_KEY'] }
  const skill = await echo(`undeclared-${what.split(' ')[1]}`, 'n', before, { permissions })
  const { checks } = await verifySkill(skill, runtime, { runs: 1 })
  expect(checks.find(({ name }) => name === 'undeclared')).toMatchObject({
    failed: 1,
    failures: [{ problem: expect.stringMatching(problem) }],
  })
})

test('the same seed tries the same inputs again', async () => {
  await using runtime = await createRuntime(OWN)
  const skill = await echo('seeded', 'n > 2 ? "many" : n')
  const inputs = async (seed: number) => {
    const { checks } = await verifySkill(skill, runtime, { seed, runs: 6 })
    return checks.find(({ name }) => name === 'valid-inputs')?.failures.map(({ input }) => input)
  }
  const first = await inputs(3)
  expect(first).toEqual(await inputs(3))
  expect(first).not.toEqual(await inputs(4))
})

test('what was seen can be signed, and speaks of exactly this package', async () => {
  await using runtime = await createRuntime(OWN)
  const skill = await echo('signed', 'n')
  const report = await verifySkill(skill, runtime, { seed: 5, runs: 2, contained: false })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const envelope = signStatement(verifyStatement(report, { at: new Date(0) }), privateKey)
  const { statement } = verifyEnvelope(JSON.parse(JSON.stringify(envelope)), [publicKey])
  checkSubject(statement, (await packSkill(join(temp, 'signed'))).digest)
  expect(statement).toMatchObject({
    predicateType: VERIFY_PREDICATE,
    predicate: {
      id: 'signed',
      version: '1.0.0',
      ok: true,
      seed: 5,
      runs: 2,
      contained: false,
      verified_at: '1970-01-01T00:00:00.000Z',
      checks: { examples: { passed: 1, failed: 0 }, 'valid-inputs': { passed: 2, failed: 0 } },
    },
  })
})

test('a skill that cannot be tried out here is refused, not failed', async () => {
  await using runtime = await createRuntime(OWN)
  const prompt = await readSkill(join(skills, 'web-research-summarizer'))
  await expect(verifySkill(prompt, runtime)).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
})

test('a verification can be called off', async () => {
  await using runtime = await createRuntime(OWN)
  const skill = await echo('cancelled', 'n')
  await expect(verifySkill(skill, runtime, { signal: AbortSignal.timeout(100), runs: 50 })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})
