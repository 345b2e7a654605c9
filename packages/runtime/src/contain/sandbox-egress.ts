import { extname, join } from 'node:path'
import type { Command } from '../launch/limit-command.ts'
import type { EgressProxy } from './egress-proxy.ts'
import type { GrantedPath } from './granted-paths.ts'

/** What a sandbox needs to reach its proxy. */
export interface SandboxEgress {
  readonly files: readonly GrantedPath[]
  readonly programs: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Puts the forwarder before a command. */
  wrap(command: Command): Command
}

// Free in every sandbox, each having a loopback of its own.
const PORT = 3128
const INSIDE = '/run/skillwright'

/** Connects the inside of a sandbox to a proxy outside. */
export function sandboxEgress({ socketPath }: EgressProxy): SandboxEgress {
  // The same file beside this one, as source or compiled; the ending inside tells Node that it is a module.
  const ending = extname(import.meta.filename)
  const forwarder = {
    path: `${INSIDE}/forward-egress.m${ending.slice(1)}`,
    source: join(import.meta.dirname, `forward-egress${ending}`),
  }
  const socket = { path: `${INSIDE}/proxy.sock`, source: socketPath }
  const url = `http://127.0.0.1:${PORT}`
  return {
    files: [forwarder, socket],
    programs: [process.execPath],
    env: {
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      http_proxy: url,
      https_proxy: url,
      NO_PROXY: 'localhost,127.0.0.1',
      no_proxy: 'localhost,127.0.0.1',
      NODE_USE_ENV_PROXY: '1',
    },
    wrap: (command) => [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      forwarder.path,
      String(PORT),
      socket.path,
      ...command,
    ],
  }
}
