import { defineKey, hasOwn, preview } from '../json.ts'
import { isSchemaObject, type Schema } from '../schema.ts'
import { FREE_NAMES, nameOf } from './make-name.ts'
import { NOTHING, type Run, SOFT_DEPTH } from './run.ts'
import type { Shape } from './shape.ts'

/** Optional properties that one value has, at most. */
const MAX_OPTIONAL = 40
/** No object with more properties than this is made. */
const MAX_KEYS = 2000

/** An object that fits: what is required, and now this, now that of what is optional. */
export function makeObject(shape: Shape, run: Run, depth: number): unknown {
  if (Math.max(shape.object.min, shape.object.required.size) > MAX_KEYS) {
    run.blame(`an object of ${shape.object.min} properties is more than we make`)
    return NOTHING
  }
  const keys = new Set<string>()
  for (const key of shape.object.required)
    if (!addKey(keys, key, shape, run)) {
      run.blame(`the required property ${preview(key)} is not allowed`)
      return NOTHING
    }
  addOptional(keys, shape, run, depth)
  addUnnamed(keys, shape, run, depth)
  if (keys.size < shape.object.min) {
    run.blame(`fewer than ${shape.object.min} properties are allowed`)
    return NOTHING
  }
  return fill(keys, shape, run, depth)
}

function fill(keys: Set<string>, shape: Shape, run: Run, depth: number): unknown {
  const { object } = shape
  const needed = new Set([...object.required, ...object.needs.flatMap(([, others]) => others)])
  const value = {}
  let spare = keys.size - object.min
  for (const key of [...declaredKeys(shape).filter((key) => keys.has(key)), ...keys]) {
    if (hasOwn(value, key)) continue
    const made = run.make(schemasFor(key, shape, run), depth + 1, key)
    if (made !== NOTHING) defineKey(value, key, made)
    else if (needed.has(key) || spare-- <= 0) return NOTHING
  }
  return value
}

/** Adds the key, and those it asks for; false when one of them is not allowed or there is no room. */
function addKey(keys: Set<string>, key: string, shape: Shape, run: Run): boolean {
  const added = new Set([key])
  for (const one of added)
    for (const [trigger, others] of shape.object.needs)
      if (trigger === one) for (const other of others) added.add(other)
  for (const one of added) if (!isAllowed(one, shape, run)) return false
  const fresh = [...added].filter((one) => !keys.has(one))
  if (fresh.length > 0 && keys.size + fresh.length > shape.object.max) return false
  for (const one of fresh) keys.add(one)
  return true
}

function addOptional(keys: Set<string>, shape: Shape, run: Run, depth: number): void {
  const { random, mode } = run
  const probability = mode === 'large' ? 1 : mode === 'small' || depth > SOFT_DEPTH ? 0 : depth > 2 ? 0.3 : 0.55
  const optional = declaredKeys(shape).filter((key) => !keys.has(key))
  const wanted =
    mode === 'example'
      ? optional.filter((key) => depth < SOFT_DEPTH && hasExample(key, shape, run))
      : random.shuffled(optional).filter(() => random.chance(depth > 3 ? probability / 2 : probability))
  for (const key of wanted.slice(0, MAX_OPTIONAL)) addKey(keys, key, shape, run)
  for (const key of optional) {
    if (keys.size >= shape.object.min) return
    addKey(keys, key, shape, run)
  }
}

/** Adds keys that no schema names: because there must be more, or to see that they are allowed. */
function addUnnamed(keys: Set<string>, shape: Shape, run: Run, depth: number): void {
  const { object } = shape
  const isMap = object.rules.some(
    ({ patterns, additional }) => Object.keys(patterns).length > 0 || isSchemaObject(additional),
  )
  const isFree = declaredKeys(shape).length === 0
  const isWelcome = run.mode !== 'small' && depth <= SOFT_DEPTH && (isMap || (isFree && run.mode !== 'example'))
  const extra = isWelcome ? run.random.int(run.mode === 'mixed' ? 0 : 1, depth > 2 ? 1 : 2) : 0
  const target = Math.min(object.max, Math.max(object.min, keys.size + extra))
  for (let attempt = 0; keys.size < target && attempt < 20 + target * 4 && run.fuel-- > 0; attempt++) {
    const key = nameOf(shape, run, attempt, depth)
    if (key !== undefined) addKey(keys, key, shape, run)
    if (keys.size < object.min && attempt > FREE_NAMES.length) addKey(keys, `key_${attempt}`, shape, run)
  }
}

function declaredKeys({ object }: Shape): string[] {
  return [...new Set(object.rules.flatMap(({ properties }) => Object.keys(properties)))]
}

function isAllowed(key: string, shape: Shape, run: Run): boolean {
  if (schemasFor(key, shape, run).includes(false)) return false
  return shape.object.names.every((schema) => {
    if (!isSchemaObject(schema)) return schema
    return run.plan.acceptsName(schema, key)
  })
}

/** The schemas that the value of the key must fit. */
function schemasFor(key: string, shape: Shape, run: Run): Schema[] {
  const schemas: Schema[] = []
  for (const { properties, patterns, additional } of shape.object.rules) {
    const before = schemas.length
    if (hasOwn(properties, key)) schemas.push(properties[key] ?? true)
    for (const [pattern, schema] of Object.entries(patterns)) if (run.plan.matches(pattern, key)) schemas.push(schema)
    if (schemas.length === before && additional !== undefined) schemas.push(additional)
  }
  return schemas
}

function hasExample(key: string, shape: Shape, run: Run): boolean {
  return schemasFor(key, shape, run).some((schema) => {
    if (!isSchemaObject(schema)) return false
    const target = run.plan.refTarget(schema)
    return Array.isArray(schema.examples) || (isSchemaObject(target) && Array.isArray(target.examples))
  })
}
