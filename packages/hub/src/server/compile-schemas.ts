import AjvCompiler from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { isObject } from '@skillwright/contract'
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

/** Of this process: every hub in it has the same operations, and compiles what another has compiled no second time. */
const SHARED = { validators: validators(), serializers: serializers(), written: new WeakMap<object, Serialize>() }

type Serialize = ReturnType<SerializerCompiler>

/** The same checks, each compiled when it is first needed: those of all operations together take longer than the rest of a start. */
export function lateValidators(): ValidatorCompiler {
  return (route) => {
    let compiled: ReturnType<ValidatorCompiler> | undefined
    const check: ReturnType<ValidatorCompiler> = (...data) => {
      // Ajv remembers by itself what it has compiled.
      compiled ??= SHARED.validators(route)
      const isValid = compiled(...data)
      if (!isValid) check.errors = compiled.errors ?? null
      return isValid
    }
    return check
  }
}

/** The same, each compiled when it is first needed. */
export function lateSerializers(): SerializerCompiler {
  return (route) => {
    let compiled: Serialize | undefined
    return (answer) => {
      compiled ??= serializerOf(route)
      return compiled(answer)
    }
  }
}

function serializerOf(route: Parameters<SerializerCompiler>[0]): Serialize {
  const { schema } = route
  if (!isObject(schema)) return SHARED.serializers(route)
  const made = SHARED.written.get(schema) ?? SHARED.serializers(route)
  SHARED.written.set(schema, made)
  return made
}
