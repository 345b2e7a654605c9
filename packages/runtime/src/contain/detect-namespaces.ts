import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { namespacesCommand } from './namespaces-command.ts'
import { sandboxLayout } from './sandbox-layout.ts'

const PATIENCE_MS = 10_000

/** Tries whether a sandbox can be made with util-linux alone, by making one. What was said when it cannot. */
export async function tryNamespaces(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'namespaces are there on Linux only'
  const containment = { skillDir: '/usr', read: [], write: [], network: [] }
  const spec = { command: ['/bin/true'] as const, cwd: '/', env: {}, limits: {}, containment }
  const { command, feeds } = namespacesCommand(spec, sandboxLayout(spec, {}))
  const [program, ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: {},
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  for (const [i, bytes] of feeds.entries()) {
    const feed = child.stdio[3 + i]
    if (feed instanceof Socket) feed.on('error', () => undefined).end(bytes)
  }
  const code = new Promise<number | string | null>((resolve) =>
    child.on('error', ({ message }) => resolve(message)).on('close', resolve),
  )
  const said = child.stderr === null ? '' : await text(child.stderr)
  const ended = await code
  return ended === 0 ? undefined : said.trim().split('\n')[0] || `it ended with ${ended}`
}
