import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCli } from '../fixtures/call-cli.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-wrong-use-'))
  await callCli(['new', 'counter', '--out', join(dir, 'counter')])
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('what goes wrong says what to do', () => {
  test.each<[string, number, string]>([
    ['new Not_Kebab', 2, 'Expected an id in kebab-case'],
    ['new x --language cobol', 2, 'Allowed choices are python, typescript, javascript, shell'],
    ['new x --action Not-Snake', 2, 'Expected an action in snake_case'],
    ['new', 2, "missing required argument 'id'"],
    ['new agent', 2, "missing required argument 'role'"],
    ['lint', 2, "missing required argument 'folders'"],
    ['lint nowhere', 1, 'There is no folder'],
    ['lint counter --profile mine', 2, 'Allowed choices are standard, agentskills, clawhub, hermes'],
    ['scan', 2, 'Name it: skillwright scan my-skill'],
    ['scan nowhere', 1, 'There is no folder'],
    ['scan --report nowhere', 1, 'is not a labelled set'],
    ['pack nowhere', 1, 'There is no folder'],
    ['unpack nowhere.tgz', 1, 'There is no file'],
    ['unpack counter', 2, 'Pack it first: skillwright pack'],
    ['sign nowhere', 1, 'There is no folder'],
    ['verify-signature counter', 1, 'Or sign it yourself: skillwright sign'],
    ['verify-signature counter counter/skill.json', 2, 'Expected a signature envelope'],
    ['describe counter --endpoint a --base-url b', 2, 'cannot be used with'],
    ['describe counter --endpoint hub', 2, 'http or https address'],
    ['describe counter --base-url hub', 2, 'http or https address'],
    ['export counter', 2, "required option '-t, --to <dialect>' not specified"],
    ['import nowhere', 1, 'There is no folder'],
    ['frobnicate', 2, "unknown command 'frobnicate'"],
    ['help frobnicate', 2, "unknown command 'frobnicate'"],
  ])('%s', async (line, code, message) => {
    const words = line.split(' ').map((word) => (/^(?:counter|nowhere)/.test(word) ? join(dir, word) : word))
    const answer = await callCli(words)
    expect(answer).toMatchObject({ code, stdout: '' })
    expect(answer.stderr).toContain(message)
    expect(answer.stderr).toMatch(/hint|--help/)
  })

  test('with --json a failure is a response', async () => {
    const { code, stdout } = await callCli(['pack', join(dir, 'nowhere'), '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', errors: [{ code: 'DATA_NOT_FOUND' }] })
  })

  test.each([
    ['lint counter --nonsense --json', "unknown option '--nonsense'"],
    ['lint --json', "missing required argument 'folders'"],
    ['run --jsom --json', "unknown option '--jsom' (Did you mean --json?)"],
    ['lint counter --profile mine --json', 'Allowed choices are standard, agentskills, clawhub, hermes'],
    ['run counter --timeout soon --json', 'Expected seconds'],
    ['frobnicate --json', "unknown command 'frobnicate'"],
    ['contract --json', 'unknown option'],
  ])('%s is wrong use, said as JSON', async (line, message) => {
    const { code, stdout, stderr } = await callCli(line.split(' '))
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'failed',
      errors: [
        {
          code: 'INVALID_INPUT',
          message: expect.stringContaining(message),
          suggested_action: expect.stringContaining('--help'),
        },
      ],
    })
  })

  test.each([
    ['pack counter -o /dev/full', '/dev/full cannot be written: no space is left on its disk'],
    ['sign counter -o /dev/full', '/dev/full cannot be written: no space is left on its disk'],
    ['pack counter -o nowhere/counter.tgz', 'counter.tgz cannot be written: its folder is not there'],
    ['sign counter -o counter/skill.json/counter.sig', 'cannot be written: there is a file where a folder should be'],
    ['new x --out counter/skill.json', 'cannot be written: there is a file where a folder should be'],
  ])('%s: the disk is at fault, and not we', async (line, message) => {
    const words = line.split(' ').map((word) => (/^(?:counter|nowhere)/.test(word) ? join(dir, word) : word))
    const { code, stdout, stderr } = await callCli(words)
    expect(code, stderr).toBeLessThan(3)
    expect(stdout).toBe('')
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/^hint .*(?:folder|place)/m)
  })

  test('one of a thing is not several', async () => {
    const lone = join(dir, 'lone')
    await mkdir(lone)
    expect((await callCli(['lint', lone])).stdout).toMatch(/among 0 files .*\n[\s\S]*: 1 error, 0 warnings, 0 infos\n$/)
    const file = join(dir, 'contract.json')
    await writeFile(file, '{"version": "1.0.0", "input": {"type": "strin"}}')
    expect((await callCli(['contract', 'lint', file])).stderr).toMatch(/2 errors, 1 warning, 2 infos\n$/)
  })

  test.each(['new', 'lint', 'scan', 'pack', 'unpack', 'sign', 'verify-signature', 'describe', 'export', 'import'])(
    '%s --help has examples and --json',
    async (verb) => {
      const { code, stdout } = await callCli([verb, '--help'])
      expect(code).toBe(0)
      expect(stdout).toMatch(/--json/)
      expect(stdout).toMatch(/Examples:\n {2}\$ skillwright /)
    },
  )
})
