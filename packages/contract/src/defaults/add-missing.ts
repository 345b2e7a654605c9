import { defineKey, hasOwn } from '../json.ts'

/** One property and the JSON text of the value it has when nothing was sent. */
export interface MissingProperty {
  readonly name: string
  readonly json: string
}

/** Gives an object the properties it lacks; the same object when it lacks none. */
export function addMissing(
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
