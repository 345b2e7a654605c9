import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { doctor } from '@skillwright/runtime'
import { readPublicKey, verifyEnvelope } from '@skillwright/skill'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { spawnCli } from '../fixtures/call-cli.ts'

const root = join(import.meta.dirname, '../../../..')
const skill = (id: string) => join(root, 'skills', id)

// Where no sandbox can be made, the same is tried without one, and said so.
const canContain = (await doctor()).every(({ name, ok }) => ok || name !== 'sandbox')
if (!canContain)
  process.stderr.write('\n!!! NOT CONTAINED: these tests run skills without a sandbox, since there is none !!!\n\n')
const SANDBOX = canContain ? [] : ['--unsafe-no-sandbox']
// A sandbox of the second class is said at every run.
const isQuiet = (await doctor()).every(({ name, ok }) => ok || !['sandbox', 'seccomp'].includes(name))

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-run-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

let here: string
beforeEach(async () => {
  here = await mkdtemp(join(dir, 'test-'))
})

/** Runs a command whose words end where skills are run as this machine allows. */
function cli(words: readonly string[], options: Parameters<typeof spawnCli>[1] = {}): ReturnType<typeof spawnCli> {
  return spawnCli([...words, ...SANDBOX], {
    ...options,
    env: { SKILLWRIGHT_CONFIG: join(dir, 'config'), SKILLWRIGHT_CACHE: join(dir, 'cache'), ...options.env },
  })
}

/** A skill made of one script. */
async function scriptSkill(source: string, { file = 'main.py', manifest = {} } = {}): Promise<string> {
  const folder = join(here, 'scripted')
  await mkdir(join(folder, 'tools'), { recursive: true })
  await writeFile(join(folder, 'SKILL.md'), '---\nid: scripted\ndescription: A script.\n---\n')
  await writeFile(join(folder, 'skill.json'), JSON.stringify({ id: 'scripted', ...manifest }))
  await writeFile(join(folder, 'tools', file), source)
  return folder
}

describe('run', () => {
  test('prints the data alone, with parameters as JSON or text', async () => {
    const words = ['run', skill('unit-converter'), '-p', 'value=5', '-p', 'from=mi', '--param', 'to=km']
    const { code, stdout, stderr } = await cli(words)
    expect({ code, stderr: isQuiet ? stderr : '' }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ value: 8.04672, unit: 'km', quantity: 'length' })
  })

  test('a value of another type is repaired where there is one reading, and said so', async () => {
    const words = ['run', skill('unit-converter'), '-p', 'value="5"', '-p', 'from=mi', '-p', 'to=km']
    const { code, stderr } = await cli(words)
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('repaired /value: "5" → 5') })
  })

  test.each([
    ['a whole request', { action: 'diff', params: { before: 'a\n', after: 'b\n' }, context: { user_id: 'u' } }, []],
    ['bare parameters', { before: 'a\n', after: 'b\n' }, ['diff']],
  ])('takes %s on stdin', async (_, input, action) => {
    const { code, stdout } = await cli(['run', skill('text-diff'), ...action], { input: JSON.stringify(input) })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).patch).toContain('+b')
  })

  test('takes the parameters from a file, and single ones over them', async () => {
    const file = join(here, 'params.json')
    await writeFile(file, JSON.stringify({ value: 5, from: 'mi', to: 'm' }))
    const { stdout } = await cli(['run', skill('unit-converter'), '--input', file, '--param', 'to=km'])
    expect(JSON.parse(stdout)).toMatchObject({ unit: 'km' })
  })

  test('runs the script of an agent, by its file or its folder', async () => {
    const agent = skill('agents/dev_efficiency_analyst')
    const cases = JSON.parse(await readFile(join(agent, 'tests/build_analysis.json'), 'utf8'))
    const { action, input } = cases.find((one: { error?: unknown }) => one.error === undefined)
    for (const path of [agent, join(agent, '.claude/skills/build_analysis.py')]) {
      const { code, stderr } = await cli(['run', path, action], { input: JSON.stringify(input) })
      expect({ code, stderr: isQuiet ? stderr : '' }).toEqual({ code: 0, stderr: '' })
    }
  })

  test.each([
    ['wrong parameters', ['run', skill('unit-converter'), '-p', 'value=5'], 2, 'MISSING_REQUIRED_PARAM'],
    ['an unknown action', ['run', skill('unit-converter'), 'fly', '-p', 'value=5'], 2, 'UNKNOWN_ACTION'],
    ['data that is not there', ['run', skill('http-status-guide'), '-p', 'query=submarine'], 1, 'DATA_NOT_FOUND'],
    [
      'a skill that is only a prompt',
      ['run', skill('web-research-summarizer'), '-p', 'topic=tides'],
      1,
      'TOOL_NOT_AVAILABLE',
    ],
    ['a folder that is not there', ['run', '/nowhere'], 1, 'DATA_NOT_FOUND'],
    ['a parameter without a name', ['run', skill('unit-converter'), '-p', '=5'], 2, 'INVALID_INPUT'],
    [
      'a variable that is not set',
      ['run', skill('unit-converter'), '-p', 'value=5', '--env', 'SKILLWRIGHT_NOT_SET'],
      2,
      'INVALID_INPUT',
    ],
    [
      'a variable the skill does not declare',
      ['run', skill('unit-converter'), '-p', 'value=5', '-p', 'from=m', '-p', 'to=km', '--env', 'HOME'],
      1,
      'PERMISSION_DENIED',
    ],
    ['a timeout that is none', ['run', skill('unit-converter'), '--timeout', 'soon'], 2, 'Expected seconds'],
  ])('%s ends with its exit code and says why', async (_, words, code, why) => {
    const answer = await cli(words)
    expect(answer).toMatchObject({ code, stdout: '' })
    expect(answer.stderr).toContain(why)
  })

  test('what is not JSON is said to be none', async () => {
    const answer = await cli(['run', skill('unit-converter')], { input: '{oops' })
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('stdin is not JSON') })
  })

  test('a slow skill is ended in time', async () => {
    const folder = await scriptSkill('import time; time.sleep(600)')
    const { code, stdout } = await cli(['run', folder, '--timeout', '0.5', '--json'])
    expect({ code, errors: JSON.parse(stdout).errors }).toMatchObject({ code: 1, errors: [{ code: 'TOOL_TIMEOUT' }] })
  })

  test('Ctrl-C ends it, and everything it started', async () => {
    const folder = await scriptSkill(
      'import sys, time; print("WARNING waiting", file=sys.stderr, flush=True); time.sleep(60)',
    )
    const main = join(import.meta.dirname, '../main.ts')
    const child = spawn(process.execPath, ['--conditions=@skillwright/source', main, 'run', folder, ...SANDBOX], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const code = new Promise((resolve) => child.once('close', resolve))
    let said = ''
    for await (const chunk of child.stderr) {
      said += chunk
      if (said.includes('waiting') && !child.killed) child.kill('SIGINT')
    }
    expect(await code).toBe(130)
  })

  test('warnings of the skill are shown, its whole log only when debugging, and no escape sequence reaches the terminal', async () => {
    const source = `import os, sys
print("DEBUG quiet", os.getenv("SKILL_DEBUG"), file=sys.stderr)
print("WARNING \\x1b[31mloud", file=sys.stderr)
print("50% complete", file=sys.stderr)
print('{"success": true, "data": {}}')`
    const folder = await scriptSkill(source)
    const quiet = await cli(['run', folder])
    expect(quiet.stderr).toContain('WARNING \\u{1b}[31mloud')
    expect(quiet.stderr).not.toContain('quiet')
    const loud = await cli(['run', folder, '--debug'])
    expect(loud.stderr).toContain('DEBUG quiet 1')
    expect(loud.stderr).toContain('50%')
    // Document B's own way to ask for it.
    const exported = await cli(['run', folder], { env: { SKILL_DEBUG: '1' } })
    expect(exported.stderr).toContain('DEBUG quiet 1')
  })

  test("an error logged as document B's template does it, without a level, is shown", async () => {
    const source = `import logging, sys
logger = logging.getLogger(__name__)
logger.setLevel(logging.INFO)
logger.addHandler(logging.StreamHandler(sys.stderr))
logger.error("Failed to connect to database")
print('{"success": true, "data": {}}')`
    const { stderr } = await cli(['run', await scriptSkill(source)])
    expect(stderr).toContain('Failed to connect to database')
  })

  test('a declared variable reaches the skill, and its value is masked in the answer', async () => {
    const source =
      'import json, os; print(json.dumps({"success": True, "data": {"key": os.environ["MY_KEY"], "all": sorted(os.environ)}}))'
    const folder = await scriptSkill(source, { manifest: { permissions: { env: ['MY_KEY'] } } })
    const { stdout } = await cli(['run', folder, '--env', 'MY_KEY'], {
      env: { MY_KEY: 'hunter2hunter2', OTHER_KEY: 'x' },
    })
    expect(JSON.parse(stdout)).toMatchObject({ key: '***', all: expect.not.arrayContaining(['OTHER_KEY']) })
  })

  test.skipIf(!canContain)('what a skill may not touch it cannot, module or script', async () => {
    const canary = join(here, 'canary.txt')
    await writeFile(canary, 'secret')
    const module = `import { readFileSync } from 'node:fs'\nexport function run() { return { read: readFileSync(${JSON.stringify(canary)}, 'utf8') } }`
    const answer = await cli(['run', await scriptSkill(module, { file: 'main.mjs' })])
    expect(answer).toMatchObject({ code: 70, stdout: '', stderr: expect.stringContaining('ENOENT') })
    await rm(join(here, 'scripted'), { recursive: true })
    const uncontained = await spawnCli(['run', await scriptSkill(module, { file: 'main.mjs' }), '--unsafe-no-sandbox'])
    expect(JSON.parse(uncontained.stdout)).toEqual({ read: 'secret' })
    expect(uncontained.stderr).toContain('no sandbox')
  })

  test('a task for a person is cancelled without a terminal', async () => {
    const folder = join(here, 'review')
    await mkdir(folder)
    await writeFile(join(folder, 'SKILL.md'), '---\nid: review\ndescription: Read it.\n---\n')
    await writeFile(join(folder, 'skill.json'), JSON.stringify({ id: 'review', capability_type: 'task' }))
    expect(await cli(['run', folder])).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('stdin is not a terminal'),
    })
  })
})

describe('test', () => {
  test('a skill that keeps its word is a yes', async () => {
    const { code, stdout } = await cli(['test', skill('unit-converter')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ .*\n(?:✓ .*\n)+ok .*unit-converter: \d+ passed, 0 failed\n$/)
  })

  test('its Python tests are run too: a failed one is a no, one that could not be run is neither yes nor no', async () => {
    const folder = await scriptSkill('print(1)')
    await mkdir(join(folder, 'tests'))
    const write = (source: string) => writeFile(join(folder, 'tests/test_it.py'), source)
    await write('def test_sum():\n    assert 1 + 1 == 3\n')
    const wrong = await cli(['test', folder])
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toMatch(
      /✗ .*test_sum\n[\s\S]*assert[\s\S]*failed .*scripted, (pytest|unittest).*: 0 passed, 1 failed\n$/,
    )
    await write('def test_sum():\n    assert 1 + 1 == 2\n')
    const { code, stdout } = await cli(['test', folder, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ programs: { passed: 1, failed: 0, notRun: [] } }])
    await writeFile(join(folder, 'requirements.txt'), 'nothing-of-that-name==1.0.0\n')
    const unknown = await cli(['test', folder])
    expect(unknown.code).toBe(3)
    expect(unknown.stdout).toMatch(
      /\? tests\/test_it\.py: TOOL_NOT_AVAILABLE[\s\S]*not run .*scripted: its test programs\n$/,
    )
  })

  test('nothing to try, or only what is skipped, is neither yes nor no', async () => {
    const folder = await scriptSkill('print(1)')
    const none = await cli(['test', folder])
    expect(none).toMatchObject({ code: 3, stdout: expect.stringContaining('no examples and no cases; add one') })
    await mkdir(join(folder, 'tests'))
    await writeFile(
      join(folder, 'tests/test_it.py'),
      'import unittest\n\n@unittest.skip("later")\nclass TestIt(unittest.TestCase):\n    def test_it(self):\n        self.fail()\n',
    )
    const skipped = await cli(['test', folder])
    expect(skipped).toMatchObject({ code: 3, stdout: expect.stringMatching(/not run .*0 passed, 0 failed/) })
  })

  test('a difference is a no, shown line by line; --update makes it a yes', async () => {
    const folder = join(here, 'converter')
    await cp(skill('unit-converter'), folder, { recursive: true })
    const file = join(folder, 'prompts/examples/example1.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('8.04672', '9'))
    const before = await cli(['test', folder])
    expect(before.code).toBe(1)
    expect(before.stdout).toMatch(
      /✗ .*\n {4}The answer is another one[\s\S]*- {3}"value": 9\n {4}\+ {3}"value": 8\.04672/,
    )
    const json = await cli(['test', folder, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject([{ skill: 'unit-converter', failed: 1 }])
    expect(await cli(['test', folder, '--update'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 updated, 0 failed'),
    })
    expect((await cli(['test', folder])).code).toBe(0)
  })

  test('--watch runs again after a change, until it is ended', async () => {
    const folder = join(here, 'watched')
    await cp(skill('unit-converter'), folder, { recursive: true })
    const main = join(import.meta.dirname, '../main.ts')
    const words = ['--conditions=@skillwright/source', main, 'test', folder, '--watch', ...SANDBOX]
    const child = spawn(process.execPath, words, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    const code = new Promise((resolve) => child.once('close', resolve))
    let said = ''
    let changes = 0
    for await (const chunk of child.stdout) {
      said += chunk
      if (changes === 0 && said.includes('0 failed')) {
        changes++
        const file = join(folder, 'prompts/examples/example1.json')
        await writeFile(file, (await readFile(file, 'utf8')).replace('8.04672', '9'))
      }
      if (said.includes('1 failed') && !child.killed) child.kill('SIGINT')
    }
    expect(await code).toBe(1)
    expect(said).toContain('— again —')
  })
})

describe('verify', () => {
  test('writes a signed statement of what it saw, and the seed to see it again', async () => {
    const out = join(here, 'proof.json')
    const words = ['verify', skill('unit-converter'), '--runs', '3', '--seed', '11', '--out', out]
    const { code, stdout, stderr } = await cli(words)
    expect(stdout).toMatch(/^unit-converter 1\.1\.0[\s\S]*✓ its own examples and tests[\s\S]*, seed 11\n$/)
    expect(stdout.match(/^✗.*\n(?: .*\n)*/gm)).toBeNull()
    if (!canContain) {
      // What it reached was not seen: neither proven nor broken, and nothing to sign.
      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('nothing was signed') })
      return
    }
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('signed') })
    const key = readPublicKey(await readFile(join(dir, 'config/keys/default.pub.pem'), 'utf8'))
    const { statement } = verifyEnvelope(JSON.parse(await readFile(out, 'utf8')), [key])
    expect(statement).toMatchObject({
      predicateType: 'https://skillwright.dev/attestations/verify/v1',
      predicate: { id: 'unit-converter', ok: true, seed: 11, containment: { system_call_filter: isQuiet } },
    })
  })

  test.skipIf(!canContain)('sees that a skill tries to reach a host it does not declare', async () => {
    const source = `import json, urllib.request
try:
    urllib.request.urlopen("http://undeclared.example/", timeout=5)
except Exception:
    pass
print(json.dumps({"success": True, "data": {}}))`
    const folder = await scriptSkill(source)
    const closed = { type: 'object', additionalProperties: false }
    await writeFile(join(folder, 'contract.json'), JSON.stringify({ version: '1.0.0', input: closed, output: closed }))
    const { code, stdout } = await cli(['verify', folder, '--no-sign', '--runs', '1', '--json'])
    expect(code).toBe(1)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; failures: unknown[] }[] }
    expect(checks.find(({ name }) => name === 'undeclared')?.failures).toMatchObject([
      { problem: expect.stringContaining('undeclared.example:80') },
    ])
  })
})

test('what cannot be checked ends with a code of its own, and is not signed', async () => {
  const folder = await scriptSkill('')
  await writeFile(join(folder, 'requirements.txt'), 'nothing-of-that-name==1.0.0\n')
  await writeFile(join(folder, 'contract.json'), JSON.stringify({ version: '1.0.0', input: { type: 'object' } }))
  const { code, stdout, stderr } = await cli(['verify', folder, '--out', join(here, 'nothing.json')])
  expect(code).toBe(3)
  expect(stdout).toContain(`    skillwright prepare ${folder}\ncould not be checked`)
  expect(stderr).toContain('nothing was signed')
  await expect(readFile(join(here, 'nothing.json'))).rejects.toMatchObject({ code: 'ENOENT' })
})

describe.skipIf(!canContain)('what a skill asks for outside its own folder', () => {
  const setUp = async () => {
    const home = join(here, 'home')
    await mkdir(join(home, 'notes'), { recursive: true })
    await writeFile(join(home, 'notes', 'today.md'), 'buy milk')
    const source = `import json, os
print(json.dumps({"success": True, "data": {"note": open(os.path.expanduser("~/notes/today.md")).read()}}))`
    const folder = await scriptSkill(source, { manifest: { permissions: { read: ['~/notes'] } } })
    return { folder, env: { HOME: home, SKILLWRIGHT_CONFIG: join(here, 'config') } }
  }

  test('is refused where the user cannot be asked, with what to type; --yes agrees, until the skill changes', async () => {
    const { folder, env } = await setUp()
    const refused = await cli(['run', folder], { env })
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('may read ~/notes') })
    expect(refused.stderr).toContain(`skillwright run ${folder} asks once, --yes agrees`)
    expect(await cli(['run', folder, '--yes'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('buy milk'),
      stderr: expect.stringContaining('it reads ~/notes'),
    })
    expect(await cli(['run', folder], { env })).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('it reads'),
    })
    await writeFile(join(folder, 'README.md'), 'another version')
    expect((await cli(['run', folder], { env })).code).toBe(1)
  })

  test.each([
    ['y', 0, 'buy milk'],
    ['n', 1, 'PERMISSION_DENIED'],
  ])('is asked for once on a terminal: %s', async (answer, code, said) => {
    const { folder, env } = await setUp()
    const main = join(import.meta.dirname, '../main.ts')
    const line = [process.execPath, '--conditions=@skillwright/source', main, 'run', folder, '-p', 'a=1'].join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], { env: { ...process.env, NO_COLOR: '1', ...env } })
    let seen = ''
    for await (const chunk of child.stdout) {
      if (!seen.includes('[y/N]') && `${seen}${chunk}`.includes('[y/N]')) child.stdin.write(`${answer}\n`)
      seen += chunk
    }
    expect(seen).toContain('it reads ~/notes')
    expect(seen).toContain(said)
    expect(child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)))).toBe(code)
  })
})

describe('prepare', () => {
  test('says when nothing is needed, and refuses what comes from elsewhere', async () => {
    expect(await spawnCli(['prepare', skill('unit-converter')])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('needs nothing'),
    })
    const folder = await scriptSkill('')
    await writeFile(join(folder, 'requirements.txt'), '--index-url https://evil.example/simple\nx\n')
    expect(await spawnCli(['prepare', folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--index-url https://evil.example'),
    })
    expect(await cli(['run', folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`skillwright prepare ${folder}`),
    })
  })
})

test('doctor says what this machine offers', async () => {
  const { code, stdout } = await spawnCli(['doctor'])
  expect(code).toBe(canContain ? 0 : 1)
  expect(stdout).toMatch(/sandbox/)
  expect(JSON.parse((await spawnCli(['doctor', '--json'])).stdout)).toContainEqual(
    expect.objectContaining({ name: 'sandbox', ok: canContain }),
  )
})

test('call asks a service as its descriptor says, wherever the descriptor is', async () => {
  const template = JSON.parse(await readFile(join(skill('translator'), 'descriptor.json'), 'utf8'))
  const server = createServer(async (request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answer =
      request.method === 'GET'
        ? { ...template, endpoint: { url: `${url}/invoke`, method: 'POST' } }
        : { translated_text: `${request.headers['x-api-key']}:${((await json(request)) as { text: string }).text}` }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/descriptor`
    const file = join(here, 'descriptor.json')
    await writeFile(file, await (await fetch(url)).text())
    const params = ['-p', 'text=hello', '-p', 'target_language=zh', '--credential', 'MY_KEY']
    const env = { MY_KEY: 'hunter2hunter2' }
    for (const place of [url, file]) {
      const answer = await spawnCli(['call', place, ...params, '--allow', '127.0.0.1'], { env })
      expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('"***:hello"') })
      const refused = await spawnCli(['call', place, ...params], { env })
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('PERMISSION_DENIED') })
    }
  } finally {
    server.close()
  }
})

test('call keeps a refresh token that the service replaced', async () => {
  const template = JSON.parse(await readFile(join(skill('translator'), 'descriptor.json'), 'utf8'))
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const sent = new URLSearchParams(await text(request))
    if (request.url === '/token') seen.push(sent.get('refresh_token') ?? '')
    const token = { access_token: 'access-token', token_type: 'Bearer', refresh_token: `refresh-${seen.length}` }
    const answer = request.url === '/token' ? token : { translated_text: 'x' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const oauth2 = { authorization_url: `${url}/authorize`, token_url: `${url}/token`, scopes: {} }
    const descriptor = { ...template, endpoint: { url, method: 'POST' }, auth: { type: 'oauth2', oauth2 } }
    const file = join(here, 'oauth-descriptor.json')
    await writeFile(file, JSON.stringify(descriptor))
    const env = { CLIENT: '{"clientId": "me", "refreshToken": "refresh-0"}', XDG_CONFIG_HOME: join(here, 'config') }
    const words = ['-p', 'text=a', '-p', 'target_language=zh', '--credential', 'CLIENT', '--allow', '127.0.0.1']
    for (let i = 0; i < 2; i++) expect(await spawnCli(['call', file, ...words], { env })).toMatchObject({ code: 0 })
    expect(seen).toEqual(['refresh-0', 'refresh-1'])
  } finally {
    server.close()
  }
})
