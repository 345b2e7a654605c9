import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cliProgram, spawnCli } from '../fixtures/call-cli.ts'
import { canContain, isQuiet, openSkillRuns, SANDBOX, skill } from '../fixtures/skill-runs.ts'

const runs = openSkillRuns()

describe('run', () => {
  test('prints the data alone, with parameters as JSON or text', async () => {
    const words = ['run', skill('unit-converter'), '-p', 'value=5', '-p', 'from=mi', '--param', 'to=km']
    const { code, stdout, stderr } = await runs.cli(words)
    expect({ code, stderr: isQuiet ? stderr : '' }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ value: 8.04672, unit: 'km', quantity: 'length' })
  })

  test('a value of another type is repaired where there is one reading, and said so', async () => {
    const words = ['run', skill('unit-converter'), '-p', 'value="5"', '-p', 'from=mi', '-p', 'to=km']
    const { code, stderr } = await runs.cli(words)
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('repaired /value: "5" → 5') })
  })

  test.each([
    ['a whole request', { action: 'diff', params: { before: 'a\n', after: 'b\n' }, context: { user_id: 'u' } }, []],
    ['bare parameters', { before: 'a\n', after: 'b\n' }, ['diff']],
  ])('takes %s on stdin', async (_, input, action) => {
    const { code, stdout } = await runs.cli(['run', skill('text-diff'), ...action], { input: JSON.stringify(input) })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).patch).toContain('+b')
  })

  test('takes the parameters from a file, and single ones over them', async () => {
    const file = join(runs.here, 'params.json')
    await writeFile(file, JSON.stringify({ value: 5, from: 'mi', to: 'm' }))
    const { stdout } = await runs.cli(['run', skill('unit-converter'), '--input', file, '--param', 'to=km'])
    expect(JSON.parse(stdout)).toMatchObject({ unit: 'km' })
  })

  test('runs the script of an agent, by its file or its folder', async () => {
    const agent = skill('agents/dev_efficiency_analyst')
    const cases = JSON.parse(await readFile(join(agent, 'tests/build_analysis.json'), 'utf8'))
    const { action, input } = cases.find((one: { error?: unknown }) => one.error === undefined)
    for (const path of [agent, join(agent, '.claude/skills/build_analysis.py')]) {
      const { code, stderr } = await runs.cli(['run', path, action], { input: JSON.stringify(input) })
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
    const answer = await runs.cli(words)
    expect(answer).toMatchObject({ code, stdout: '' })
    expect(answer.stderr).toContain(why)
  })

  test('what is not JSON is said to be none', async () => {
    const answer = await runs.cli(['run', skill('unit-converter')], { input: '{oops' })
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('stdin is not JSON') })
  })

  test('a slow skill is ended in time', async () => {
    const folder = await runs.scriptSkill('import time; time.sleep(600)')
    const { code, stdout } = await runs.cli(['run', folder, '--timeout', '0.5', '--json'])
    expect({ code, errors: JSON.parse(stdout).errors }).toMatchObject({ code: 1, errors: [{ code: 'TOOL_TIMEOUT' }] })
  })

  test('Ctrl-C ends it, and everything it started', async () => {
    const folder = await runs.scriptSkill(
      'import sys, time; print("WARNING waiting", file=sys.stderr, flush=True); time.sleep(60)',
    )
    const { file, env } = await cliProgram()
    const child = spawn(process.execPath, [file, 'run', folder, ...SANDBOX], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
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
    const folder = await runs.scriptSkill(source)
    const quiet = await runs.cli(['run', folder])
    expect(quiet.stderr).toContain('WARNING \\u{1b}[31mloud')
    expect(quiet.stderr).not.toContain('quiet')
    const loud = await runs.cli(['run', folder, '--debug'])
    expect(loud.stderr).toContain('DEBUG quiet 1')
    expect(loud.stderr).toContain('50%')
    // Document B's own way to ask for it.
    const exported = await runs.cli(['run', folder], { env: { SKILL_DEBUG: '1' } })
    expect(exported.stderr).toContain('DEBUG quiet 1')
  })

  test("an error logged as document B's template does it, without a level, is shown", async () => {
    const source = `import logging, sys
logger = logging.getLogger(__name__)
logger.setLevel(logging.INFO)
logger.addHandler(logging.StreamHandler(sys.stderr))
logger.error("Failed to connect to database")
print('{"success": true, "data": {}}')`
    const { stderr } = await runs.cli(['run', await runs.scriptSkill(source)])
    expect(stderr).toContain('Failed to connect to database')
  })

  test('a declared variable reaches the skill, and its value is masked in the answer', async () => {
    const source =
      'import json, os; print(json.dumps({"success": True, "data": {"key": os.environ["MY_KEY"], "all": sorted(os.environ)}}))'
    const folder = await runs.scriptSkill(source, { manifest: { permissions: { env: ['MY_KEY'] } } })
    const { stdout } = await runs.cli(['run', folder, '--env', 'MY_KEY'], {
      env: { MY_KEY: 'hunter2hunter2', OTHER_KEY: 'x' },
    })
    expect(JSON.parse(stdout)).toMatchObject({ key: '***', all: expect.not.arrayContaining(['OTHER_KEY']) })
  })

  test.skipIf(!canContain)('what a skill may not touch it cannot, module or script', async () => {
    const canary = join(runs.here, 'canary.txt')
    await writeFile(canary, 'secret')
    const module = `import { readFileSync } from 'node:fs'\nexport function run() { return { read: readFileSync(${JSON.stringify(canary)}, 'utf8') } }`
    const answer = await runs.cli(['run', await runs.scriptSkill(module, { file: 'main.mjs' })])
    expect(answer).toMatchObject({ code: 70, stdout: '', stderr: expect.stringContaining('ENOENT') })
    await rm(join(runs.here, 'scripted'), { recursive: true })
    const uncontained = await spawnCli([
      'run',
      await runs.scriptSkill(module, { file: 'main.mjs' }),
      '--unsafe-no-sandbox',
    ])
    expect(JSON.parse(uncontained.stdout)).toEqual({ read: 'secret' })
    expect(uncontained.stderr).toContain('no sandbox')
  })

  test('a task for a person is cancelled without a terminal', async () => {
    const folder = join(runs.here, 'review')
    await mkdir(folder)
    await writeFile(join(folder, 'SKILL.md'), '---\nid: review\ndescription: Read it.\n---\n')
    await writeFile(join(folder, 'skill.json'), JSON.stringify({ id: 'review', capability_type: 'task' }))
    expect(await runs.cli(['run', folder])).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('stdin is not a terminal'),
    })
  })
})

describe.skipIf(!canContain)('what a skill asks for outside its own folder', () => {
  const setUp = async () => {
    const home = join(runs.here, 'home')
    await mkdir(join(home, 'notes'), { recursive: true })
    await writeFile(join(home, 'notes', 'today.md'), 'buy milk')
    const source = `import json, os
print(json.dumps({"success": True, "data": {"note": open(os.path.expanduser("~/notes/today.md")).read()}}))`
    const folder = await runs.scriptSkill(source, { manifest: { permissions: { read: ['~/notes'] } } })
    return { folder, env: { HOME: home, SKILLWRIGHT_CONFIG: join(runs.here, 'config') } }
  }

  test('is refused where the user cannot be asked, with what to type; --yes agrees, until the skill changes', async () => {
    const { folder, env } = await setUp()
    const refused = await runs.cli(['run', folder], { env })
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('no approval yet to read ~/notes'),
    })
    expect(refused.stderr).toContain(`skillwright run ${folder} asks once, --yes agrees`)
    expect(await runs.cli(['run', folder, '--yes'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('buy milk'),
      stderr: expect.stringContaining('it reads ~/notes'),
    })
    expect(await runs.cli(['run', folder], { env })).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('it reads'),
    })
    await writeFile(join(folder, 'README.md'), 'another version')
    expect((await runs.cli(['run', folder], { env })).code).toBe(1)
  })

  test.each([
    ['y', 0, 'buy milk'],
    ['n', 1, 'PERMISSION_DENIED'],
  ])('is asked for once on a terminal: %s', async (answer, code, said) => {
    const { folder, env } = await setUp()
    const program = await cliProgram()
    const line = [process.execPath, program.file, 'run', folder, '-p', 'a=1'].join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      env: { ...process.env, NO_COLOR: '1', ...program.env, ...env },
    })
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
