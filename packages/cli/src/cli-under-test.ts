import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { runCli } from './run-cli.ts'

/** What a command printed, and how it ended. */
export interface CliAnswer {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How the command line is run. */
interface SpawnOptions {
  readonly input?: Uint8Array | string
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** As another user; only root may. */
  readonly uid?: number
}

/** Runs the real command line in a process of its own, from source. */
export async function spawnCli(
  words: readonly string[],
  { input = '', cwd, env = {}, uid }: SpawnOptions = {},
): Promise<CliAnswer & { readonly bytes: Buffer }> {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--conditions=@skillwright/source', main, ...words], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  // A command that never reads stdin may be gone before it is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const code = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [bytes, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  return { code: await code, stdout: bytes.toString('utf8'), stderr: stderr.toString('utf8'), bytes }
}

/** Runs the same command line inside this process: the same but for the half second that a process takes to start. */
export async function callCli(words: readonly string[], input = ''): Promise<CliAnswer> {
  const printed: string[] = []
  const noted: string[] = []
  const terminal = {
    exitCode: 0,
    print: (text: string) => void printed.push(`${text}\n`),
    note: (text: string) => void noted.push(`${text}\n`),
    printBytes: (bytes: Uint8Array) => void printed.push(Buffer.from(bytes).toString('latin1')),
    readStdin: async () => input,
    readStdinBytes: async () => Buffer.from(input, 'latin1'),
  }
  await runCli(words, terminal)
  return { code: terminal.exitCode, stdout: printed.join(''), stderr: noted.join('') }
}
