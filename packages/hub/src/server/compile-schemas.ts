import AjvCompiler from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'

type ValidatorCompiler = Parameters<FastifyInstance['setValidatorCompiler']>[0]
type SerializerCompiler = Parameters<FastifyInstance['setSerializerCompiler']>[0]

/** Numbers and flags in an address are text and are read as what the schema says; those in a body must be what it says. Unknown keys are refused in both. */
export function validators(): ValidatorCompiler {
  const build = AjvCompiler()
  const options = { removeAdditional: false, useDefaults: true, allErrors: false } as const
  const exact = build({}, { customOptions: { ...options, coerceTypes: false } })
  const friendly = build({}, { customOptions: { ...options, coerceTypes: 'array' } })
  return (route) => {
    // What is not JSON is bytes here, and checked by what reads them.
    if ('contentType' in route && route.contentType !== 'application/json') return () => true
    return (route.httpPart === 'body' ? exact : friendly)(route)
  }
}

/** Writes answers as their schemas say. */
export function serializers(): SerializerCompiler {
  const build = SerializerSelector()({}, {})
  return ({ schema, method, url, httpStatus = '' }) => build({ schema, method, url, httpStatus })
}

/** The same checks, each compiled when it is first needed: those of all operations together take longer than the rest of a start. */
export function lateValidators(compile = validators()): ValidatorCompiler {
  return (route) => {
    let compiled: ReturnType<typeof compile> | undefined
    const check: ReturnType<typeof compile> = (...data) => {
      compiled ??= compile(route)
      const isValid = compiled(...data)
      check.errors = compiled.errors ?? null
      return isValid
    }
    return check
  }
}

/** The same, each compiled when it is first needed. */
export function lateSerializers(compile = serializers()): SerializerCompiler {
  return (route) => {
    let compiled: ReturnType<typeof compile> | undefined
    return (answer) => {
      compiled ??= compile(route)
      return compiled(answer)
    }
  }
}
