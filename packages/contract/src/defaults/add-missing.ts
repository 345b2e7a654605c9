import { defineKey, hasOwn } from '../json.ts'

/** Gives an object the properties it lacks; the same object when it lacks none. */
export type AddMissing = (value: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** One property and the JSON text of the value it has when nothing was sent. */
export interface MissingProperty {
  readonly name: string
  readonly json: string
}

/** Adds properties one by one: slower than what is compiled, and ready at once. */
export function addMissingBy(
  properties: readonly MissingProperty[],
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined
  for (const { name, json } of properties) {
    if (hasOwn(value, name) && value[name] !== undefined) continue
    copy ??= { ...value }
    defineKey(copy, name, JSON.parse(json))
  }
  return copy ?? value
}

/** So many objects are completed one by one before code is generated for it. */
const FIRST_OBJECTS = 4

/** Adds properties one by one at first, and by compiled code once that pays. */
export function lateAddMissing(properties: readonly MissingProperty[]): AddMissing {
  let left = FIRST_OBJECTS
  let compiled: AddMissing | undefined
  return (value) => {
    if (compiled) return compiled(value)
    if (left-- > 0) return addMissingBy(properties, value)
    compiled = compileAddMissing(properties)
    return compiled(value)
  }
}

/**
 * Compiles the adding of properties. Generated, because reading properties by computed name costs more than all of the
 * validation: a check of a complete value would be a third slower.
 */
function compileAddMissing(properties: readonly MissingProperty[]): AddMissing {
  if (properties.length === 0) return (value) => value
  const lines = properties.map(({ name, json }) => {
    const key = JSON.stringify(name)
    // Scalars are written out; anything else is parsed anew each time, so that no two results share it.
    const fresh = /^[[{]/.test(json) ? `JSON.parse(${JSON.stringify(json)})` : json
    return name in Object.prototype
      ? `if (!hasOwn(value, ${key})) defineKey((copy ??= { ...value }), ${key}, ${fresh})`
      : `if (value[${key}] === undefined) (copy ??= { ...value })[${key}] = ${fresh}`
  })
  const body = `return (value) => {\nlet copy\n${lines.join('\n')}\nreturn copy ?? value\n}`
  return new Function('hasOwn', 'defineKey', body)(hasOwn, defineKey)
}
