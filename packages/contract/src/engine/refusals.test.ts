import { expect, test } from 'vitest'
import type { Finding } from '../finding.ts'
import type { Schema } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { compileSchema } from './compile-schema.ts'

test.each([
  [
    'a keyword of the wrong shape',
    { properties: { a: { minLength: -1 } } },
    'schema/metaschema',
    '/properties/a/minLength',
  ],
  ['an unknown type', { items: { type: 'strin' } }, 'schema/metaschema', '/items/type'],
  ['items as a list, as in older drafts', { items: [{}] }, 'schema/metaschema', '/items'],
  ['a pattern that is no regular expression', { pattern: '[' }, 'schema/invalid-pattern', '/pattern'],
  ['required that is no list', { required: 'a' }, 'schema/metaschema', '/required'],
  ['something that is no schema at all', 5, 'schema/metaschema', ''],
  ['a list', [], 'schema/metaschema', ''],
  ['null', null, 'schema/metaschema', ''],
  [
    'a schema elsewhere',
    { properties: { a: { $ref: 'https://a.example/x' } } },
    'schema/remote-ref',
    '/properties/a/$ref',
  ],
  ['a file', { $ref: 'x.json' }, 'schema/remote-ref', '/$ref'],
  ['a place that is not there', { items: { $ref: '#/$defs/x' } }, 'schema/unresolved-ref', '/items/$ref'],
  ['a place that holds no schema', { $ref: '#/title', title: 'x' }, 'schema/unresolved-ref', '/$ref'],
  ['a place every object inherits', { $ref: '#/$defs/toString', $defs: {} }, 'schema/unresolved-ref', '/$ref'],
  ['an anchor that is not there', { $ref: '#x' }, 'schema/unresolved-ref', '/$ref'],
  ['itself', { $ref: '#' }, 'schema/endless-ref', '/$ref'],
  [
    'itself by way of another',
    { $ref: '#/$defs/a', $defs: { a: { anyOf: [true, { not: { $ref: '#/$defs/a' } }] } } },
    'schema/endless-ref',
    '/$defs/a/anyOf/1/not/$ref',
  ],
  [
    'a pattern that cannot be run safely',
    { items: { pattern: '(a+)+\\1' } },
    'schema/unsafe-pattern',
    '/items/pattern',
  ],
  [
    'such a pattern for names',
    { patternProperties: { '(a)\\1': true } },
    'schema/unsafe-pattern',
    '/patternProperties/(a)\\1',
  ],
])('refuses %s', (_, schema, rule, pointer) => {
  const findings = findingsOf(schema as Schema)
  expect(findings).toMatchObject([{ rule, pointer, severity: 'error' }])
  expect(findings[0]?.message).toMatch(/\.$/)
})

test('names everything that is wrong at once', () => {
  const findings = findingsOf({ type: 'strin', properties: { a: { minimum: '1' }, b: 5 } } as unknown as Schema)
  expect(findings.map(({ pointer }) => pointer).sort()).toEqual(['/properties/a/minimum', '/properties/b', '/type'])
})

test('suggests the type that was meant', () => {
  expect(findingsOf({ type: 'strng' } as unknown as Schema)[0]?.fix).toContain('string')
})

function findingsOf(schema: Schema): readonly Finding[] {
  try {
    compileSchema(schema)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(SkillError)
    if (!(thrown instanceof SkillError)) throw thrown
    expect(thrown.code).toBe('INVALID_CONTRACT')
    return thrown.findings
  }
  return []
}
