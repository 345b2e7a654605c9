import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCli, spawnCli } from '../fixtures/call-cli.ts'

const examples = join(import.meta.dirname, '../../../../skills')
let dir: string
let root: string
const before = process.env.XDG_CACHE_HOME
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-index-verbs-'))
  process.env.XDG_CACHE_HOME = join(dir, 'cache')
  root = join(dir, 'skills')
  await writeFiles(root, {
    'digest/SKILL.md': skill('digest', 'Summarises the news of the day.', '\n## Overview\n\nReads feeds.\n'),
    'digest/tests/triggers.json': JSON.stringify([
      { query: 'summarise the news', should_trigger: true },
      { query: 'how long is a mile', should_trigger: false },
    ]),
    'units/SKILL.md': skill('units', 'Converts lengths and weights, such as a mile into metres.'),
    'sums/SKILL.md': skill('sums', 'Adds numbers.').replace('---\n', '---\nhermes_version: ">=9.0.0"\n'),
  })
})
afterAll(async () => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME
  else process.env.XDG_CACHE_HOME = before
  await rm(dir, { recursive: true, force: true })
})

describe('find', () => {
  test('says which skill fits and because of which words', async () => {
    const { code, stdout } = await callCli(['find', '--root', root, 'summarise', 'the', 'news'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^digest {2}\d\.\d\d\n {2}Summarises the news of the day\.\n {2}because: .*news in description/,
    )
  })

  test('understands Chinese', async () => {
    const { code, stdout } = await callCli(['find', '--root', root, '总结新闻'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^digest .*news \(from 新闻\) in description/s)
  })

  test('answers no when nothing fits', async () => {
    const answer = await callCli(['find', '--root', root, 'xyzzy'])
    expect(answer).toEqual({ code: 1, stdout: '', stderr: 'none of 3 skills fits\n' })
    await mkdir(join(dir, 'empty'), { recursive: true })
    expect(await callCli(['find', '--root', join(dir, 'empty'), 'news'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--root'),
    })
  })

  test('never gives a hidden skill', async () => {
    expect((await callCli(['find', '--root', root, 'add numbers'])).stdout).toContain('sums')
    expect(await callCli(['find', '--root', root, '--host', '3.0.0', 'add numbers'])).toMatchObject({
      code: 1,
      stdout: '',
    })
  })

  test('takes the message from stdin', async () => {
    const answer = await callCli(['find', '--root', root, '--json', '-'], 'summarise the news\n')
    expect(JSON.parse(answer.stdout)[0]).toMatchObject({ id: 'digest' })
  })

  test('gives everything as JSON', async () => {
    const { stdout } = await callCli(['find', '--root', root, '--top', '1', '--json', 'news'])
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 'digest', path: join(root, 'digest/SKILL.md'), why: { vectorShare: 0, words: [{ word: 'news' }] } },
    ])
    expect((await callCli(['find', '--root', root, '--json', 'xyzzy'])).stdout).toBe('[]\n')
  })

  test('searches by meaning with an endpoint, and by words when that fails', async () => {
    const asked: string[] = []
    const service = createServer(async (request, answer) => {
      const { input } = JSON.parse((await Array.fromAsync(request)).join('')) as { input: string[] }
      asked.push(...input)
      const data = input.map((text, index) => ({ index, embedding: /news|tidings/.test(text) ? [1, 0] : [0, 1] }))
      answer.end(JSON.stringify({ data }))
    })
    await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`
    const words = ['find', '--root', root, '--embeddings', url, '--model', 'tiny']
    try {
      expect((await callCli([...words, 'tidings'])).stdout).toMatch(/^digest .*because: 100 % by meaning\n$/s)
      asked.length = 0
      expect((await callCli([...words, 'tidings'])).code).toBe(0)
      expect(asked).toEqual(['tidings'])
    } finally {
      service.close()
    }
    const closed = await callCli([...words, 'the news'])
    expect(closed).toMatchObject({ code: 0, stdout: expect.stringContaining('digest') })
    expect(closed.stderr).toContain('by words only')
  })

  test('works as a process of its own, and quietly', async () => {
    const answer = await spawnCli(['find', '--root', 'skills', '--json', 'summarise the news'], { cwd: dir })
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(answer.stdout)[0]).toMatchObject({ id: 'digest' })
  })
})

describe('inject', () => {
  test("puts document C's settings of hermes.yaml beside the skill that they are for", async () => {
    const project = join(dir, 'project')
    await writeFiles(project, {
      'hermes.yaml':
        'skills:\n  - id: official/digest\n    version: "^1.2"\n    config:\n      default_depth: medium\n      max_sources: 5\n',
    })
    const words = ['inject', '--root', root, '--skill', 'digest', '--skill', 'units']
    const { code, stdout, stderr } = await spawnCli(words, { cwd: project })
    expect(code, stderr).toBe(0)
    expect(stdout.match(/Settings of the user: .*/g)).toEqual([
      'Settings of the user: {"default_depth":"medium","max_sources":5}',
    ])
    await writeFile(join(project, 'hermes.yaml'), 'skills: [')
    const broken = await spawnCli(words, { cwd: project })
    expect(broken).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('hermes.yaml is not YAML') })
  })

  test('puts the skills that fit a message into the prompt', async () => {
    const answer = await callCli(['inject', '--root', root, '--message', 'summarise the news', '--budget', '300'])
    expect(answer.code).toBe(0)
    expect(answer.stdout).toMatch(/^<skill name='digest'>\n.*Reads feeds\..*\n<\/skill>\n$/s)
    expect(answer.stderr).toMatch(/^\d+ of 300 tokens\n$/)
  })

  test('adds named skills to a prompt from stdin or a file', async () => {
    const words = ['inject', '--root', root, '--skill', 'units', '--skill', 'digest', '--prompt']
    const { stdout } = await callCli([...words, '-'], 'You are Hermes.')
    expect(stdout).toMatch(/^You are Hermes\.\n\n<skill name='digest'>.*<skill name='units'>/s)
    await writeFile(join(dir, 'system.md'), 'You are Hermes.')
    expect((await callCli([...words, join(dir, 'system.md')])).stdout).toBe(stdout)
    expect(await callCli([...words, join(dir, 'nowhere.md')])).toMatchObject({ code: 1, stdout: '' })
  })

  test('says what was left out of a budget that is too small', async () => {
    const answer = await callCli(['inject', '--root', root, '--skill', 'digest', '--budget', '5'])
    expect(answer.code).toBe(1)
    expect(answer.stdout.trim()).toBe('')
    expect(answer.stderr).toMatch(/^0 of 5 tokens\nleft out digest: Its smallest level/)
  })

  test('says that a skill is hidden, or that there is none', async () => {
    const words = ['inject', '--root', root, '--host', '3.0.0', '--skill', 'sums', '--skill', 'digst']
    const { code, stderr } = await callCli(words)
    expect(code).toBe(1)
    expect(stderr).toMatch(/left out sums: .*9\.0\.0/)
    expect(stderr).toMatch(/left out digst: There is no skill digst; did you mean digest\?/)
  })

  test('counts for the model that will read it, and says when that is an estimate', async () => {
    const words = ['inject', '--root', root, '--skill', 'digest', '--for', 'claude-sonnet']
    expect((await callCli(words)).stderr).toContain('(estimated, on the high side)')
    const { tokens, exact, used } = JSON.parse((await callCli([...words, '--json'])).stdout)
    expect([exact, used.length]).toEqual([false, 1])
    expect(tokens).toBeGreaterThan(0)
  })

  test('writes the catalog of all skills that are offered, or of those that fit', async () => {
    const all = await callCli(['inject', '--root', root, '--host', '3.0.0', '--catalog'])
    expect(all.stdout).toMatch(/^<available_skills>.*digest.*units.*<\/available_skills>\n$/s)
    expect(all.stdout).not.toContain('sums')
    const fitting = await callCli(['inject', '--root', root, '--catalog', '--message', 'news', '--prompt', '-'], 'Hi.')
    expect(fitting.stdout).toMatch(/^Hi\.\n\n<available_skills>/)
    expect(fitting.stdout).not.toContain('units')
  })

  test.each(['full', 'overview-usage', 'overview', 'tools'])('puts a skill in at the level %s', async (level) => {
    const words = ['inject', '--root', examples, '--skill', 'unit-converter', '--level', level, '--budget', '3000']
    const { code, stdout } = await callCli([...words, '--json'])
    expect(code).toBe(0)
    const { prompt, used } = JSON.parse(stdout)
    expect(used).toMatchObject([{ id: 'unit-converter', level }])
    // What document C calls the prompt fragment of the skill.
    const told = (await readFile(join(examples, 'unit-converter/prompts/system.md'), 'utf8')).trim()
    expect(prompt.includes(told)).toBe(level === 'full' || level === 'overview-usage')
  })

  test('takes the message from stdin', async () => {
    const words = ['inject', '--root', root, '--message', '-', '--budget', '300']
    expect((await callCli(words, 'summarise the news\n')).stdout).toMatch(/^<skill name='digest'>/)
    const both = await callCli([...words, '--prompt', '-'], 'x')
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('Both the message and the prompt') })
  })

  test('shows a script of an agent with its part of README.md', async () => {
    const { stdout } = await callCli(['inject', '--root', join(examples, 'agents'), '--skill', 'build-analysis'])
    expect(stdout).toContain('| `daily_briefing` | Yesterday in a few lines, for the morning | `{}` |')
  })

  test('says so when no skill fits the message', async () => {
    const answer = await callCli(['inject', '--root', root, '--message', 'xyzzy'])
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('no skill fits') })
  })
})

describe('index', () => {
  test('build remembers the skills in the cache', async () => {
    const own = join(dir, 'own')
    await writeFiles(own, { 'a/SKILL.md': skill('a', 'Does a.') })
    const { code, stdout } = await callCli(['index', 'build', '--root', own])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^1 skill, 1 offered, 0 hidden, in [\d.]+ s\nremembered in .*\.index\n$/)
    const answer = JSON.parse((await callCli(['index', 'build', '--root', own, '--json'])).stdout)
    expect(answer).toMatchObject({ skills: 1, offered: 1, hidden: 0, snapshot: { origin: 'found' } })
    expect(await readdir(dirname(answer.snapshot.file))).not.toEqual([])
    const { stdout: none } = await callCli(['index', 'build', '--root', own, '--no-cache'])
    expect(none).not.toContain('remembered')
  })

  test('status names the folders, and each hidden skill with its reasons', async () => {
    const { code, stdout } = await callCli(['index', 'status', '--root', root, '--host', '3.0.0', '--no-cache'])
    expect(code).toBe(0)
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '3 skills, 2 offered, 1 hidden',
      `      3  ${root}  named`,
      `hidden sums  ${join(root, 'sums/SKILL.md')}`,
    ])
    expect(stdout).toMatch(/\n {2}INCOMPATIBLE_HOST: /)
    const json = JSON.parse((await callCli(['index', 'status', '--root', root, '--host', '3.0.0', '--json'])).stdout)
    expect(json).toMatchObject({ skills: 3, hiddenFor: { INCOMPATIBLE_HOST: 1 }, hidden_skills: [{ id: 'sums' }] })
  })

  test("status without a folder looks where this user's clients keep skills", async () => {
    const [home, project] = [join(dir, 'home'), join(dir, 'project')]
    await writeFiles(home, { '.claude/skills/notes/SKILL.md': skill('notes', 'Reads notes.') })
    await writeFiles(project, { '.git/HEAD': '', '.claude/skills/notes/SKILL.md': skill('notes', 'Reads notes here.') })
    const answer = await spawnCli(['index', 'status'], { cwd: project, env: { HOME: home } })
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    expect(answer.stdout).toMatch(/^2 skills, 1 offered, 1 hidden\n {6}1 {2}.*project.*claude-code.*\n {6}1 {2}.*home/)
    expect(answer.stdout).toMatch(/hidden notes .*home.*\n {2}SHADOWED: /)
  })

  test('status of one skill says offered, hidden or absent', async () => {
    const status = (...words: string[]) => callCli(['index', 'status', '--root', root, '--host', '3.0.0', ...words])
    expect(await status('digest')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^digest is offered: /) })
    expect(await status('sums')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^sums is hidden: .*\n {2}INC/),
    })
    expect(await status('digst')).toMatchObject({
      code: 1,
      stdout: 'digst is absent: no folder has it; did you mean digest?\n',
    })
    expect(JSON.parse((await status('digst', '--json')).stdout)).toMatchObject({ state: 'absent', near: ['digest'] })
  })

  test('test reports whether skills are found when they should be', async () => {
    const { code, stdout } = await callCli(['index', 'test', '--root', root])
    expect(code).toBe(0)
    expect(stdout).toContain('offered for 1 of 1 message')
    const report = JSON.parse((await callCli(['index', 'test', '--root', root, '--json'])).stdout)
    expect(report).toMatchObject({ ok: true })
    const missed = join(dir, 'missed')
    await writeFiles(missed, {
      'a/SKILL.md': skill('a', 'Does something.'),
      'a/tests/triggers.json': '[{"query": "water the tulips", "should_trigger": true}, 7]',
    })
    const answer = await callCli(['index', 'test', '--root', missed])
    expect(answer).toMatchObject({ code: 1, stdout: expect.stringContaining('water the tulips') })
    expect(answer.stderr).toContain('triggers.json')
  })

  test('the example skills are found when they should be, and trigger at no other time', async () => {
    const { code, stdout } = await callCli(['index', 'test', '--root', examples])
    expect(stdout).not.toMatch(/missed:|false:/)
    expect(code).toBe(0)
  })
})

test('a root that is not there is said to be missing', async () => {
  const answer = await callCli(['find', '--root', join(dir, 'nowhere'), 'news'])
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no folder') })
})

describe('wrong use says what to do', () => {
  test.each<[string, string]>([
    ['find', "missing required argument 'message'"],
    ['find news --top 0', 'Expected a whole number from 1 on'],
    ['find news --client nobody', 'There is no client "nobody"'],
    ['find news --embeddings http://127.0.0.1:1/v1', '--model'],
    ['find -', 'Expected a message, got an empty one'],
    ['inject', '--message'],
    ['inject --skill x --level everything', 'Allowed choices are full, overview-usage, overview, tools'],
    ['inject --catalog --level full', 'cannot be used with'],
    ['inject --message x --budget many', 'Expected a whole number from 1 on'],
    ['index frobnicate', "unknown command 'frobnicate'"],
    ['index test --top -1', 'Expected a whole number from 1 on'],
  ])('%s', async (line, message) => {
    const answer = await callCli(line.split(' '))
    expect(answer).toMatchObject({ code: 2, stdout: '' })
    expect(answer.stderr).toContain(message)
  })
})

function skill(name: string, description: string, more = ''): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n${more}`
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
