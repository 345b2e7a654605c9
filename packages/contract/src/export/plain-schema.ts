import { defineKey } from '../json.ts'
import { isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { copyForModels, type ModelCopy } from './copy-for-models.ts'
import type { Loss } from './loss.ts'
import { readWholeObject } from './object-form.ts'
import { readShape, type Shape, type Source } from './schema-shape.ts'
import { alternativesPhrase } from './strict-keywords.ts'

/** An input schema without our own keywords whose root is one plain object: providers refuse `anyOf` and the like at the root. */
export function plainSchema(root: Schema): { schema: SchemaObject; losses: readonly Loss[] } {
  const shape = readShape(root, [{ schema: root, pointer: '' }])
  const model = copyForModels(root)
  const losses = new Map<string, Loss>()
  const isPlain = shape.sources.every(({ schema }) => COMBINERS.every((keyword) => schema[keyword] === undefined))
  const schema =
    isPlain && isSchemaObject(root)
      ? model.copy(root)
      : flatten(root, shape, model, (pointer, keyword, how) =>
          losses.set(pointer, { pointer: `/input${pointer}`, keyword, how }),
        )
  return { schema: { ...schema, type: 'object', ...model.definitions() }, losses: [...losses.values()] }
}

const COMBINERS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'] as const

function flatten(
  root: Schema,
  shape: Shape,
  model: ModelCopy,
  lose: (pointer: string, keyword: string, how: string) => void,
): SchemaObject {
  const object = readWholeObject(root, shape)
  const properties = {}
  for (const [name, sources] of object.properties) defineKey(properties, name, joined(sources, model))
  const kept: Record<string, unknown> = {}
  if (shape.isTooLarge) lose('', 'allOf', 'too much at one place: not all of it is said')
  for (const { schema, pointer } of shape.sources) {
    for (const [keyword, value] of Object.entries(model.copy(schema))) {
      if (SAID.has(keyword) || (keyword === 'additionalProperties' && object.isClosed)) continue
      if (kept[keyword] === undefined && !REFUSED.has(keyword)) defineKey(kept, keyword, value)
      else if (keyword !== 'title' && keyword !== 'description') lose(`${pointer}/${keyword}`, keyword, UNSAID)
    }
  }
  const { alternatives } = shape
  if (alternatives) {
    const phrase = alternativesPhrase(alternatives.branches)
    kept.description = typeof kept.description === 'string' ? `${kept.description} (${phrase})` : phrase
    lose(alternatives.pointer, alternatives.keyword, `all properties offered at once, in the description: ${phrase}`)
  }
  return {
    ...kept,
    properties,
    ...(object.required.size > 0 ? { required: [...object.required] } : {}),
    ...(object.isClosed ? { additionalProperties: false } : {}),
  }
}

const UNSAID = 'left out: only the check of the call knows it'
const SAID: ReadonlySet<string> = new Set(['$ref', 'allOf', 'type', 'properties', 'required'])
const REFUSED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'enum', 'const', 'unevaluatedProperties'])

/** What several sources demand of one property, as a schema. */
function joined(sources: readonly Source[], model: ModelCopy): Schema {
  const schemas = sources.map(({ schema, choices }) =>
    choices ? { anyOf: choices.map((choice) => joined(choice, model)) } : model.copy(schema),
  )
  const [only = true, ...others] = schemas
  return others.length === 0 ? only : { allOf: schemas }
}
