import { realpathSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Command } from '../launch.ts'
import type { Connect } from '../remote/connect-pinned.ts'
import type { AddressPolicy } from '../remote/guard-address.ts'

/** An attempt to talk to a host that was not let through. */
export interface RefusedHost {
  readonly host: string
  readonly port: number
  readonly reason: 'undeclared' | 'not-public' | 'unresolved'
}

/** Which hosts a skill may reach, and by what means. */
export interface EgressOptions extends AddressPolicy {
  /** Hosts the skill declares: `api.example.com`, `*.example.com`, each with an optional port. */
  readonly declared: readonly string[]
  readonly connect?: Connect
  readonly onRefused?: (attempt: RefusedHost) => void
}

/** An open proxy. */
interface EgressProxy extends AsyncDisposable {
  /** Serves the clients of this listening socket, and closes it in the end. */
  serve(listener: Server): void
}

const MAX_CONNECTIONS = 64
const IDLE_MS = 300_000
/** Opens the one way out of a sandbox: an HTTP proxy that lets through the declared hosts, by the addresses it checked itself. */
export function openEgressProxy(options: EgressOptions): EgressProxy {
  const sockets = new Set<Duplex>()
  const listeners = new Set<Server>()
  let server: Promise<HttpServer> | undefined
  // Most skills that may talk to a host do not in most calls, and HTTP takes longer to load than all the rest of a call.
  const open = async () => {
    const { egressServer } = await import('./egress-server.ts')
    return egressServer(options, (socket) => keep(socket, sockets))
  }
  return {
    serve(listener) {
      listeners.add(listener)
      listener.maxConnections = MAX_CONNECTIONS
      listener.on('connection', (socket) => {
        keep(socket, sockets)
        server ??= open()
        server.then(
          (opened) => opened.emit('connection', socket),
          () => socket.destroy(),
        )
      })
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([...listeners].map((listener) => new Promise((resolve) => listener.close(resolve))))
    },
  }
}

function keep<Kept extends Socket>(socket: Kept, sockets: Set<Duplex>): Kept {
  sockets.add(socket)
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.once('close', () => sockets.delete(socket))
  return socket
}

/** How a sandbox reaches the proxy outside. */
interface SandboxEgress {
  /** The program that is started inside, which the sandbox must have. */
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  /** Puts before a command what listens for it: it hands the listening socket out and becomes the command. */
  wrap(command: Command): Command
}

// Free in every sandbox, each having a loopback of its own.
const PORT = '3128'
const URL = `http://127.0.0.1:${PORT}`
// What Node's own channel to a child expects before a socket, whatever the child is written in.
const WITH_SOCKET = '{"cmd":"NODE_HANDLE","type":"net.Server","msg":0}\\n'
const BACKLOG = 64

// Python ignores two signals, which what it becomes would go on ignoring.
const IN_PYTHON = `import _signal, _socket, os, sys
port, channel, *command = sys.argv[1:]
listener = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
listener.bind(("127.0.0.1", int(port)))
listener.listen(${BACKLOG})
outside = _socket.socket(fileno=int(channel))
outside.sendmsg([b'${WITH_SOCKET}'], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, listener.fileno().to_bytes(4, sys.byteorder))])
outside.close()
for number in (_signal.SIGPIPE, _signal.SIGXFSZ):
    _signal.signal(number, _signal.SIG_DFL)
os.execv(command[0], command)`

const IN_NODE = `const [port, ...command] = process.argv.slice(1)
const listener = require('node:net').createServer().listen({ port, host: '127.0.0.1', backlog: ${BACKLOG} }, () =>
  process.send(0, listener, () => {
    process.disconnect()
    process.execve(command[0], command, process.env)
  }))`

const PYTHONS = ['/usr/bin/python3', '/usr/local/bin/python3']

/**
 * Lets HTTP clients in a sandbox find our proxy, with no process of ours inside: only a process in a
 * network namespace can listen there, but the one that accepts may be elsewhere. Python starts several times as fast as Node.
 */
export function sandboxEgress(channel: number, pythons: readonly string[] = PYTHONS): SandboxEgress {
  const python = pythons.find(isSystemProgram)
  const start: Command =
    python === undefined
      ? ['/usr/bin/env', `NODE_CHANNEL_FD=${channel}`, process.execPath, '--no-warnings', '-e', IN_NODE, '--', PORT]
      : [python, '-I', '-S', '-c', IN_PYTHON, PORT, String(channel)]
  return {
    program: python ?? process.execPath,
    env: {
      HTTP_PROXY: URL,
      HTTPS_PROXY: URL,
      http_proxy: URL,
      https_proxy: URL,
      NO_PROXY: 'localhost,127.0.0.1',
      no_proxy: 'localhost,127.0.0.1',
      NODE_USE_ENV_PROXY: '1',
    },
    wrap: (command) => [...start, ...command],
  }
}

function isSystemProgram(path: string): boolean {
  try {
    return realpathSync(path).startsWith('/usr/')
  } catch {
    return false
  }
}
