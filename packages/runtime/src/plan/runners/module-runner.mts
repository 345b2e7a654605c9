/**
 * Answers one request with a skill that is a module: `run(params, context)`. It speaks document B's wire like every script,
 * so the process around it is started, contained and limited like any other.
 */
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

const { stdout } = process
// What the module prints is its log: stdout is the answer's alone.
Object.defineProperty(process, 'stdout', { value: process.stderr })

const [answer, exitCode] = await respond(process.argv[2] ?? '')
stdout.write(`${answer}\n`, () => process.exit(exitCode))

async function respond(file: string): Promise<[answer: string, exitCode: number]> {
  let action: unknown
  try {
    // Imported before the request is read: a process that was started ahead of its call has done this already.
    const { run } = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    if (typeof run !== 'function') throw new Error(`${file} exports no function run`)
    const request = JSON.parse(await text(process.stdin)) as Record<string, unknown>
    action = request.action
    const data: unknown = await run(request.params ?? {}, { ...(request.context ?? {}), action })
    return [JSON.stringify({ success: true, action, data }), 0]
  } catch (thrown) {
    const { code, message, details } = (thrown instanceof Error ? thrown : { message: String(thrown) }) as {
      code?: unknown
      message: string
      details?: unknown
    }
    // A refusal has a code of the protocol's kind and is an answer; anything else is a bug of the module. Node's own
    // errors have codes too, such as ENOENT and ERR_MODULE_NOT_FOUND.
    const isRefusal = typeof code === 'string' && /^(?!E[A-Z]+$|ERR_)[A-Z][A-Z0-9_]+$/.test(code)
    if (!isRefusal) process.stderr.write(`ERROR ${thrown instanceof Error ? thrown.stack : thrown}\n`)
    const error = { code: isRefusal ? code : 'INTERNAL_ERROR', message, ...(details === undefined ? {} : { details }) }
    return [JSON.stringify({ success: false, action, error }), isRefusal ? 0 : 1]
  }
}
