import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
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
export interface EgressProxy extends AsyncDisposable {
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
