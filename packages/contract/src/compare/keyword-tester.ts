import { compileSchema, type SchemaValidator } from '../engine/compile-schema.ts'
import type { Finder } from './finder.ts'

/** Asks the validation engine about single keywords, each compiled once; undefined where the engine refuses one. */
export function keywordTester(): Finder['test'] {
  const validators = new Map<string, SchemaValidator | undefined>()
  return (keyword, argument, value) => {
    const key = `${keyword} ${argument}`
    if (!validators.has(key)) validators.set(key, tryCompile({ [keyword]: argument }))
    return validators.get(key)?.isValid(value)
  }
}

function tryCompile(schema: Record<string, unknown>): SchemaValidator | undefined {
  try {
    return compileSchema(schema)
  } catch {
    return undefined
  }
}
