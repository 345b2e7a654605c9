import { isObject } from '@skillwright/contract'
import { expect, test } from 'vitest'
import * as door from './index.ts'

const EXPORTS: readonly (readonly [string, unknown])[] = Object.entries(door)
const OF_OTHERS = new Set(['clawhub', 'discovery'])

test('an operation has one name, here and in clients that are generated', () => {
  const operations = EXPORTS.flatMap(([name, value]) =>
    isObject(value) && isObject(value.schema) && Array.isArray(value.schema.tags)
      ? [{ name, id: value.schema.operationId, tag: value.schema.tags[0] }]
      : [],
  )
  expect(operations.length).toBeGreaterThan(60)
  for (const { name, id } of operations.filter(({ tag }) => !OF_OTHERS.has(tag)))
    expect(id).toBe(name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
})

test('a list says how much at once and where to go on, and is called one', () => {
  for (const [name, value] of EXPORTS) {
    if (!isObject(value) || !isObject(value.schema) || !isObject(value.schema.response)) continue
    const { response, querystring, tags } = value.schema
    if (Array.isArray(tags) && OF_OTHERS.has(String(tags[0]))) continue
    const page = response[200]
    const isList = isObject(page) && isObject(page.properties) && 'items' in page.properties
    expect(isList, name).toBe(/^(LIST|SEARCH)_/.test(name))
    if (!isList) continue
    const given = isObject(querystring) && isObject(querystring.properties) ? Object.keys(querystring.properties) : []
    expect(given, name).toEqual(expect.arrayContaining(['limit', 'cursor']))
    expect(page.properties, name).toHaveProperty('next_cursor')
  }
})
