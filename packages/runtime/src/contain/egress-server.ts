import { createServer, type IncomingMessage, request as openRequest, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SkillError } from '@skillwright/contract'
import { readAllowList } from '../remote/allow-list.ts'
import { type Connect, connectPinned } from '../remote/connect-pinned.ts'
import { type GuardedHost, guardAddress } from '../remote/guard-address.ts'
import type { EgressOptions } from './egress-proxy.ts'

// Trailers are not handed on, and Node throws at their announcement where a body has no chunks.
const PER_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
]

/** Answers the clients of an egress proxy: it lets through the declared hosts, by the addresses it checked itself. */
export function egressServer(options: EgressOptions, keep: (socket: Socket) => Socket): Server {
  const connect: Connect = (host) => keep((options.connect ?? connectPinned)(host))
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 0, maxHeaderSize: 65_536 })
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    letThrough(`http://${request.url ?? ''}/`, options).then(
      (host) => tunnel(client, head, connect(host)),
      (cause: unknown) => refuseTunnel(client, cause),
    )
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    letThrough(request.url ?? '', options).then(
      (host) => forward(request, response, connect(host)),
      (cause: unknown) =>
        response.writeHead(statusOf(cause), { 'content-type': 'text/plain' }).end(`${messageOf(cause)}\n`),
    )
  })
  return server
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
    throw new SkillError('PERMISSION_DENIED', `permissions.network in skill.json does not list ${host}:${port}`)
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
    server.once('close', () => client.end())
  })
  server.once('error', (cause) =>
    server.connecting || server.bytesRead === 0 ? refuseTunnel(client, cause) : client.destroy(),
  )
  client.once('close', () => server.destroy())
}

/** Most clients show the first line only of why they got no tunnel, so that is where it stands. */
function refuseTunnel(client: Socket, cause: unknown): void {
  const why = messageOf(cause)
  const line = why.replace(/[^\x20-\x7e]+/g, ' ')
  client.end(`HTTP/1.1 ${statusOf(cause)} ${line}\r\ncontent-type: text/plain\r\n\r\n${why}\n`)
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
      // What Node would refuse to write, and throw.
      if ((answer.statusCode ?? 0) < 200) return void onward.destroy(new Error('No status of an answer'))
      const kept = Object.entries(answer.headers).filter(([name]) => !PER_CONNECTION.includes(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    },
  )
  onward.once('upgrade', (_answer, upgraded) => {
    upgraded.destroy()
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`${url.host} changed the protocol\n`)
  })
  onward.once('error', (cause) => {
    if (response.headersSent) return response.destroy()
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`No answer from ${url.host}. ${messageOf(cause)}\n`)
  })
  response.once('close', () => onward.destroy())
  request.pipe(onward)
}

/** 403 for what may not be reached, 502 for what cannot. */
function statusOf(cause: unknown): 403 | 502 {
  return cause instanceof SkillError && cause.code === 'PERMISSION_DENIED' ? 403 : 502
}

function messageOf(cause: unknown): string {
  if (cause instanceof SkillError) return cause.message
  return `Could not connect: ${cause instanceof Error && 'code' in cause ? cause.code : 'the proxy failed'}`
}
