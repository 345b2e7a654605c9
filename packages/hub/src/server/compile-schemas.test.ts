import { isObject } from '@skillwright/contract'
import type { FastifySchema } from 'fastify'
import { expect, test } from 'vitest'
import { buildServer } from './build-server.ts'
import { serializers, validators } from './compile-schemas.ts'
import { createApp } from './create-app.ts'
import { openTestHub } from './fixtures/test-hub.ts'

const PARTS = ['params', 'querystring', 'headers', 'body'] as const

test('the schemas of every operation can be compiled, though each is only when it is needed', async () => {
  await using opened = await openTestHub()
  const app = createApp(opened.hub.config)
  const routes: { readonly method: string; readonly url: string; readonly schema: FastifySchema }[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema) routes.push({ method: String(method), url, schema })
  })
  await buildServer(app, opened.hub)
  const [check, write] = [validators(), serializers()]
  let compiled = 0
  for (const { method, url, schema } of routes) {
    for (const httpPart of PARTS)
      for (const part of schemasOf(schema[httpPart])) {
        expect(check({ schema: part, method, url, httpPart }), `${method} ${url} ${httpPart}`).toBeTypeOf('function')
        compiled++
      }
    for (const [httpStatus, answer] of Object.entries(schema.response ?? {}))
      for (const part of schemasOf(answer)) {
        expect(write({ schema: part, method, url, httpStatus }), `${method} ${url} ${httpStatus}`).toBeTypeOf(
          'function',
        )
        compiled++
      }
  }
  expect(compiled).toBeGreaterThan(200)
  await app.close()
})

/** The schema itself, or those of each type of content. */
function schemasOf(schema: unknown): readonly unknown[] {
  if (!isObject(schema)) return []
  return isObject(schema.content)
    ? Object.values(schema.content).flatMap((content) => (isObject(content) ? [content.schema] : []))
    : [schema]
}
