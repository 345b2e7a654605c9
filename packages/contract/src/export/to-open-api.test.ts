import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { compileSchema } from '../engine/compile-schema.ts'
import { ERROR_CODES } from '../error-codes.ts'
import { isObject } from '../json.ts'
import { openContract } from '../open-contract.ts'
import { atPointer } from '../pointer.ts'
import { failed, succeeded } from '../response.ts'
import { toOpenApi } from './to-open-api.ts'

const contract = openContract({
  title: 'Shop',
  version: '2.0.0',
  actions: {
    'find.it': {
      description: 'Finds.',
      'x-docs': 'Finds, at length.',
      input: {
        type: 'object',
        required: ['item'],
        properties: { item: { $ref: '#/$defs/Item' } },
        'x-docs': 'people',
        $defs: { Item: { type: 'object', properties: { part: { $ref: '#/$defs/Item' }, n: { type: 'integer' } } } },
      },
      output: { type: 'array', items: { $ref: '#/$defs/Problem' }, $defs: { Problem: { type: 'string' } } },
      examples: [{ input: { item: {} } }],
    },
    put: { input: { type: 'object' } },
  },
})
const document = toOpenApi(contract, { baseUrl: 'https://hub.example', path: '/skills/shop/' })

function refsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isObject(value) && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(refsOf)]
}

describe('an OpenAPI document', () => {
  test('is one to an independent validator', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  })

  test('has a POST for every action, described for human readers', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Shop', version: '2.0.0' },
      servers: [{ url: 'https://hub.example' }],
      paths: {
        '/skills/shop/find.it': {
          post: {
            operationId: 'find.it',
            summary: 'Finds.',
            description: 'Finds, at length.',
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/find.it.input' } } },
            },
          },
        },
        '/skills/shop/put': { post: { operationId: 'put' } },
      },
    })
    expect(JSON.stringify(document)).not.toContain('x-docs')
  })

  test('refers only to what it holds, under names that OpenAPI allows', () => {
    const refs = refsOf(document)
    expect(refs.length).toBeGreaterThan(10)
    for (const ref of refs) expect(atPointer(document, ref), ref).toBeDefined()
    const { schemas, responses } = document.components as Record<string, object>
    for (const name of [...Object.keys(schemas ?? {}), ...Object.keys(responses ?? {})])
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
  })

  test('answers 200 with a skill response around the output, whose definitions clash with nothing', () => {
    const answer = {
      ...document,
      $ref: '#/paths/~1skills~1shop~1find.it/post/responses/200/content/application~1json/schema',
    }
    const validator = compileSchema(answer)
    expect(validator.issues(succeeded(['a']))).toEqual([])
    expect(validator.issues(failed(new Error('x')))).toEqual([])
    expect(validator.isValid(succeeded([1]))).toBe(false)
    expect(validator.isValid({ data: [] })).toBe(false)
  })

  test('answers every HTTP status of the error table with a problem document', () => {
    const { responses } =
      (document.paths as Record<string, { post: { responses: object } }>)['/skills/shop/put']?.post ?? {}
    const statuses = new Set(Object.values(ERROR_CODES).map(({ status }) => String(status)))
    statuses.delete('207')
    expect(new Set(Object.keys(responses ?? {}))).toEqual(statuses.add('200'))
    expect(atPointer(document, '/components/responses/Error404')).toMatchObject({
      description: expect.stringContaining('UNKNOWN_ACTION: '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    })
  })

  test('describes document A’s contract', async () => {
    const text = await readFile(join(import.meta.dirname, '../fixtures/digest-contract.json'), 'utf8')
    expect(toOpenApi(openContract(text)).paths).toHaveProperty('/actions/run')
  })
})
