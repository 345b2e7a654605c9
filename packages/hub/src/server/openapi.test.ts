import { isObject } from '@skillwright/contract'
import { expect, test } from 'vitest'
import { startTestHub } from './fixtures/test-hub.ts'

/** Operations that say all with their address. */
const BODYLESS = [
  'logOut',
  'grantAccess',
  'verifyAgain',
  'syncMirror',
  'clawhubUploadUrl',
  'clawhubStar',
  'cancelRun',
  'claimTask',
  'linkAccount',
  'pauseSchedule',
  'resumeSchedule',
  'runSchedule',
  'requeueRun',
  'discardRun',
]

test('every operation says all that a client generated from the document needs', async () => {
  await using hub = await startTestHub()
  const { paths } = (await (await fetch(`${hub.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation: operation as unknown })),
  )
  expect(operations.length).toBeGreaterThan(80)
  const ids = operations.map(({ operation }) => (isObject(operation) ? operation.operationId : undefined))
  const faults = operations.flatMap(({ method, path, operation }) => {
    const found = faultsOf(method, path, isObject(operation) ? operation : {})
    const { operationId } = isObject(operation) ? operation : {}
    if (ids.filter((id) => id === operationId).length > 1) found.push('shares its operationId')
    return found.length === 0 ? [] : [{ operation: `${method.toUpperCase()} ${path}`, found }]
  })
  expect(faults).toEqual([])
})

function faultsOf(method: string, path: string, operation: Readonly<Record<string, unknown>>): string[] {
  const faults: string[] = []
  const { operationId, summary, tags, parameters = [], requestBody, responses, security } = operation
  if (typeof operationId !== 'string' || !/^[a-z][A-Za-z0-9]*$/.test(operationId)) faults.push('no operationId')
  if (typeof summary !== 'string' || summary === '') faults.push('no summary')
  if (!Array.isArray(tags) || tags.length !== 1) faults.push('not one tag')
  if (!Array.isArray(security)) faults.push('no security')
  const named = (Array.isArray(parameters) ? parameters : []).filter(isObject)
  for (const [, name] of path.matchAll(/\{([^}]+)\}/g)) {
    const parameter = named.find((one) => one.in === 'path' && one.name === name)
    // What Fastify makes up for a parameter without a schema has no bound.
    if (!isObject(parameter?.schema) || parameter.schema.maxLength === undefined) {
      const isBounded = isObject(parameter?.schema) && ('maximum' in parameter.schema || 'pattern' in parameter.schema)
      if (!isBounded) faults.push(`no schema of {${name}}`)
    }
  }
  const takesBody = ['post', 'put', 'patch'].includes(method) && !BODYLESS.includes(String(operationId))
  if (takesBody && !isObject(requestBody)) faults.push('no body')
  if (isObject(requestBody)) faults.push(...untyped(requestBody.content, 'body'))
  const answers = Object.entries(isObject(responses) ? responses : {}).filter(([status]) => /^[23]/.test(status))
  if (answers.every(([status]) => status === '304')) faults.push('no answer')
  for (const [status, answer] of answers)
    if (!isObject(answer) || answer.description === 'Default Response') faults.push(`${status} without a description`)
    else faults.push(...untyped(answer.content, status))
  return faults
}

/** Where a schema says nothing: a generated client would have `unknown` there. Whatever may be anything says so in its description. */
function untyped(schema: unknown, place: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, i) => untyped(item, `${place}/${i}`))
  if (!isObject(schema)) return []
  const isSchemaPlace = /\/(?:schema|items|additionalProperties|properties\/[^/]+|(?:any|one)Of\/\d+)$/.test(place)
  const says = ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'description'].some((word) => word in schema)
  const isOpen = schema.type === 'object' && !('properties' in schema) && !isObject(schema.additionalProperties)
  const isVague = isSchemaPlace && (!says || (isOpen && !('patternProperties' in schema) && !('description' in schema)))
  const inner = Object.entries(schema).flatMap(([key, value]) => untyped(value, `${place}/${key}`))
  return isVague ? [`${place} says nothing`, ...inner] : inner
}
