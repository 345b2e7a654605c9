import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { SkillError } from '@skillwright/contract'
import { streamGuarded } from '@skillwright/runtime'
import type { ForeignServer } from './foreign-server.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_PAGES = 20

/** How a foreign server is asked. */
export interface ConnectOptions {
  /** For all of its answers. */
  readonly timeoutMs: number
  /** Sent to a server over HTTP. */
  readonly token?: string
  /** Private hosts at which it may be. */
  readonly allow?: readonly string[]
}

/** What a server says about itself and its tools. */
export interface ForeignListing {
  readonly name: string
  readonly title: string
  readonly instructions: string
  readonly tools: Awaited<ReturnType<Client['listTools']>>['tools']
}

/** Asks a foreign MCP server for its tools, once. Throws EXTERNAL_SERVICE_ERROR for one that does not answer, answers too much, or answers what is no answer. */
export async function listForeignTools(
  server: ForeignServer,
  { timeoutMs, ...options }: ConnectOptions,
): Promise<ForeignListing> {
  const client = new Client({ name: 'skillwright', version: '1' }, { listMaxPages: MAX_PAGES })
  const limit = { timeout: timeoutMs, maxTotalTimeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) }
  try {
    await client.connect(transportOf(server, options), limit)
    const { tools } = await client.listTools({}, limit)
    const { name = '', title = name } = client.getServerVersion() ?? {}
    return { name, title, instructions: client.getInstructions() ?? '', tools }
  } catch (cause) {
    if (cause instanceof SkillError) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `The MCP server gave no list of its tools: ${why.slice(0, 300)}`, {
      hint: 'Try it with another client; --timeout gives it more time',
      cause,
    })
  } finally {
    await client.close().catch(() => undefined)
  }
}

function transportOf(server: ForeignServer, { token, allow = [] }: Omit<ConnectOptions, 'timeoutMs'>) {
  if ('command' in server)
    return new StdioClientTransport({
      command: server.command,
      args: [...server.args],
      stderr: 'ignore',
      maxBufferSize: MAX_BYTES,
    })
  const isSecret = token !== undefined
  return new StreamableHTTPClientTransport(new URL(server.url), {
    // Behind the guard of every call, and like the skill's own program it follows no redirect.
    fetch: async (url, { method = 'GET', headers, body, signal } = {}) => {
      const request = { method, url: new URL(url), headers: Object.fromEntries(new Headers(headers)), isSecret }
      const sent = typeof body === 'string' ? { ...request, body } : request
      return limited(await streamGuarded(sent, { allow, ...(signal ? { signal } : {}) }))
    },
    ...(isSecret ? { requestInit: { headers: { authorization: `Bearer ${token}` } } } : {}),
  })
}

/** An answer whose body fails once it is too long. */
function limited(answer: Response): Response {
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) controller.error(new Error(`more than ${MAX_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  return new Response(answer.body?.pipeThrough(limit) ?? null, { status, statusText, headers })
}
