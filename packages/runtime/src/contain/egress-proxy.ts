import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { SkillError } from '@skillwright/contract'
import { readAllowList } from '../remote/allow-list.ts'
import { type Connect, connectPinned } from '../remote/connect-pinned.ts'
import { type AddressPolicy, type GuardedHost, guardAddress } from '../remote/guard-address.ts'

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
  /** The Unix socket it listens on. */
  readonly socketPath: string
}

const MOST_CONNECTIONS = 64
const IDLE_MS = 300_000
const PER_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'upgrade']

/** Opens the one way out of a sandbox: an HTTP proxy that lets through the declared hosts, by the addresses it checked itself. */
export async function openEgressProxy(options: EgressOptions): Promise<EgressProxy> {
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-egress-'))
  const socketPath = join(dir, 'proxy.sock')
  const sockets = new Set<Duplex>()
  const connect: Connect = (host) => keep((options.connect ?? connectPinned)(host), sockets)
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 0, maxHeaderSize: 65_536 })
  server.maxConnections = MOST_CONNECTIONS
  server.on('connection', (socket: Socket) => keep(socket, sockets))
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    letThrough(`http://${request.url ?? ''}/`, options).then(
      (host) => tunnel(client, head, connect(host)),
      (cause: unknown) => client.end(`HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\n\r\n${messageOf(cause)}\n`),
    )
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    letThrough(request.url ?? '', options).then(
      (host) => forward(request, response, connect(host)),
      (cause: unknown) => response.writeHead(403, { 'content-type': 'text/plain' }).end(`${messageOf(cause)}\n`),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve))
  return {
    socketPath,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The host of a URL with its checked addresses. Rejects, and reports, when the skill may not talk to it. */
async function letThrough(text: string, options: EgressOptions): Promise<GuardedHost> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' || url.username !== '')
    throw new SkillError('PERMISSION_DENIED', 'Expected CONNECT host:port or an http:// URL')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? 80 : Number(url.port)
  const declared = readAllowList(options.declared)
  // A host without a port means the web's own.
  const isDeclared = declared.port(host, port) || ((port === 80 || port === 443) && declared.host(host, port))
  if (!isDeclared) {
    options.onRefused?.({ host, port, reason: 'undeclared' })
    throw new SkillError('PERMISSION_DENIED', `The skill does not declare the host ${host}:${port}`)
  }
  return guardAddress(`http://${url.host}/`, options).catch((cause: unknown) => {
    const isRefused = cause instanceof SkillError && cause.code === 'PERMISSION_DENIED'
    options.onRefused?.({ host, port, reason: isRefused ? 'not-public' : 'unresolved' })
    throw cause
  })
}

function tunnel(client: Socket, head: Buffer, server: Socket): void {
  server.once('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    server.write(head)
    server.pipe(client)
    client.pipe(server)
  })
  server.once('error', () => client.destroy())
  client.once('close', () => server.destroy())
  server.once('close', () => client.end())
}

function forward(request: IncomingMessage, response: ServerResponse, server: Socket): void {
  const url = new URL(request.url ?? '')
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !PER_CONNECTION.includes(name)))
  const onward = openRequest(
    // The name that was checked is the name that is asked for, whatever the header claims.
    {
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      createConnection: () => server,
    },
    (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !PER_CONNECTION.includes(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    },
  )
  onward.once('error', () => {
    if (response.headersSent) return response.destroy()
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`No answer from ${url.host}\n`)
  })
  response.once('close', () => onward.destroy())
  request.pipe(onward)
}

function keep<Kept extends Socket>(socket: Kept, sockets: Set<Duplex>): Kept {
  sockets.add(socket)
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.once('close', () => sockets.delete(socket))
  return socket
}

function messageOf(cause: unknown): string {
  return cause instanceof SkillError ? cause.message : 'The proxy failed'
}
