import { type SchemaValidator, tryCompileSchema } from '../engine/compile-schema.ts'
import { compilePattern, type Pattern } from '../engine/pattern.ts'
import { hasOwn } from '../json.ts'
import { indexRefs } from '../ref-index.ts'
import type { Schema, SchemaObject } from '../schema.ts'
import { negateSchema } from './negate-schema.ts'
import { openPattern, type PatternTexts } from './pattern-text.ts'
import type { Plan } from './plan.ts'
import { measureHeights } from './schema-heights.ts'
import { startRun } from './start-run.ts'

/** Names that hardly any schema lists, of different kinds, so that hardly any pattern takes them all. */
const FRESH_KEYS = ['unexpected', 'unexpected_1', 'Unknown', '9', '-', '?', ' ', '']

/** Analyses a schema once, so that many values can be generated from it. Expensive facts are computed on first use. */
export function openPlan(root: Schema): Plan {
  const refs = indexRefs(root)
  const validators = new Map<SchemaObject, readonly [SchemaValidator | undefined]>()
  const patterns = new Map<string, readonly [Pattern]>()
  const texts = new Map<string, readonly [PatternTexts | undefined]>()
  const negations = new Map<Schema, readonly [readonly Schema[]]>()
  let heightOf: ((schema: Schema) => number) | undefined
  const plan: Plan = {
    root,
    refTarget: (schema) => refs.target(schema)?.schema,
    pointerTo: (schema) => refs.pointerTo(schema),
    heightOf(schema) {
      heightOf ??= measureHeights(refs)
      return heightOf(schema)
    },
    negations: (schema) => remember(negations, schema, () => negateSchema(schema, plan)),
    matches: (pattern, text) => remember(patterns, pattern, () => compilePattern(pattern)).test(text),
    acceptsName(schema, name) {
      // A schema that cannot stand alone: then only the validation of the whole value can tell.
      const validator = remember(validators, schema, () => tryCompileSchema(schema))
      return validator?.isValid(name) ?? true
    },
    text(schema) {
      const made = startRun(plan, { mode: 'small' }).make([{ type: 'string' }, schema], 1)
      return typeof made === 'string' ? made : undefined
    },
    freshKey({ properties = {}, patternProperties = {}, propertyNames = true }) {
      const patterns = Object.keys(patternProperties)
      const isFresh = (key: string | undefined) =>
        key !== undefined && !hasOwn(properties, key) && !patterns.some((pattern) => plan.matches(pattern, key))
      const named = propertyNames === true ? [] : [plan.text(propertyNames)]
      return [...named, ...FRESH_KEYS].find(isFresh)
    },
    patternTexts: (pattern) => remember(texts, pattern, () => openPattern(pattern)),
  }
  return plan
}

function remember<K, V>(map: Map<K, readonly [V]>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known) return known[0]
  const made = make()
  map.set(key, [made])
  return made
}
