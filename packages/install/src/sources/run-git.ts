import { spawn } from 'node:child_process'
import { SkillError } from '@skillwright/contract'

/** How git is run. */
export interface GitOptions {
  readonly cwd: string
  /** The one way of transport that may be used. */
  readonly protocol: string
  readonly input?: string
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 300_000
const MAX_BYTES = 100_000_000
// No hooks, no programs of a repository, no submodules, no questions.
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.sshCommand=ssh -o BatchMode=yes',
  'submodule.recurse=false',
  'fetch.fsckObjects=true',
  'protocol.ext.allow=never',
  // Where an address leads was found out before.
  'http.followRedirects=false',
  'uploadpack.packObjectsHook=',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
]

/** Runs the git that people have, and gives what it prints. Arguments are never read by a shell. Throws FETCH_FAILED with what git says. */
export async function runGit(
  args: readonly string[],
  { cwd, protocol, input = '', maxBytes = MAX_BYTES, signal }: GitOptions,
): Promise<Buffer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const child = spawn('git', [...SETTINGS.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    env: {
      ...process.env,
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: protocol,
      GIT_DIR: cwd,
      GIT_ASKPASS: 'true',
      LC_ALL: 'C',
    },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const printed: Buffer[] = []
  const said: Buffer[] = []
  let length = 0
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) child.kill('SIGKILL')
    else printed.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => said.length < 100 && said.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  ).catch((cause: NodeJS.ErrnoException) => {
    if (signal?.aborted) throw new SkillError('CANCELLED', 'Interrupted', { cause })
    const isAbsent = cause.code === 'ENOENT'
    throw new SkillError(
      isAbsent ? 'TOOL_NOT_AVAILABLE' : 'FETCH_FAILED',
      isAbsent ? 'git is not installed' : `git did not end: ${cause.message}`,
      { cause },
    )
  })
  if (length > maxBytes) throw new SkillError('INPUT_TOO_LARGE', `git printed more than ${maxBytes} bytes`)
  if (code === 0) return Buffer.concat(printed)
  const lines = Buffer.concat(said).toString('utf8').trim().split('\n')
  const reason = lines.find((line) => line.startsWith('fatal:')) ?? lines.at(-1) ?? ''
  throw new SkillError('FETCH_FAILED', `git could not get it: ${reason.slice(0, 300)}`, {
    hint: 'Check the address, the branch or tag, and that git can read it: git ls-remote <address>',
    details: { git: lines.slice(-10) },
  })
}
