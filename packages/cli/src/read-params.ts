import { isObject, SkillError } from '@skillwright/contract'
import type { RunRequest } from '@skillwright/runtime'
import { readDocument } from './read-document.ts'
import type { Terminal } from './terminal.ts'

/** Where the parameters of a call come from. */
export interface ParamFlags {
  readonly param?: readonly string[]
  readonly input?: string
}

/** The request that a command line means: `--param`s over `--input`, else what is piped in; a whole request or bare parameters. */
export async function readRequest(terminal: Terminal, { param = [], input }: ParamFlags): Promise<RunRequest> {
  const document = input === undefined ? await readPiped(terminal, param) : await readDocument(terminal, input)
  const request = isRequest(document) ? document : { params: document }
  if (param.length === 0) return request
  if (!isObject(request.params ?? {}))
    throw new SkillError('INVALID_INPUT', '--param adds to an object of parameters, and the input is something else')
  return { ...request, params: { ...(request.params ?? {}), ...Object.fromEntries(param.map(readParam)) } }
}

/** What stands on stdin, unless a person sits there or everything was said already. */
async function readPiped(terminal: Terminal, param: readonly string[]): Promise<unknown> {
  if (param.length > 0 || process.stdin.isTTY) return {}
  const text = (await terminal.readStdin()).replace(/^\uFEFF/, '')
  if (text.trim() === '') return {}
  return readDocument({ ...terminal, readStdin: async () => text }, '-')
}

/** Document B's envelope; anything else is the parameters themselves. */
function isRequest(value: unknown): value is RunRequest {
  if (!isObject(value)) return false
  const { action, params, context } = value
  const isKnown = Object.keys(value).every((key) => key === 'action' || key === 'params' || key === 'context')
  const isNamed = typeof action === 'string' || action === undefined
  return (
    isKnown && isNamed && (action !== undefined || isObject(params)) && (context === undefined || isObject(context))
  )
}

/** `name=value`: JSON when it is, text when it is not; the contract repairs the rest. */
function readParam(text: string): [string, unknown] {
  const at = text.indexOf('=')
  if (at < 1)
    throw new SkillError('INVALID_INPUT', `Expected --param name=value, got ${JSON.stringify(text)}`, {
      hint: 'Write --param topic=AI or --param \'topics=["AI","chips"]\'',
    })
  const value = text.slice(at + 1)
  try {
    return [text.slice(0, at), JSON.parse(value)]
  } catch {
    return [text.slice(0, at), value]
  }
}
