import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Measure, measure, median } from './measure.ts'

const COMMAND = resolve('packages/cli/bin/skillwright.js')
const SKILL = resolve('skills/translator')
const REQUEST = JSON.stringify({ action: 'default', params: { text: 'hello', max_words: 50 } })
const ROUNDS = 11

interface Subject {
  readonly words: readonly string[]
  readonly target: number
}

const VERBS: readonly Subject[] = [
  { words: ['--version'], target: 2.5 },
  { words: ['lint', SKILL], target: 5 },
  { words: ['find', '--root', resolve('skills'), 'summarise the news'], target: 5 },
  { words: ['contract', 'check', SKILL], target: 5 },
  { words: ['scan', SKILL], target: 10 },
]

/** What the command line must show: the published bundle against bare node, and a run against the same script by hand. CPU, in turns. */
export async function run(): Promise<Measure[]> {
  if (!existsSync('packages/cli/dist/main.js')) throw new Error('Nothing is built: npm run build')
  const dir = mkdtempSync(join(tmpdir(), 'bench-cli-'))
  try {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(dir, 'compiled'), SKILLWRIGHT_CACHE: join(dir, 'cache') }
    const cpu = (command: readonly string[], input = '') => cpuMs(command, { input, env })
    const ours = (words: readonly string[]) => cpu([process.execPath, COMMAND, ...words])
    const node = () => cpu([process.execPath, '-e', '0'])
    // It reaches no host, so that a sandbox by hand, which has no egress proxy, does as much.
    const own = join(dir, 'digest')
    ours(['new', 'digest', '--out', own, '--language', 'python'])
    const hand = byHand(own)
    const runWords = ['run', own, '--param', 'text=hello']
    const measures = VERBS.map(({ words, target }) => {
      const value = ratio(() => ours(words), node)
      const [name = ''] = words
      return measure({
        name: `cli: ${name === 'contract' ? 'contract check' : name}`,
        value,
        unit: '× CPU',
        baseline: 'node -e 0',
        better: 'lower',
        target,
      })
    })
    const value = ratio(
      () => ours(runWords),
      () => cpu(hand, REQUEST),
    )
    return [
      ...measures,
      measure({
        name: 'cli: run of a Python skill',
        value,
        unit: '× CPU',
        baseline: 'the same script by hand in the same sandbox',
        better: 'lower',
        target: 3,
      }),
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** How many times as much CPU one takes as the other, as the median over turns; the first two only fill the caches. */
function ratio(subject: () => number, baseline: () => number): number {
  for (let i = 0; i < 2; i++) subject()
  return median(Array.from({ length: ROUNDS }, () => subject() / baseline()))
}

/** What one would type: bubblewrap as the runtime calls it, and the interpreter itself rather than a shim for it. */
function byHand(skill: string): readonly string[] {
  const python = execFileSync('python3', ['-c', 'import os, sys; print(os.path.realpath(sys.executable))'], {
    encoding: 'utf8',
  }).trim()
  const flags = ['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--cap-drop', 'ALL']
  const mounts = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev']
  return ['bwrap', ...flags, ...mounts, python, join(skill, 'tools/main.py')]
}

/** CPU that a command took with everything it started, also what a sandbox left behind for others to reap. */
function cpuMs(
  command: readonly string[],
  { input, env }: { readonly input: string; readonly env: NodeJS.ProcessEnv },
): number {
  const meter = join(import.meta.dirname, 'cpu_of.py')
  return Number(execFileSync('python3', [meter, ...command], { input, env, encoding: 'utf8' }))
}
