import { subscribe } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import AjvCompiler from '@fastify/ajv-compiler'
import { isObject } from '@skillwright/contract'
import { PROBLEM, PROBLEM_TYPE } from '@skillwright/hub-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const compile = AjvCompiler()(
  {},
  { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
)
const validators = new WeakMap<object, ReturnType<typeof compile>>()

/**
 * Watches every server that is made in this process: what a handler gives is sent without a field lost or changed, and what is sent is
 * what the operation says, with no field more. A fault ends the test run, whatever the test that met it expects.
 */
export function checkAnswers(): void {
  subscribe('fastify.initialization', (message) => {
    if (isObject(message) && isServer(message.fastify)) watch(message.fastify)
  })
}

function isServer(value: unknown): value is FastifyInstance {
  return isObject(value) && typeof value.addHook === 'function'
}

function watch(app: FastifyInstance): void {
  const given = new WeakMap<FastifyReply, unknown>()
  app.addHook('preSerialization', (_request, reply, payload, done) => {
    given.set(reply, payload)
    done(null, payload)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const fault = faultOf(request, reply, payload, given.get(reply))
    // Not as an answer, which the test may take for the one it waits for.
    if (fault !== undefined)
      setImmediate(() => {
        throw new Error(`${request.method} ${request.routeOptions.url} → ${reply.statusCode}: ${fault}`)
      })
    done(null, payload)
  })
}

function faultOf(request: FastifyRequest, reply: FastifyReply, sent: unknown, given: unknown): string | undefined {
  const { operationId, response } = request.routeOptions.schema ?? {}
  if (operationId === undefined) return undefined
  const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
  const answers: Readonly<Record<string, unknown>> = isObject(response) ? response : {}
  const answer = answers[reply.statusCode]
  if (answer === undefined && reply.statusCode >= 400)
    return type === PROBLEM_TYPE ? mismatch(PROBLEM, parse(sent)) : undefined
  if (!isObject(answer)) return 'is not among the answers of the operation'
  if (isObject(answer.content)) return type in answer.content ? undefined : `is sent as ${type}`
  if (answer.type === 'null') return sent === null || sent === undefined || sent === '' ? undefined : 'has a body'
  if (type !== 'application/json') return `is sent as ${type}`
  const value = parse(sent)
  if (given !== undefined && !isDeepStrictEqual(JSON.parse(JSON.stringify(given)), value))
    return `loses or changes what the handler gave: ${JSON.stringify(given)} became ${String(sent)}`
  return mismatch(answer, value)
}

function parse(sent: unknown): unknown {
  return JSON.parse(Buffer.isBuffer(sent) ? sent.toString() : String(sent))
}

function mismatch(schema: object, value: unknown): string | undefined {
  const validate =
    validators.get(schema) ?? compile({ schema: closed(schema), method: 'GET', url: '', httpPart: 'response' })
  validators.set(schema, validate)
  return validate(value) === true ? undefined : `is not what its schema says: ${JSON.stringify(validate.errors)}`
}

/** A schema that allows nothing which it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isObject(schema)) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return isObject(schema.properties) && schema.type !== undefined && !('additionalProperties' in schema)
    ? { ...copy, additionalProperties: false }
    : copy
}
