import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { detectContainment } from '../contain/detect-containment.ts'
import { tryNamespaces } from '../contain/detect-namespaces.ts'
import type { Child, Containment, Exit, Launch, LaunchSpec } from '../launch.ts'
import { createSpawnLaunch, type SpawnLaunchOptions } from './spawn-launch.ts'

/** What this host offers. */
export const offer = await detectContainment()
const hasNamespaces = offer.prlimit !== undefined && (offer.namespaces || (await tryNamespaces()) === undefined)

/** What makes sandboxes on this host, each tested by itself, with the offer that has nothing else. */
export const CONTAINERS = [
  ...(offer.bwrap === undefined ? [] : [{ container: 'bubblewrap', offer: { ...offer, namespaces: false } } as const]),
  ...(hasNamespaces
    ? [{ container: 'namespaces', offer: { ...offer, bwrap: undefined, namespaces: true } } as const]
    : []),
]
for (const kind of ['bubblewrap', 'namespaces'])
  if (!CONTAINERS.some(({ container }) => container === kind))
    process.stderr.write(`\n!!! SKIPPED: tests of containment by ${kind}, because ${offer.problems.join('; ')} !!!\n\n`)

/** A test that needs a sandbox; skipped, and said so, where there is none. */
export const containedTest = CONTAINERS.length === 0 ? test.skip : test

/** A test that needs cgroups; skipped, and said so, where we may not make any. */
export const groupedTest = offer.groups === undefined ? test.skip : test
if (offer.groups === undefined)
  process.stderr.write('\n!!! SKIPPED: tests of cgroups, because we may not make any here !!!\n\n')

/** Whether a process is contained, as far as this host can. */
export const BOTH_WAYS = ['uncontained', ...CONTAINERS.map(({ container }) => `contained by ${container}`)]

const WITHOUT_GROUPS = ' without cgroups'

/** The same with and without cgroups, as far as this host has them. */
export const EVERY_WAY =
  offer.groups === undefined ? BOTH_WAYS : [...BOTH_WAYS, ...BOTH_WAYS.map((way) => way + WITHOUT_GROUPS)]

/** The launch for one of those ways, and what `tryProgram` has to know. */
export function openWay(
  way: string,
  options: SpawnLaunchOptions = {},
): { launch: Launch & Disposable; contained: boolean } {
  const isGrouped = !way.endsWith(WITHOUT_GROUPS)
  const chosen = CONTAINERS.find(({ container }) => way.includes(container))?.offer ?? offer
  const launch = createSpawnLaunch({ ...options, offer: isGrouped ? chosen : { ...chosen, groups: undefined } })
  return { launch, contained: way.startsWith('contained') }
}

/** What a program did. */
export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly exit: Exit
  /** True when it had to be killed because of its time. */
  readonly timedOut: boolean
}

/** How a test wants a program run. */
export interface TryOptions
  extends Partial<Omit<LaunchSpec, 'command' | 'containment'>>,
    Partial<Omit<Containment, 'skillDir'>> {
  readonly launch: Launch
  readonly dir: string
  readonly contained?: boolean
  readonly input?: string
  /** Kills it after this long. */
  readonly timeoutMs?: number
  /** Kills it after this much output. */
  readonly maxBytes?: number
}

/** Starts a program the way a run does and collects what it says. */
export async function tryProgram(command: LaunchSpec['command'], options: TryOptions): Promise<Outcome> {
  const { launch, dir, contained = true, timeoutMs = 60_000, maxBytes = 1_000_000, input = '' } = options
  const { read = [], write = [], network = [], dataDir, skillFrom, home } = options
  const places = {
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(skillFrom === undefined ? {} : { skillFrom }),
    ...(home === undefined ? {} : { home }),
  }
  const child = await launch({
    command,
    cwd: options.cwd ?? dir,
    env: options.env ?? { PATH: '/usr/local/bin:/usr/bin:/bin' },
    limits: options.limits ?? {},
    containment: contained ? { skillDir: dir, read, write, network, ...places } : undefined,
  })
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill()
  }, timeoutMs)
  child.stdin.end(input)
  const [stdout, stderr, exit] = await Promise.all([
    collect(child, 'stdout', maxBytes),
    collect(child, 'stderr', maxBytes),
    child.exited,
  ])
  clearTimeout(timer)
  return { stdout, stderr, exit, timedOut }
}

async function collect(child: Child, name: 'stdout' | 'stderr', maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  child[name].on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else child.kill()
  })
  await new Promise((resolve) => child[name].once('close', resolve))
  return Buffer.concat(chunks).toString()
}

/** The processes whose command line holds a word, once those that are being ended had a moment. */
export async function processesWith(word: string, patienceMs = 20_000): Promise<string[]> {
  const until = performance.now() + patienceMs
  for (;;) {
    const found = commandLines().filter((line) => line.includes(word))
    if (found.length === 0 || performance.now() > until) return found
    await wait(20)
  }
}

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      } catch {
        return ''
      }
    })
}

/** How many descriptors we have open, once there are no more than before or those being closed had their time. */
export async function descriptorsDownTo(before: number): Promise<number> {
  const count = () => readdirSync('/proc/self/fd').length
  for (let tries = 0; tries < 500 && count() > before; tries++) await wait(20)
  return count()
}

/** A folder that is gone after the test. */
export function tempFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'skillwright-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
