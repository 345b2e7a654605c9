import { expect, test } from 'vitest'
import { isPlainSchema } from '../plain-contract.ts'
import { compileSchema } from './compile-schema.ts'
import { METASCHEMA } from './metaschemas.ts'

// Something of every kind, right for one keyword and wrong for another.
const VALUES = [
  ...[null, true, false, 0, 1, -1, 1.5, Number.NaN, '', 'string', 'a', '[', '#/a b', [], {}],
  ...[[1], ['string'], ['a', 'a'], ['string', 'string'], [[]], [{}], [true], [{ type: 1 }]],
  ...[{ a: true }, { a: 1 }, { type: 'object' }, { type: 'wrong' }, { a: { required: 'a' } }, { a: ['b'] }],
]
const KEYWORDS = [
  ...[
    '$schema',
    '$id',
    '$ref',
    '$anchor',
    '$dynamicRef',
    '$vocabulary',
    '$comment',
    '$defs',
    'definitions',
    'dependencies',
  ],
  ...[
    '$recursiveAnchor',
    '$recursiveRef',
    'title',
    'description',
    'format',
    'pattern',
    'default',
    'const',
    'enum',
    'examples',
  ],
  ...['contentEncoding', 'contentMediaType', 'contentSchema', 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems'],
  ...[
    'maxItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
    'type',
    'required',
    'dependentRequired',
  ],
  ...[
    'dependentSchemas',
    'properties',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'unevaluatedItems',
  ],
  ...[
    'unevaluatedProperties',
    'items',
    'prefixItems',
    'contains',
    'not',
    'if',
    'then',
    'else',
    'allOf',
    'anyOf',
    'oneOf',
  ],
  ...['x-unit', 'toString', '__proto__', 'unknown'],
]

test('a schema that is taken for plain is right by the metaschema too, whatever stands at whichever keyword', () => {
  const metaschema = compileSchema(METASCHEMA, { assertFormats: false })
  const around = [
    (schema: unknown) => schema,
    (schema: unknown) => ({ type: 'object', properties: { a: schema } }),
    (schema: unknown) => ({ anyOf: [true, { items: schema }] }),
  ]
  let plain = 0
  for (const keyword of KEYWORDS)
    for (const value of VALUES)
      for (const wrap of around) {
        const schema = wrap(Object.fromEntries([[keyword, value]]))
        if (!isPlainSchema(schema)) continue
        plain++
        expect(metaschema.isValid(schema), JSON.stringify(schema)).toBe(true)
      }
  expect(plain).toBeGreaterThan(500)
})
