import { SkillError, type SkillErrorOptions } from '@skillwright/contract'
import { databaseFailure } from '@skillwright/store'
import type { FastifyError } from 'fastify'

/** What went wrong, in our words, and the status when it is not that of the code. */
export interface Failure {
  readonly error: SkillError
  readonly status?: number
}

/** The body is of a kind that is not taken, whatever is in it. */
export class UnsupportedBody extends SkillError {
  constructor(message: string, options: SkillErrorOptions = {}) {
    super('INVALID_INPUT', message, options)
  }
}

/** The body comes in too slowly to be waited for. */
export class SlowBody extends SkillError {
  constructor() {
    super('TOOL_TIMEOUT', 'The body comes in too slowly', { hint: 'Send it again over a faster line' })
  }
}

const UNSUPPORTED = 415
const TOO_SLOW = 408

/** Reads whatever was thrown while a request was answered. An unexpected error is a bug, and discloses nothing. */
export function classifyFailure(thrown: unknown): Failure {
  if (thrown instanceof UnsupportedBody) return { error: thrown, status: UNSUPPORTED }
  if (thrown instanceof SlowBody) return { error: thrown, status: TOO_SLOW }
  if (thrown instanceof SkillError && thrown.code !== 'INTERNAL_ERROR') return { error: thrown }
  const unavailable = databaseFailure(thrown)
  if (unavailable) return { error: unavailable }
  if (isFromFramework(thrown)) return fromFramework(thrown)
  return { error: new SkillError('INTERNAL_ERROR', 'Something failed that should not have', { cause: thrown }) }
}

function isFromFramework(thrown: unknown): thrown is FastifyError & { statusCode: number } {
  return (
    thrown instanceof Error &&
    'statusCode' in thrown &&
    typeof thrown.statusCode === 'number' &&
    thrown.statusCode >= 400 &&
    thrown.statusCode < 500
  )
}

function fromFramework(thrown: FastifyError & { statusCode: number }): Failure {
  const { statusCode: status, message, code } = thrown
  if (thrown.validation) return { error: fromValidation(thrown) }
  if (status === 413)
    return { error: new SkillError('INPUT_TOO_LARGE', 'The body is larger than this route takes', { cause: thrown }) }
  if (status === UNSUPPORTED) {
    const hint = 'Send JSON as application/json, or what the documentation of the route says'
    return {
      error: new UnsupportedBody('The content type is not one this route takes', { hint, cause: thrown }),
      status,
    }
  }
  if (thrown instanceof SyntaxError || (code?.includes('JSON') ?? false))
    return {
      error: new SkillError(
        'INVALID_JSON',
        `The body must be one JSON value, without keys such as __proto__: ${message}`,
        { cause: thrown },
      ),
    }
  return { error: new SkillError('INVALID_INPUT', message, { cause: thrown }), status }
}

// The pointer names the key already.
const OWN_WORDS: Readonly<Record<string, string>> = {
  required: 'is required, but missing',
  additionalProperties: 'is not known here',
}

function fromValidation({ validation = [], validationContext = 'body' }: FastifyError): SkillError {
  const issues = validation.map(({ instancePath, params, message = 'is wrong', keyword }) => {
    const key = keyword === 'required' ? params.missingProperty : params.additionalProperty
    const pointer =
      typeof key === 'string' ? `${instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : instancePath
    const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : ''
    return { in: validationContext, pointer, message: OWN_WORDS[keyword] ?? `${message}${allowed}` }
  })
  const [first] = issues
  const where = first ? `${first.in}${first.pointer} ${first.message}` : 'the request does not fit its schema'
  return new SkillError('INVALID_INPUT', `The request is not what this route takes: ${where}`, { details: { issues } })
}
