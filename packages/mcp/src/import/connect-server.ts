import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { SkillError } from '@skillwright/contract'
import type { ForeignServer } from './foreign-server.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_PAGES = 20

/** How a foreign server is asked. */
export interface ConnectOptions {
  /** For each answer. */
  readonly timeoutMs: number
  /** Sent to a server over HTTP. */
  readonly token?: string
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
  { timeoutMs, token }: ConnectOptions,
): Promise<ForeignListing> {
  const client = new Client({ name: 'skillwright', version: '1' }, { listMaxPages: MAX_PAGES })
  const options = { timeout: timeoutMs, maxTotalTimeout: timeoutMs }
  try {
    await client.connect(transportOf(server, token), options)
    const { tools } = await client.listTools({}, options)
    const { name = '', title = name } = client.getServerVersion() ?? {}
    return { name, title, instructions: client.getInstructions() ?? '', tools }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `The MCP server gave no list of its tools: ${why.slice(0, 300)}`, {
      hint: 'Try it with another client; --timeout gives it more time',
      cause,
    })
  } finally {
    await client.close().catch(() => undefined)
  }
}

function transportOf(server: ForeignServer, token: string | undefined) {
  if ('command' in server)
    return new StdioClientTransport({
      command: server.command,
      args: [...server.args],
      stderr: 'ignore',
      maxBufferSize: MAX_BYTES,
    })
  return new StreamableHTTPClientTransport(new URL(server.url), {
    // The skill's own program follows no redirect either.
    fetch: (url, init) => limited(globalThis.fetch(url, { ...init, redirect: 'error' })),
    ...(token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  })
}

/** An answer whose body fails once it is too long. */
async function limited(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
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
