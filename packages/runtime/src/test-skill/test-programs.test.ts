import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readPlaces, readSkill, type Skill } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRuntime, detectContainment, type ProgramReport, testPrograms } from '../index.ts'

const canContain = (await detectContainment()).bwrap !== undefined

let temp = ''
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'skills-'))
})
afterAll(() => rm(temp, { recursive: true, force: true }))

const SCRIPT = `import json, sys
print(json.dumps({"success": True, "data": {"n": json.load(sys.stdin)["params"].get("n", 0) + 1}}))
`

async function skillWith(id: string, files: Readonly<Record<string, string>>): Promise<Skill> {
  const all = {
    'SKILL.md': `---\nid: ${id}\nversion: 1.0.0\ndescription: Counts.\n---\n`,
    'skill.json': JSON.stringify({ id, entry: 'tools/main.py' }),
    'tools/main.py': SCRIPT,
    'tools/helpers.py': 'def double(n):\n    return 2 * n\n',
    ...files,
  }
  for (const [file, text] of Object.entries(all)) {
    await mkdir(dirname(join(temp, id, file)), { recursive: true })
    await writeFile(join(temp, id, file), text)
  }
  return readSkill(join(temp, id))
}

async function run(skill: Skill, contain = canContain): Promise<ProgramReport | undefined> {
  await using runtime = await createRuntime({ contain, cacheDir: join(tmpdir(), 'cache') })
  return await testPrograms(skill, runtime)
}

const outcomes = (report: ProgramReport | undefined) =>
  Object.fromEntries((report?.tests ?? []).map(({ name, outcome }) => [name.replace(/^.*[:.]/, ''), outcome]))

test("a skill's Python tests are run, whatever they print, and what fails says why", async () => {
  const report = await run(
    await skillWith('tested', {
      'tests/test_basic.py': `import json, subprocess, sys, unittest
from tools.helpers import double

def test_of_the_script():
    print("not an answer")
    asked = json.dumps({"params": {"n": 1}})
    done = subprocess.run([sys.executable, "tools/main.py"], input=asked, capture_output=True, text=True)
    assert json.loads(done.stdout)["data"] == {"n": 2}

def test_wrong():
    assert double(2) == 5

class Cases(unittest.TestCase):
    def test_double(self):
        self.assertEqual(double(2), 4)

    @unittest.skip("not today")
    def test_later(self):
        pass
`,
      'tests/edge_test.py': 'raise RuntimeError("broken when it is loaded")\n',
    }),
  )
  expect(outcomes(report)).toMatchObject({
    test_of_the_script: 'passed',
    test_wrong: 'failed',
    test_double: 'passed',
    test_later: 'skipped',
  })
  expect(report).toMatchObject({
    passed: 2,
    failed: 2,
    notRun: [],
    framework: expect.stringMatching(/^(pytest|unittest)/),
  })
  const messages = report?.tests.map(({ message }) => message).join('\n')
  expect(messages).toContain('double(2) == 5')
  expect(messages).toContain('broken when it is loaded')
})

test('tests that need pytest are reported as not run where there is none', async () => {
  // One that cannot be imported stands for none.
  const report = await run(
    await skillWith('fixtures', {
      'pytest.py': 'raise ModuleNotFoundError("No module named pytest", name="pytest")\n',
      'tests/test_plain.py': 'def test_plain():\n    assert True\n\ndef test_fixture(tmp_path):\n    assert tmp_path\n',
      'tests/test_marked.py': 'import pytest\n\ndef test_marked():\n    pass\n',
    }),
  )
  expect(report).toMatchObject({ framework: 'unittest', passed: 1, failed: 0 })
  expect(report?.notRun).toEqual([
    'tests/test_marked.py: it needs pytest, which is not installed',
    expect.stringMatching(/^tests\/test_plain\.py::test_fixture: it asks for fixtures/),
  ])
})

test.skipIf(!canContain)('tests have the sandbox of the skill', async () => {
  await writeFile(join(temp, 'secret.txt'), 'hunter2')
  const report = await run(
    await skillWith('curious', {
      'tests/test_escape.py': `import os, socket
def test_files():
    assert not os.path.exists(${JSON.stringify(join(temp, 'secret.txt'))})
def test_network():
    try:
        socket.create_connection(("127.0.0.1", 9), 1)
        raise AssertionError("reached")
    except OSError:
        pass
def test_own_folder():
    try:
        open("tools/new.txt", "w")
        raise AssertionError("written")
    except OSError:
        pass
`,
    }),
  )
  expect(outcomes(report)).toEqual({ test_files: 'passed', test_network: 'passed', test_own_folder: 'passed' })
})

test('tests that never end, or need what is not installed, were not run', async () => {
  const slow = await skillWith('slow', { 'tests/test_slow.py': 'import time\ntime.sleep(600)\n' })
  await using runtime = await createRuntime({ contain: false, cacheDir: join(tmpdir(), 'cache') })
  expect(await testPrograms(slow, runtime, { timeoutSeconds: 1 })).toMatchObject({
    framework: undefined,
    failed: 0,
    notRun: [expect.stringContaining('tests/test_slow.py: TOOL_TIMEOUT')],
  })
  const unprepared = await skillWith('unprepared', {
    'tests/test_it.py': 'def test_it():\n    pass\n',
    'requirements.txt': 'nothing-of-that-name==1.0.0\n',
  })
  expect((await testPrograms(unprepared, runtime))?.notRun).toEqual([expect.stringContaining('skillwright prepare')])
})

test('a script of document B is tested by the test beside it, in its folder', async () => {
  const folder = join(temp, 'scripts')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'skill.py'), `"""A skill: counts."""\n${SCRIPT}`)
  await writeFile(join(folder, 'other_test.py'), 'raise RuntimeError("of another one")\n')
  await writeFile(
    join(folder, 'test_skill.py'),
    `import json
import subprocess

def test_skill_action():
    input_data = {"action": "test", "params": {}}
    result = subprocess.run(["python3", "skill.py"], input=json.dumps(input_data), capture_output=True, text=True)
    assert result.returncode == 0
    assert json.loads(result.stdout)["success"] == True
`,
  )
  const skill = (await readPlaces(join(folder, 'skill.py')))[0]?.skills[0]
  if (skill === undefined) throw new Error('There is no skill')
  expect(outcomes(await run(skill))).toEqual({ test_skill_action: 'passed' })
})

test('a skill without test programs has no report of them', async () => {
  expect(await run(await skillWith('untested', {}))).toBeUndefined()
})
