import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** What a command printed, and how it ended. */
export interface Spawned {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** stdout as it came. */
  readonly bytes: Buffer
}

/** Runs the real command line from source; for tests. */
export async function spawnCli(
  words: readonly string[],
  { input = '', cwd, env = {} }: { input?: string | Uint8Array; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Spawned> {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--conditions=@skillwright/source', main, ...words], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command that never reads stdin may be gone before it is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const code = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [bytes, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  return { code: await code, stdout: bytes.toString('utf8'), stderr: stderr.toString('utf8'), bytes }
}
