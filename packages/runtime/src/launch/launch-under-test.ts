import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { detectContainment } from '../contain/detect-containment.ts'
import type { Child, Exit, Launch, LaunchSpec } from '../launch.ts'

const offer = await detectContainment()
if (offer.bwrap === undefined)
  process.stderr.write(`\n!!! SKIPPED: tests of containment, because ${offer.problems.join('; ')} !!!\n\n`)

/** A test that needs a sandbox; skipped, and said so, where there is none. */
export const containedTest = offer.bwrap === undefined ? test.skip : test

/** A test that needs cgroups; skipped, and said so, where we may not make any. */
export const groupedTest = offer.groups === undefined ? test.skip : test
if (offer.groups === undefined)
  process.stderr.write('\n!!! SKIPPED: tests of cgroups, because we may not make any here !!!\n\n')

/** Whether a process is contained, as far as this host can. */
export const BOTH_WAYS = offer.bwrap === undefined ? ['uncontained'] : ['uncontained', 'contained']

/** What a program did. */
export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly exit: Exit
  readonly ms: number
}

/** How a test wants a program run. */
export interface TryOptions extends Partial<Omit<LaunchSpec, 'command' | 'containment'>> {
  readonly launch: Launch
  readonly dir: string
  readonly contained?: boolean
  readonly read?: readonly string[]
  readonly write?: readonly string[]
  readonly network?: readonly string[]
  readonly input?: string
  /** Kills it after this long. */
  readonly timeoutMs?: number
  /** Kills it after this much output. */
  readonly maxBytes?: number
}

/** Starts a program the way a run does and collects what it says. */
export async function tryProgram(command: LaunchSpec['command'], options: TryOptions): Promise<Outcome> {
  const { launch, dir, contained = true, timeoutMs = 10_000, maxBytes = 1_000_000, input = '' } = options
  const { read = [], write = [], network = [] } = options
  const started = performance.now()
  const child = await launch({
    command,
    cwd: options.cwd ?? dir,
    env: options.env ?? { PATH: '/usr/local/bin:/usr/bin:/bin' },
    limits: options.limits ?? {},
    containment: contained ? { skillDir: dir, read, write, network } : undefined,
  })
  const timer = setTimeout(() => child.kill(), timeoutMs)
  child.stdin.end(input)
  const [stdout, stderr, exit] = await Promise.all([
    collect(child, 'stdout', maxBytes),
    collect(child, 'stderr', maxBytes),
    child.exited,
  ])
  clearTimeout(timer)
  return { stdout, stderr, exit, ms: performance.now() - started }
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
export async function processesWith(word: string, patienceMs = 1_000): Promise<string[]> {
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

/** A folder that is gone after the test. */
export function tempFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'skillwright-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
