import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Where log lines go. */
export interface LogStream {
  write(line: string): unknown
}

/** How the hub logs: one JSON line each, and no secret in any of them. */
export function loggerOptions(level: string, stream: LogStream) {
  return {
    level,
    base: null,
    messageKey: 'message',
    serializers: { err: describeError },
    stream: { write: (line: string) => stream.write(maskSecrets(line)) },
  }
}

/** Logs a request when it is done: what changed something or failed always, what only read at `debug`, because a line costs more than the read. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' })
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const level = levelOf(error, request, reply)
    if (level === 'debug' && !isDebug(request)) return
    request.log[level](
      {
        method: request.method,
        // Without the query, which may hold what only the two ends should know.
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        ...(request.principal?.person ? { person: request.principal.person.handle } : {}),
        ...(error ? { err: error } : {}),
      },
      error ? 'request cut off' : 'request',
    )
  }
}

function levelOf(error: unknown, request: FastifyRequest, reply: FastifyReply): 'debug' | 'info' | 'error' {
  if (reply.statusCode >= 500) return 'error'
  const read = request.method === 'GET' || request.method === 'HEAD'
  return read && reply.statusCode < 400 && !error ? 'debug' : 'info'
}

function isDebug(request: FastifyRequest): boolean {
  return request.log.level === 'debug' || request.log.level === 'trace'
}

/** An error as it is logged: its stack with all causes, and none of its other properties. */
function describeError(error: unknown): { type: string; message: string; stack: string } {
  const stacks: string[] = []
  for (let at = error, left = 5; at !== undefined && left > 0; left--) {
    stacks.push(at instanceof Error ? (at.stack ?? at.message) : String(at))
    at = at instanceof Error ? at.cause : undefined
  }
  return {
    type: error instanceof Error ? error.name : typeof error,
    message: error instanceof Error ? error.message : String(error),
    stack: stacks.join('\ncaused by: '),
  }
}

const TOKEN = /\bskw_[\w-]+/g
const CREDENTIALS = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi
const URL_PASSWORD = /(:\/\/[^\s/:@"]*:)[^\s/@"]+@/g

/** Takes tokens and passwords out of a line, should one have come into it. */
export function maskSecrets(line: string): string {
  return line.replace(TOKEN, 'skw_***').replace(CREDENTIALS, '$1 ***').replace(URL_PASSWORD, '$1***@')
}
