import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServe, startServe } from '@skillwright/hub'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callCli, spawnCli } from '../fixtures/call-cli.ts'
import { canContain, skill } from '../fixtures/skill-runs.ts'
import { startChild } from '../fixtures/start-child.ts'
import { hostFacts } from '../serve/serve-place.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const BY_SERVE = 'run by skillwright serve'

/** Does what it is told, and leaves a mark that it was begun. */
const PROBE = `import json, os, sys, time
request = json.load(sys.stdin)
params = request.get("params", {})
mode = params.get("mode", "ok")
open("marks/begun", "a").write("x")
print("WARNING: about to " + mode, file=sys.stderr, flush=True)
print(json.dumps({"progress": 0.5, "message": "halfway"}), file=sys.stderr, flush=True)
if mode == "sleep":
    time.sleep(600)
if mode == "crash":
    raise ValueError("broken on purpose")
if mode == "fail":
    print(json.dumps({"success": False, "error": {"code": "RATE_LIMIT_EXCEEDED", "message": "later"}}))
else:
    data = {"mode": mode, "word": os.environ.get("PROBE_WORD"), "debug": os.environ.get("SKILL_DEBUG"), "context": request.get("context"), "here": os.getcwd(), "begun": open("marks/begun").read()}
    print(json.dumps({"success": True, "data": data}))
`

let dir: string
let probe: string
let serve: RunningServe

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skw-serve-'))
  for (const kind of ['CONFIG', 'CACHE', 'DATA']) vi.stubEnv(`SKILLWRIGHT_${kind}`, join(dir, kind.toLowerCase()))
  vi.stubEnv('PROBE_WORD', 'magic')
  probe = await writeProbe('served/probe')
  const roots = [join(dir, 'served'), skill('unit-converter'), skill('http-status-guide')]
  serve = await startServe({ roots, dir: join(dir, 'on/serve'), host: hostFacts(), port: 0, logLevel: 'silent' })
})
afterAll(async () => {
  await serve[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => rm(join(dir, 'data'), { recursive: true, force: true }))

async function writeProbe(place: string, manifest: object = {}): Promise<string> {
  const folder = join(dir, place)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'SKILL.md'), '---\nid: probe\ndescription: A probe.\n---\n')
  const permissions = { write: ['marks'], env: ['PROBE_WORD'] }
  await writeFile(
    join(folder, 'skill.json'),
    JSON.stringify({ id: 'probe', entry: 'main.py', permissions, ...manifest }),
  )
  await writeFile(join(folder, 'main.py'), PROBE)
  return folder
}

/** Runs words with the server there, or as if there were none. */
async function runIn(state: 'on' | 'off', words: readonly string[]) {
  vi.stubEnv('SKILLWRIGHT_STATE', join(dir, state))
  const { code, stdout, stderr } = await callCli(words)
  const plain = (text: string) =>
    text
      .replace(/"run_id": "[^"]+"/, '"run_id": "…"')
      .replace(/"execution_time_ms": \d+/, '"execution_time_ms": 0')
      .replace(/"(started_at|finished_at)": "[^"]+"/g, '"$1": "…"')
  return { code, stdout: plain(stdout), stderr: plain(stderr), isByServe: stderr.includes(BY_SERVE) }
}

describe.runIf(canContain)('run, with a server that serves the skill', () => {
  test.each([
    ['an answer', ['unit-converter', '-p', 'value=5', '-p', 'from=mi', '-p', 'to=km'], 0],
    ['a whole response', ['unit-converter', '-p', 'value="5"', '-p', 'from=mi', '-p', 'to=km', '--json'], 0],
    ['wrong parameters', ['unit-converter', '-p', 'value=5'], 2],
    ['an unknown action', ['unit-converter', 'fly', '-p', 'value=5'], 2],
    ["a skill's refusal", ['http-status-guide', '-p', 'query=submarine', '--json'], 1],
    ['a log with progress', ['probe', '-p', 'mode=ok', '--debug'], 0],
    ['a variable', ['probe', '-e', 'PROBE_WORD', '--json'], 0],
    ['a variable that it does not declare', ['probe', '-e', 'HOME'], 1],
    ['a failure', ['probe', '-p', 'mode=fail'], 1],
    ['a crash', ['probe', '-p', 'mode=crash', '--json'], 1],
    ['too long', ['probe', '-p', 'mode=sleep', '-t', '0.5', '--json'], 1],
  ])('%s is what it is without', async (_, [name = '', ...words], code) => {
    const path = name === 'probe' ? probe : skill(name)
    const here = await runIn('off', ['run', path, ...words])
    await rm(join(dir, 'data'), { recursive: true, force: true })
    const there = await runIn('on', ['run', path, ...words])
    expect(here.code).toBe(code)
    const said = { ...there, stderr: there.stderr.replace(`${BY_SERVE}\n`, ''), isByServe: false }
    // How much it says before its time is up depends on the machine.
    expect(words.includes('-t') ? { ...said, stderr: here.stderr } : said).toEqual(here)
    if (words.includes('--debug')) expect(there.isByServe).toBe(true)
  })

  test('call takes it for a hub, and calls a skill by its whole name', async () => {
    vi.stubEnv('SKILLWRIGHT_HUB_URL', serve.loopback?.url)
    vi.stubEnv('SKILLWRIGHT_HUB_TOKEN', (await readFile(serve.loopback?.tokenFile ?? '', 'utf8')).trim())
    for (const name of ['@local/unit-converter@^1', 'local/unit-converter']) {
      const called = await callCli(['call', name, '-p', 'value=5', '-p', 'from=km', '-p', 'to=m'])
      expect(called, name).toMatchObject({ code: 0, stdout: expect.stringContaining('5000') })
    }
    for (const part of ['URL', 'TOKEN']) vi.stubEnv(`SKILLWRIGHT_HUB_${part}`, undefined)
  })

  test('a whole request on stdin, context and all, and the data that it kept before', async () => {
    vi.stubEnv('SKILLWRIGHT_STATE', join(dir, 'off'))
    const request = JSON.stringify({ action: 'run', params: { mode: 'ok' }, context: { user_id: 'u' } })
    await callCli(['run', probe], request)
    vi.stubEnv('SKILLWRIGHT_STATE', join(dir, 'on'))
    vi.stubEnv('TRACEPARENT', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')
    const { stdout } = await callCli(['run', probe], request)
    const context = { user_id: 'u', traceparent: process.env.TRACEPARENT }
    vi.stubEnv('TRACEPARENT', undefined)
    expect(JSON.parse(stdout)).toMatchObject({ context, begun: 'xx', debug: null })
  })

  test('a script that was just changed is run as it is now', async () => {
    const script = join(probe, 'main.py')
    for (const word of ['one', 'two']) {
      await writeFile(script, PROBE.replace('"mode": mode', `"mode": "${word}"`))
      const { stdout, isByServe } = await runIn('on', ['run', probe, '--debug'])
      expect({ mode: JSON.parse(stdout).mode, isByServe }).toEqual({ mode: word, isByServe: true })
    }
    await writeFile(script, PROBE)
  })

  test('Ctrl-C ends the run over there, and the command as ever', async () => {
    const env = { SKILLWRIGHT_STATE: join(dir, 'on') }
    await using child = await startChild(MAIN, ['run', probe, '-p', 'mode=sleep', '--debug'], { cwd: dir, env })
    await child.saw('halfway')
    expect(await child.end('SIGINT')).toBe(130)
    expect(child.said()).toContain('CANCELLED: The operation was cancelled')
    expect(child.said()).toContain(BY_SERVE)
  })

  test.each<[string, () => Promise<readonly string[]>, string]>([
    ['a folder that is not served', async () => [await writeProbe('other/probe')], 'is not served here'],
    [
      'one that asks for paths of the user',
      async () => [await writeProbe('asking/probe', { permissions: { read: ['/srv'], write: ['marks'] } }), '--yes'],
      'asks for paths outside',
    ],
    [
      'another PATH',
      async () => {
        vi.stubEnv('PATH', `${process.env.PATH}:/opt/other`)
        return [probe]
      },
      'with another PATH',
    ],
  ])('%s is run here, which --debug says', async (_, words, why) => {
    const path = process.env.PATH
    const { stderr, isByServe } = await runIn('on', ['run', ...(await words()), '--debug'])
    vi.stubEnv('PATH', path)
    expect({ isByServe: isByServe && !stderr.includes('not run by'), stderr }).toMatchObject({
      isByServe: false,
      stderr: expect.stringMatching(new RegExp(`not run by skillwright serve: .*${why}`)),
    })
  })

  test('a socket that others could have put there is passed over in silence', async () => {
    const folder = join(dir, 'on/serve')
    await chmod(folder, 0o755)
    expect(await runIn('on', ['run', probe, '--debug'])).toMatchObject({ code: 0, isByServe: false })
    await chmod(folder, 0o700)
    if (process.getuid?.() !== 0) return
    await chown(folder, 65_534, 65_534)
    expect(await runIn('on', ['run', probe, '--debug'])).toMatchObject({ code: 0, isByServe: false })
    await chown(folder, 0, 0)
  })
})

describe.runIf(canContain)('skillwright serve', () => {
  test('says where it is; a run after it was killed is a plain one, and another server takes its place', async () => {
    const env = { SKILLWRIGHT_STATE: join(dir, 'mine') }
    const words = ['serve', join(dir, 'served'), '--port', '0', '--json']
    await using first = await startChild(MAIN, words, { cwd: dir, env })
    const said = JSON.parse((await first.saw(/\n/)).split('\n')[0] ?? '')
    expect(said).toMatchObject({ socket: join(dir, 'mine/serve/socket'), skills: ['@local/probe'] })
    const token = (await readFile(said.token_file, 'utf8')).trim()
    vi.stubEnv('SKILLWRIGHT_HUB_URL', said.url)
    vi.stubEnv('SKILLWRIGHT_HUB_TOKEN', token)
    const url = `${said.url}/v1/skills/@local/probe/versions/latest/invoke`
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await answer.json()).toMatchObject({ status: 'success', data: { mode: 'ok' } })

    await using run = await startChild(MAIN, ['run', probe, '-p', 'mode=sleep', '--debug'], { cwd: dir, env })
    await run.saw('halfway')
    await first.end('SIGKILL')
    await run.saw('INTERRUPTED')
    expect(existsSync(said.socket)).toBe(true)
    const plain = await spawnCli(['run', probe, '--debug'], { env })
    expect(plain).toMatchObject({ code: 0, stderr: expect.stringMatching('not run by skillwright serve: connect ') })
    expect(JSON.parse(plain.stdout).begun).toBe('xxx')

    await using second = await startChild(MAIN, words.slice(0, 2), { cwd: dir, env })
    await second.saw('Ctrl-C stops it')
    const warm = await spawnCli(['run', probe, '--debug'], { env })
    expect(warm.stderr).toContain(BY_SERVE)
    if (process.getuid?.() === 0) await sees(env)
    expect(await second.end('SIGINT')).toBe(0)
    expect(existsSync(said.socket)).toBe(false)
  })
})

/** Another user of the machine neither uses the server nor reaches its socket. */
async function sees(env: NodeJS.ProcessEnv): Promise<void> {
  await chmod(dir, 0o755)
  const script = `import('node:net').then(({connect}) => connect(process.argv[1]).on('connect', () => console.log('in')).on('error', ({code}) => console.log(code)))`
  const { spawnSync } = await import('node:child_process')
  const socket = join(env.SKILLWRIGHT_STATE ?? '', 'serve/socket')
  const { stdout } = spawnSync(process.execPath, ['-e', script, socket], { uid: 65_534, gid: 65_534, encoding: 'utf8' })
  expect(stdout.trim()).toBe('EACCES')
}
