import { hasOwn } from '../json.ts'
import type { DefaultPlan } from './default-plan.ts'

/** More plans than this are walked instead: code for them takes longer to make than it saves. */
const MAX_PLANS = 60
/** So many values are walked before code is generated. */
const FIRST_VALUES = 4

/**
 * Tells quickly that no default is missing in a value, which is so of every complete one. Generated, since walking the plans costs
 * more than the validation of a small value. False says nothing: then the plans are walked.
 */
export function lateLacksNothing(plans: readonly DefaultPlan[]): (value: unknown) => boolean {
  let left = FIRST_VALUES
  let compiled: ((value: unknown) => boolean) | undefined
  return (value) => {
    if (compiled) return compiled(value)
    if (left-- > 0 || plans.length > MAX_PLANS) return false
    compiled = compileLacksNothing(plans)
    return compiled(value)
  }
}

function compileLacksNothing(plans: readonly DefaultPlan[]): (value: unknown) => boolean {
  const index = new Map(plans.map((plan, i) => [plan, i]))
  const functions = plans.map(
    (plan, i) => `function f${i}(v) {\n${body(plan, (inner) => `f${index.get(inner)}`)}\nreturn true\n}`,
  )
  return new Function('hasOwn', `${functions.join('\n')}\nreturn f0`)(hasOwn)
}

function body(plan: DefaultPlan, nameOf: (plan: DefaultPlan) => string): string {
  const tests = plan.defaults.map(({ name }) => `if (${isMissing(name)}) return false`)
  for (const { name, plan: inner } of plan.properties) {
    const key = JSON.stringify(name)
    const guard = name in Object.prototype ? `hasOwn(v, ${key}) && ` : ''
    tests.push(`if (${guard}!${nameOf(inner)}(v[${key}])) return false`)
  }
  const items = plan.items.map(({ prefix, rest }) => {
    const first = prefix.map((inner, i) => (inner ? `if (!${nameOf(inner)}(v[${i}])) return false` : ''))
    const others = rest
      ? `for (let i = ${prefix.length}; i < v.length; i++) if (!${nameOf(rest)}(v[i])) return false`
      : ''
    return [...first, others].join('\n')
  })
  return `if (typeof v !== 'object' || v === null) return true
if (Array.isArray(v)) {\n${items.join('\n')}\nreturn true\n}\n${tests.join('\n')}`
}

function isMissing(name: string): string {
  const key = JSON.stringify(name)
  return name in Object.prototype ? `!hasOwn(v, ${key})` : `v[${key}] === undefined`
}
