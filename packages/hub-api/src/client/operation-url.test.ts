import { expect, test } from 'vitest'
import { READ_FILE } from '../operations/packages.ts'
import { LIST_SKILLS, READ_VERSION } from '../operations/skills.ts'
import { operationUrl } from './operation-url.ts'

const PLACE = { scope: '@acme', skill: 'web-search', version: '^1.2 || 2' }

test('parameters are written so that the hub reads what was meant', () => {
  expect(operationUrl(READ_VERSION, { params: PLACE })).toBe('/v1/skills/@acme/web-search/versions/%5E1.2%20%7C%7C%202')
  expect(operationUrl(READ_FILE, { params: { ...PLACE, version: '1.0.0', '*': 'docs/a b?.md' } })).toBe(
    '/v1/skills/@acme/web-search/versions/1.0.0/files/docs/a%20b%3F.md',
  )
  expect(operationUrl(LIST_SKILLS, { query: { tag: 'a&b', tier: undefined, limit: 3 } })).toBe(
    '/v1/skills?tag=a%26b&limit=3',
  )
})

test.each(['.', '..', ''])('a parameter of %j would lead elsewhere', (version) => {
  const refused = expect.objectContaining({ code: 'INVALID_INPUT' })
  expect(() => operationUrl(READ_VERSION, { params: { ...PLACE, version } })).toThrow(refused)
  expect(() => operationUrl(READ_FILE, { params: { ...PLACE, '*': `docs/${version}/x` } })).toThrow(refused)
})
