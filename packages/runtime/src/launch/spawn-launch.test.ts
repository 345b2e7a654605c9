import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { detectContainment } from '../contain/detect-containment.ts'
import { howToGetBwrap } from '../contain/how-to-contain.ts'
import {
  containedTest,
  descriptorCount,
  EVERY_WAY,
  openWay,
  processesWith,
  tempFolder,
  tryProgram,
} from './fixtures/try-program.ts'
import { createSpawnLaunch } from './spawn-launch.ts'

const isSlow = process.env.SKILLWRIGHT_SLOW === '1'
/** Each of eight scripts twice; 250 with SKILLWRIGHT_SLOW=1. */
const CHILDREN = isSlow ? 250 : 16
/** Moments in the first 20 ms of a process at which it is killed; more with SKILLWRIGHT_SLOW=1. */
const MOMENTS = isSlow ? 40 : 10

const launch = createSpawnLaunch()
const folder = tempFolder()
const dir = folder.path
afterAll(() => {
  launch[Symbol.dispose]()
  folder[Symbol.dispose]()
})

describe.for(EVERY_WAY)('%s', (way) => {
  const options = { ...openWay(way), dir }
  afterAll(() => options.launch[Symbol.dispose]())

  test('a process gets the arguments it was given, whatever is in them', async () => {
    const hostile = [
      '; touch pwned',
      '$(touch pwned)',
      '`touch pwned`',
      'a\nb',
      '-rf',
      '--help',
      '"\'\\',
      '',
      '|& cat',
      '*',
    ]
    const { stdout } = await tryProgram(['/usr/bin/printf', '%s\\0', ...hostile], options)
    expect(stdout.split('\0').slice(0, -1)).toEqual(hostile)
    expect(existsSync(join(dir, 'pwned'))).toBe(false)
  })

  test('a script whose path is full of quotes and spaces runs', async () => {
    const odd = join(dir, `it's "odd" $(touch pwned); -rf`)
    mkdirSync(odd, { recursive: true })
    writeFileSync(join(odd, '-run me.sh'), 'echo "ran with $1"')
    const { stdout } = await tryProgram(['/bin/sh', join(odd, '-run me.sh'), 'x'], options)
    expect(stdout).toBe('ran with x\n')
    expect(existsSync(join(dir, 'pwned'))).toBe(false)
  })

  test('a process sees the environment it was given and nothing of ours', async () => {
    const { stdout } = await tryProgram(['/usr/bin/env'], { ...options, env: { ONE: '1', TWO: 'a b\nc' } })
    // Entering a folder sets PWD; nothing else may be there.
    expect(stdout.replace(/^PWD=.*\n/m, '')).toBe('ONE=1\nTWO=a b\nc\n')
  })

  test('standard streams are pipes that can be opened by name', async () => {
    const script = 'sleep 0.1; cat /dev/stdin; echo out > /dev/stdout; echo err > /dev/stderr'
    const { stdout, stderr } = await tryProgram(['/bin/sh', '-c', script], { ...options, input: 'in ' })
    expect({ stdout, stderr }).toEqual({ stdout: 'in out\n', stderr: 'err\n' })
  })

  test('bash does not run the startup file of its user', async () => {
    writeFileSync(join(dir, '.bashrc'), 'echo bashrc was here')
    const { stdout } = await tryProgram(['/bin/bash', '-c', 'echo clean'], { ...options, env: { HOME: dir } })
    expect(stdout).toBe('clean\n')
  })

  test.for([
    ['setsid', 'setsid -f sleep TOKEN'],
    ['double fork', '(setsid sh -c "sleep TOKEN & sleep TOKEN & " &)'],
    ['nohup', 'nohup sleep TOKEN >/dev/null 2>&1 &'],
    ['an emptied environment and closed descriptors', 'env -i setsid -f sleep TOKEN </dev/null >/dev/null 2>&1 3>&-'],
    ['a daemon that starts daemons', 'setsid -f sh -c "while :; do setsid -f sleep TOKEN; sleep 0.05; done"'],
  ] as const)('nothing outlives a process that ends: %s', async ([, script]) => {
    const token = `7${Math.floor(Math.random() * 1e9)}`
    const command = ['/bin/sh', '-c', `${script.replaceAll('TOKEN', token)}\necho done`] as const
    const { exit, timedOut } = await tryProgram(command, options)
    expect(exit.code).toBe(0)
    expect(timedOut).toBe(false)
    expect(await processesWith(token)).toEqual([])
  })

  test('kill ends a tree that ignores signals and holds stdout, at once', async () => {
    const token = `7${Math.floor(Math.random() * 1e9)}`
    const script = `trap '' TERM INT HUP; setsid -f sleep ${token}; (setsid sh -c "trap '' TERM; sleep ${token}" &); sleep ${token}`
    // Each of them would hold stdout for years.
    const { timedOut } = await tryProgram(['/bin/sh', '-c', script], { ...options, timeoutMs: 300 })
    expect(timedOut).toBe(true)
    expect(await processesWith(token)).toEqual([])
  })

  test('killing twice, and after the end, is harmless', async () => {
    const child = await options.launch({
      command: ['/bin/true'],
      cwd: dir,
      env: {},
      limits: {},
      containment: options.contained ? { skillDir: dir, read: [], write: [], network: [] } : undefined,
    })
    await child.exited
    child.kill()
    child.kill()
    await expect(child.exited).resolves.toMatchObject({ code: 0 })
  })

  test('a process that never reads its input does not keep us', async () => {
    const input = 'x'.repeat(5_000_000)
    const { timedOut } = await tryProgram(['/bin/sleep', '600'], { ...options, input, timeoutMs: 300 })
    expect(timedOut).toBe(true)
  })

  test('a program that is not there is named', async () => {
    await expect(tryProgram(['/no/such/program'], options)).rejects.toMatchObject({
      code: 'TOOL_NOT_AVAILABLE',
      message: expect.stringContaining('/no/such/program'),
    })
    await expect(tryProgram(['/bin/true'], { ...options, cwd: '/no/such' })).rejects.toMatchObject({
      code: 'DATA_NOT_FOUND',
    })
  })

  test(`slow: ${CHILDREN} misbehaving children leave no process and no descriptor`, async () => {
    const token = `7${Math.floor(Math.random() * 1e9)}`
    const scripts = [
      `setsid -f sleep ${token}`,
      `(setsid sh -c "sleep ${token} &" &)`,
      `sleep ${token} & exit 3`,
      `kill -9 $$`,
      `exec sleep ${token}`,
      `exec >&- 2>&- <&-; setsid -f sleep ${token}`,
      `yes ${token}`,
      `trap '' TERM; while :; do :; done # ${token}`,
    ]
    const before = descriptorCount()
    {
      using own = openWay(way).launch
      const pending = Array.from({ length: CHILDREN }, (_, i) => i).values()
      const lane = async () => {
        for (const i of pending) {
          const command = ['/bin/sh', '-c', scripts[i % scripts.length] ?? ''] as const
          await tryProgram(command, { ...options, launch: own, timeoutMs: 100, maxBytes: 100_000 })
        }
      }
      await Promise.all(Array.from({ length: 6 }, lane))
    }
    expect(await processesWith(token)).toEqual([])
    await expect.poll(descriptorCount).toBeLessThanOrEqual(before)
  })

  test('killed at any moment of its start, a process leaves nothing', async () => {
    const token = `7${Math.floor(Math.random() * 1e9)}`
    for (let i = 0; i < MOMENTS; i++) {
      const command = ['/bin/sh', '-c', `setsid -f sleep ${token}; sleep ${token}`] as const
      await tryProgram(command, { ...options, timeoutMs: (20 * i) / MOMENTS })
    }
    expect(await processesWith(token)).toEqual([])
  })
})

test('a descriptor that our own caller left open does not reach a skill', async () => {
  const script = `
    import { createSpawnLaunch } from ${JSON.stringify(join(import.meta.dirname, 'spawn-launch.ts'))}
    import { text } from 'node:stream/consumers'
    using launch = createSpawnLaunch()
    const child = await launch({ command: ['/bin/ls', '-l', '/proc/self/fd'], cwd: '/', env: {}, limits: {}, containment: undefined })
    child.stdin.end()
    process.stdout.write(await text(child.stdout))`
  writeFileSync(join(dir, 'leak.mts'), script)
  const node = [process.execPath, '--conditions=@skillwright/source', join(dir, 'leak.mts')]
  const leaky = ['/bin/bash', '-c', 'exec "$@" 200</etc/hostname', 'bash', ...node] as const
  const { stdout, stderr } = await tryProgram(leaky, { launch, dir, contained: false })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/200 -> \/dev\/null/)
  expect(stdout).not.toContain('hostname')
})

test('without bubblewrap a contained run is refused, says how to get it, and starts nothing', async () => {
  using bare = createSpawnLaunch({ offer: await detectContainment({ path: '/no/such' }) })
  writeFileSync(join(dir, 'touch.sh'), `touch ${join(dir, 'started')}`)
  await expect(tryProgram(['/bin/sh', join(dir, 'touch.sh')], { launch: bare, dir })).rejects.toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
    hint: expect.stringContaining(howToGetBwrap()),
  })
  expect(existsSync(join(dir, 'started'))).toBe(false)
})

test('an operator who turned containment off needs neither bubblewrap nor prlimit, whatever the limits', async () => {
  using bare = createSpawnLaunch({ offer: await detectContainment({ path: '/no/such' }) })
  const limits = { memoryBytes: 2 ** 30, cpuSeconds: 9, fileBytes: 2 ** 20, processes: 64 }
  const { stdout } = await tryProgram(['/bin/echo', 'plain'], { launch: bare, dir, contained: false, limits })
  expect(stdout).toBe('plain\n')
})

containedTest('values of the environment are not on any command line of the host', async () => {
  const env = { SECRET: `s3cret-${Math.random()}`, PATH: '/usr/bin:/bin' }
  const child = await launch({
    command: ['/bin/sh', '-c', 'echo up; sleep 5'],
    cwd: dir,
    env,
    limits: {},
    containment: { skillDir: dir, read: [], write: [], network: [] },
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(await processesWith(env.SECRET, 0)).toEqual([])
  expect(readFileSync('/proc/self/cmdline', 'latin1')).not.toContain(env.SECRET)
  child.kill()
  await child.exited
})
