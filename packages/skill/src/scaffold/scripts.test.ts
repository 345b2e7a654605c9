import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fromWire, openContract } from '@skillwright/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgeCase, readCases } from '../skill-cases.ts'
import type { SkillFiles } from '../skill-files.ts'
import { scaffoldAgent } from './scaffold-agent.ts'
import { type ScaffoldLanguage, scaffoldSkill } from './scaffold-skill.ts'
import { writeSkill } from './write-skill.ts'

// What the scripts of new skills really do: each is started as a process, as a host would.
// The program itself: the shim of a version manager would cost more than the scripts.
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
const SEVERAL = ['analyze', 'report', 'fetch', 'push', 'full', 'daily_briefing']
const COMMANDS: Readonly<Record<ScaffoldLanguage, { command: string; entry: string }>> = {
  python: { command: PYTHON, entry: 'tools/main.py' },
  typescript: { command: process.execPath, entry: 'tools/main.mts' },
  javascript: { command: process.execPath, entry: 'tools/main.mjs' },
  shell: { command: 'sh', entry: 'tools/main.sh' },
}
// A handler that never ends and one that breaks, put in place of the starter's first line.
const EDITS: Readonly<
  Record<ScaffoldLanguage, { timeout: [string, string]; first: string; sleep: string; crash: string }>
> = {
  python: {
    timeout: ['TIMEOUT = 300', 'TIMEOUT = 1'],
    first: 'words = params["text"].split()',
    sleep: '__import__("time").sleep(20)',
    crash: 'resources.callback(lambda: log.info("closed")); raise OSError("disk on fire")',
  },
  typescript: {
    timeout: ['TIMEOUT_MS = 300_000', 'TIMEOUT_MS = 300'],
    first: 'const words = text.split(/\\s+/)',
    sleep: 'await new Promise((done) => setTimeout(done, 20_000)); const words = text.split(/\\s+/)',
    crash: "if (text) throw new Error('disk on fire'); const words = text.split(/\\s+/)",
  },
  javascript: {
    timeout: ['TIMEOUT_MS = 300_000', 'TIMEOUT_MS = 300'],
    first: 'const words = params.text.split(/\\s+/)',
    sleep: 'await new Promise((done) => setTimeout(done, 20_000)); const words = params.text.split(/\\s+/)',
    crash: "if (params) throw new Error('disk on fire'); const words = params.text.split(/\\s+/)",
  },
  shell: {
    timeout: ['TIMEOUT=300', 'TIMEOUT=1'],
    first: "jq '.params",
    sleep: "sleep 20; jq '.params",
    crash: "cat /no/such/file || exit 7; jq '.params",
  },
}

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'scripts-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

interface Ran {
  readonly answer: Record<string, unknown>
  readonly exitCode: number | null
  readonly stderr: string
}

async function run(command: string, script: string, stdin: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const child = spawn(command, [script], { env: { ...process.env, SKILL_DEBUG: '', ...env }, detached: true })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => undefined).end(stdin)
  const [stdout, exitCode] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((done) => child.on('exit', done)),
  ])
  if (child.pid !== undefined) killGroup(child.pid)
  return { answer: JSON.parse(stdout), exitCode, stderr }
}

// A sleeping grandchild of a script that gave up would outlive the test.
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left of it.
  }
}

async function written(name: string, files: SkillFiles): Promise<string> {
  const dir = join(root, name)
  await writeSkill(dir, files)
  return dir
}

/** The same files with texts of the script replaced; each must be there. */
function edited(files: SkillFiles, path: string, ...edits: readonly (readonly [string, string])[]): SkillFiles {
  let script = new TextDecoder().decode(files.get(path))
  for (const [from, to] of edits) {
    expect(script).toContain(from)
    script = script.replace(from, () => to)
  }
  return new Map([...files, [path, new TextEncoder().encode(script)]])
}

describe.concurrent.each(Object.keys(COMMANDS) as ScaffoldLanguage[])('a new %s skill', (language) => {
  const { command, entry } = COMMANDS[language]
  const edits = EDITS[language]
  const one = scaffoldSkill({ id: 'one', language })

  test.each([
    ['one action', undefined],
    ['several actions', SEVERAL],
  ])('of %s passes its own tests at once', async (name, actions) => {
    const files = scaffoldSkill({ id: 'own', language, ...(actions ? { actions } : {}) })
    const dir = await written(`${language} ${name}`, files)
    const contract = openContract(new TextDecoder().decode(files.get('contract.json')))
    const { cases } = readCases(files)
    expect(cases.length).toBeGreaterThanOrEqual(actions ? 20 : 6)
    await Promise.all(
      cases.map(async (one) => {
        const request = JSON.stringify({ action: one.action, params: one.input })
        const { answer, exitCode } = await run(command, join(dir, entry), request)
        expect([one.name, ...judgeCase(one, fromWire(answer))]).toEqual([one.name])
        expect(exitCode).toBe(0)
        if (answer.success) expect(contract.action(one.action).output.check(answer.data).issues).toEqual([])
      }),
    )
  })

  test('answers what it cannot do with the codes of document B, and never without JSON', async () => {
    const script = join(await written(`${language} refusals`, one), entry)
    const several = join(
      await written(`${language} several`, scaffoldSkill({ id: 'several', language, actions: ['fetch', 'push'] })),
      entry,
    )
    const table: [string, string, string, number][] = [
      ['{"action": "nope"}', 'UNKNOWN_ACTION', script, 0],
      ['{"action": ["run"]}', 'UNKNOWN_ACTION', script, 0],
      ['{"action": "constructor"}', 'UNKNOWN_ACTION', script, 0],
      ['{"params": {"source": "sample"}}', 'UNKNOWN_ACTION', several, 0],
      ['{"action": "run"', 'INVALID_JSON', script, 1],
      ['', 'INVALID_JSON', script, 1],
      ['[1]', 'INVALID_JSON', script, 1],
      ['{"action": "run", "params": {}}', 'MISSING_PARAM', script, 0],
      ['{"action": "run"}', 'MISSING_PARAM', script, 0],
      ['{"action": "run", "params": {"text": 5}}', 'INVALID_PARAM', script, 0],
      ['{"action": "run", "params": {"text": null}}', 'INVALID_PARAM', script, 0],
      ['{"action": "run", "params": {"text": "a", "max_words": "2"}}', 'INVALID_PARAM', script, 0],
      ['{"action": "run", "params": [1]}', 'INVALID_PARAM', script, 0],
    ]
    await Promise.all(
      table.map(async ([stdin, code, path, exitCode]) => {
        const ran = await run(command, path, stdin)
        expect({ stdin, ...ran }).toMatchObject({ stdin, answer: { success: false, error: { code } }, exitCode })
        if (code === 'UNKNOWN_ACTION')
          expect(ran.answer.error).toMatchObject({ supported_actions: path === script ? ['run'] : ['fetch', 'push'] })
      }),
    )
  })

  test('needs no action when it has only one, and keeps every character', async () => {
    const script = join(await written(`${language} alone`, one), entry)
    const words = '你好 "quoted" \\ 😀 naïve $HOME `id`'
    const { answer, exitCode } = await run(command, script, JSON.stringify({ params: { text: words } }))
    expect(answer).toEqual({ success: true, action: 'run', data: { text: words, word_count: 7, shortened: false } })
    expect(exitCode).toBe(0)
  })

  test('logs to stderr, and only talks when SKILL_DEBUG is 1', async () => {
    const script = join(await written(`${language} debug`, one), entry)
    const request = '{"action": "run", "params": {"text": "hello"}}'
    const quiet = await run(command, script, request)
    const loud = await run(command, script, request, { SKILL_DEBUG: '1' })
    expect(quiet.stderr).toBe('')
    expect(loud.stderr).toMatch(/DEBUG[\s\S]*hello/)
    expect(loud.answer).toEqual(quiet.answer)
  })

  test('stops itself when the time is over', async () => {
    const files = edited(one, entry, edits.timeout, [edits.first, edits.sleep])
    const { answer, exitCode } = await run(
      command,
      join(await written(`${language} slow`, files), entry),
      '{"params": {"text": "a"}}',
    )
    expect(answer).toMatchObject({ success: false, action: 'run', error: { code: 'TIMEOUT' } })
    expect(exitCode).toBe(1)
  })

  test('answers INTERNAL_ERROR when an action breaks', async () => {
    const files = edited(one, entry, [edits.first, edits.crash])
    const { answer, exitCode, stderr } = await run(
      command,
      join(await written(`${language} crash`, files), entry),
      '{"params": {"text": "a"}}',
    )
    expect(answer).toMatchObject({ success: false, action: 'run', error: { code: 'INTERNAL_ERROR' } })
    expect(exitCode).toBe(1)
    expect(stderr).not.toBe('')
    if (language === 'python') expect(stderr).toContain('closed')
  })

  test('keeps hostile words of its author inside comments', async () => {
    const description = 'Ends """ and */ here\n$(touch x) `id` \\'
    const files = scaffoldSkill({ id: 'hostile', language, description, author: 'a\nb' })
    const { answer } = await run(
      command,
      join(await written(`${language} hostile`, files), entry),
      '{"params": {"text": "a"}}',
    )
    expect(answer).toMatchObject({ success: true })
  })
})

test('a shell skill answers and gives up in time under bash as under sh', async () => {
  const files = scaffoldSkill({ id: 'x', language: 'shell' })
  const { timeout, first, sleep } = EDITS.shell
  const quick = join(await written('bash', files), 'tools/main.sh')
  const slow = join(
    await written('slow bash', edited(files, 'tools/main.sh', timeout, [first, sleep])),
    'tools/main.sh',
  )
  const request = '{"params": {"text": "a b"}}'
  expect(await run('bash', quick, request)).toMatchObject({
    answer: { data: { word_count: 2 } },
    exitCode: 0,
    stderr: '',
  })
  expect(await run('bash', slow, request)).toMatchObject({ answer: { error: { code: 'TIMEOUT' } }, exitCode: 1 })
})

test('a shell skill whose action prints no JSON still answers', async () => {
  const files = edited(scaffoldSkill({ id: 'x', language: 'shell' }), 'tools/main.sh', ["jq '.params", "true '.params"])
  const { answer, exitCode } = await run(
    'sh',
    join(await written('silent', files), 'tools/main.sh'),
    '{"params": {"text": "a"}}',
  )
  expect(answer).toMatchObject({ success: false, error: { code: 'INTERNAL_ERROR' } })
  expect(exitCode).toBe(1)
})

test('a shell skill says so when jq is missing', async () => {
  const bin = await mkdtemp(join(root, 'bin-'))
  await symlink('/bin/sh', join(bin, 'sh'))
  const dir = await written('no jq', scaffoldSkill({ id: 'x', language: 'shell' }))
  const { answer, exitCode } = await run('/bin/sh', join(dir, 'tools/main.sh'), '{}', { PATH: bin })
  expect(answer).toMatchObject({ success: false, error: { code: 'TOOL_NOT_AVAILABLE' } })
  expect(exitCode).toBe(1)
})

test('the scripts of a new agent answer too', async () => {
  const dir = await written('agent', scaffoldAgent({ role: 'analyst', skills: ['build_analysis'] }))
  const script = join(dir, '.claude/skills/build_analysis.py')
  const { answer } = await run(PYTHON, script, '{"action": "report", "params": {"type": "daily"}}')
  expect(answer).toMatchObject({ success: true, action: 'report', data: { report_path: null } })
})

test('a case that is not met says why', () => {
  const files = new Map([
    [
      'tests/more.json',
      new TextEncoder().encode(
        '[{"input": {}, "output": 1}, {"input": {}, "match": {"type": "string"}}, {"input": {}, "error": {"code": "TIMEOUT"}}, {"inputs": 1}, 5]',
      ),
    ],
    ['prompts/examples/broken.json', new TextEncoder().encode('{')],
  ])
  const { cases, findings } = readCases(files)
  expect(findings.map(({ file, pointer }) => `${file}${pointer}`)).toEqual([
    'tests/more.json/3',
    'tests/more.json/4',
    'prompts/examples/broken.json',
  ])
  expect(cases.map((one) => judgeCase(one, { status: 'success', data: 2 }))).toEqual([
    ['Expected 1, got 2'],
    [expect.stringContaining('string')],
    ['Expected the error TOOL_TIMEOUT, got success'],
  ])
})
