import type { ForeignServer } from './foreign-server.ts'

/**
 * The program of an imported skill: it hands one call on to the server, and is all that is needed for it, so that the skill
 * can be run, published and installed like any other. Hence a few lines of the protocol and no SDK.
 */
export function foreignScript(server: ForeignServer): string {
  return `// Hands each call on to an MCP server, as one of its tools. Made by \`skillwright import mcp\`.
import { readFileSync } from 'node:fs'
${'command' in server ? STDIO_IMPORTS : ''}
const SERVER = ${JSON.stringify(server)}
const { action, params } = JSON.parse(readFileSync(0, 'utf8'))
const answer = (told) => process.stdout.write(\`\${JSON.stringify(told)}\\n\`)
const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'skillwright', version: '1' },
}

/** What a person or a model can use of a result: its structured content, its text, or all of it. */
function dataOf({ structuredContent, content = [] }) {
  if (structuredContent !== undefined) return structuredContent
  return content.every(({ type }) => type === 'text') ? content.map(({ text }) => text).join('\\n') : { content }
}

/** A message; undefined for what is none: servers print more than they should. */
function read(text) {
  try {
    const message = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

/** What a server says beside its answer: progress is passed on, and a question answered, so that it does not wait for us. */
function hear({ id, method, params: told }, reply) {
  if (id !== undefined) {
    const refused = { error: { code: -32601, message: 'This client offers nothing but ping' } }
    return reply({ jsonrpc: '2.0', id, ...(method === 'ping' ? { result: {} } : refused) })
  }
  if (method !== 'notifications/progress' || !(told?.total > 0)) return
  const progress = { progress: Math.min(1, told.progress / told.total), message: told.message }
  process.stderr.write(\`\${JSON.stringify(progress)}\\n\`)
}

${'command' in server ? STDIO : HTTP}
try {
  const ask = await connect()
  await ask('initialize', HELLO)
  await ask('notifications/initialized')
  const result = await ask('tools/call', { name: action, arguments: params, _meta: { progressToken: 1 } })
  const data = dataOf(result)
  if (result.isError) {
    const message = typeof data === 'string' ? data : JSON.stringify(data)
    answer({ success: false, error: { code: 'TOOL_EXECUTION_FAILED', message } })
  } else answer({ success: true, data })
} catch (error) {
  answer({ success: false, error: { code: 'EXTERNAL_SERVICE_ERROR', message: String(error?.message ?? error) } })
}
process.exit(0)
`
}

const STDIO_IMPORTS = `import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
`

const STDIO = `async function connect() {
  const child = spawn(SERVER.command, SERVER.args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  const fail = (why) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  child.on('error', (error) => fail(error.message)).on('close', () => fail('The server ended without an answer'))
  child.stdin.on('error', () => undefined)
  const send = (message) => child.stdin.write(\`\${JSON.stringify(message)}\\n\`)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = read(line)
    if (message === undefined) return
    if (message.method !== undefined) return hear(message, send)
    const { resolve, reject } = waiting.get(message.id) ?? {}
    waiting.delete(message.id)
    if (message.error) reject?.(new Error(message.error.message))
    else resolve?.(message.result)
  })
  let id = 0
  return (method, told) => {
    const isNotification = method.startsWith('notifications/')
    const message = { jsonrpc: '2.0', method, ...(told && { params: told }), ...(!isNotification && { id: ++id }) }
    send(message)
    return isNotification ? undefined : new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }
}
`

const HTTP = `async function connect() {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  if (process.env.MCP_TOKEN) headers.authorization = \`Bearer \${process.env.MCP_TOKEN}\`
  const post = (message) => fetch(SERVER.url, { method: 'POST', headers, body: JSON.stringify(message), redirect: 'error' })
  const reply = (message) => void post(message).catch(() => undefined)
  let id = 0
  return async (method, told) => {
    const isNotification = method.startsWith('notifications/')
    const message = { jsonrpc: '2.0', method, ...(told && { params: told }), ...(!isNotification && { id: ++id }) }
    const response = await post(message)
    if (!response.ok) throw new Error(\`The server answered \${response.status}\`)
    const session = response.headers.get('mcp-session-id')
    if (session) headers['mcp-session-id'] = session
    if (isNotification) return
    const { result, error } = (await answerIn(response, message.id, reply)) ?? {}
    if (result === undefined) throw new Error(error?.message ?? 'The server gave no answer')
    if (method === 'initialize') headers['mcp-protocol-version'] = result.protocolVersion
    return result
  }
}

/** The answer to a request. What comes before it in a stream is heard as it comes; what would come behind it is not waited for. */
async function answerIn(response, id, reply) {
  const isStream = response.headers.get('content-type')?.includes('text/event-stream')
  if (!isStream) return read(await response.text())
  for await (const message of messages(response.body)) {
    if (message.method !== undefined) hear(message, reply)
    else if (message.id === id) return message
  }
}

/** The messages of a stream of server-sent events. */
async function* messages(body) {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split(/\\r?\\n\\r?\\n/)
    rest = events.pop()
    yield* events.map(messageOf).filter((message) => message !== undefined)
  }
}

function messageOf(event) {
  const data = event.split(/\\r?\\n/).filter((line) => line.startsWith('data:'))
  return read(data.map((line) => line.slice(5)).join('\\n'))
}
`
