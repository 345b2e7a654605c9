import { compileSchema, type SchemaValidator } from '../engine/compile-schema.ts'
import type { Budget } from './budget.ts'
import type { Finder } from './finder.ts'

const STEPS_PER_TEST = 0.02
const STEPS_TO_COMPILE = 3

/** Asks the validation engine about single keywords, each compiled once; undefined where the engine refuses one, or the budget is spent. */
export function keywordTester(budget: Budget): Finder['test'] {
  const validators = new Map<string, SchemaValidator | undefined>()
  return (keyword, argument, value) => {
    const key = `${keyword} ${argument}`
    if (!budget.spend(validators.has(key) ? STEPS_PER_TEST : STEPS_TO_COMPILE)) return undefined
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
