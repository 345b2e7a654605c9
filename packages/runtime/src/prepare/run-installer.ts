import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { SkillError } from '@skillwright/contract'

/** How an installer is run. */
export interface InstallerRun {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly onLine: (line: string) => void
  readonly signal: AbortSignal | undefined
}

const TAIL_LINES = 15
const MAX_LINE = 500
/** What an installer may know of our environment: where programs and its own settings are, and how to reach the network. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LANG|LC_\w+|TMPDIR|SystemRoot|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS|PIP_\w+|NPM_CONFIG_\w+)$/i

/** Runs an installer to its end and reports what it says, line by line. Throws TOOL_EXECUTION_FAILED with its last lines. */
export async function runInstaller(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, onLine, signal }: InstallerRun,
): Promise<void> {
  signal?.throwIfAborted()
  const child = spawn(program, args, {
    cwd,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name))),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, so that what it started ends with it.
    detached: true,
  })
  const tail: string[] = []
  const say = (line: string) => {
    const shown = withoutPasswords(line).slice(0, MAX_LINE)
    if (shown.trim() === '') return
    tail.push(shown)
    if (tail.length > TAIL_LINES) tail.shift()
    onLine(shown)
  }
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', say)
  const kill = () => {
    if (child.pid !== undefined) killGroup(child.pid)
  }
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
    signal?.throwIfAborted()
    if (code !== 0) {
      throw new SkillError('TOOL_EXECUTION_FAILED', `${program} ended with exit code ${code}: ${tail.at(-1) ?? ''}`, {
        details: { output: tail },
        hint: 'Read what it said, and correct the requirements or the connection',
      })
    }
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
    throw new SkillError('TOOL_NOT_AVAILABLE', `${program} is not on this machine`, { cause: thrown })
  } finally {
    signal?.removeEventListener('abort', kill)
    kill()
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}

/** An index may be reached with a password in its URL, which must not be shown. */
function withoutPasswords(line: string): string {
  return line.replace(/\/\/[^/@\s]+@/g, '//***@')
}
