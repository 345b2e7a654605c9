import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HubConfig } from '../hub-config.ts'

/** A hub in a process of its own. */
export interface SpawnedHub extends AsyncDisposable {
  readonly url: string
  /** May publish as @ann. */
  readonly token: string
  readonly pid: number
  /** As an accident would: nothing is finished, nothing is said. */
  kill(): Promise<void>
}

const PROGRAM = [
  process.execPath,
  '--conditions=@skillwright/source',
  join(import.meta.dirname, 'hub-process-under-test.ts'),
]

// Most of a start is compiling: what one process compiled the next ones take over.
const CACHE = mkdtempSync(join(tmpdir(), 'hub-compiled-'))
process.on('exit', () => rmSync(CACHE, { recursive: true, force: true }))

/** Starts a hub in a process of its own; `within` is a command that gets the command of the hub as its arguments. */
export async function spawnHub(
  config: Partial<HubConfig>,
  { within = [] }: { readonly within?: readonly string[] } = {},
): Promise<SpawnedHub> {
  const [command = '', ...args] = [...within, ...PROGRAM, JSON.stringify(config)]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
  })
  const line = await firstLine(child)
  const { url, token } = JSON.parse(line) as { url: string; token: string }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { url, token, pid: child.pid ?? 0, kill, [Symbol.asyncDispose]: kill }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface({ input: stdout })) return line
  throw new Error('The hub ended before it listened')
}
