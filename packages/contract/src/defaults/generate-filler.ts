import { defineKey, hasOwn } from '../json.ts'
import type { DefaultPlan, ItemPlans, PropertyDefault } from './default-plan.ts'

/**
 * Generates code that fills in defaults, the root's plan first. Generated, because reading properties by computed name costs more than all of the
 * validation. Only what changes is copied.
 */
export function generateFiller(plans: readonly DefaultPlan[]): (value: unknown) => unknown {
  const names = new Map(plans.map((plan, i) => [plan, `f${i}`]))
  const nameOf = (plan: DefaultPlan) => names.get(plan) ?? ''
  const functions = plans.map((plan) => {
    const items = plan.items.map((each) => fillItems(each, nameOf)).join('\n')
    const lines = [...plan.defaults.map(addDefault), ...plan.properties.map((each) => fillProperty(each, nameOf))]
    return `function ${nameOf(plan)}(v) {
if (typeof v !== 'object' || v === null) return v
let c = v
if (Array.isArray(v)) {\n${items}\nreturn c\n}
${lines.join('\n')}
return c\n}`
  })
  return new Function('hasOwn', 'defineKey', `${functions.join('\n')}\nreturn f0`)(hasOwn, defineKey)
}

function addDefault({ name, json }: PropertyDefault): string {
  const key = JSON.stringify(name)
  // Scalars are written out; anything else is parsed anew each time, so that no two results share it.
  const fresh = /^[[{]/.test(json) ? `JSON.parse(${JSON.stringify(json)})` : json
  return `if (${isMissing(name)}) {\nif (c === v) c = { ...v }\n${assign(key, fresh)}\n}`
}

function fillProperty(
  { name, plan }: DefaultPlan['properties'][number],
  nameOf: (plan: DefaultPlan) => string,
): string {
  const key = JSON.stringify(name)
  const isThere = name in Object.prototype ? `hasOwn(c, ${key})` : `c[${key}] !== undefined`
  return `if (${isThere}) {
const inner = c[${key}], filled = ${nameOf(plan)}(inner)
if (filled !== inner) {\nif (c === v) c = { ...v }\n${assign(key, 'filled')}\n}\n}`
}

function fillItems({ prefix, rest }: ItemPlans, nameOf: (plan: DefaultPlan) => string): string {
  const fill = (index: string, plan: DefaultPlan) => `{
const inner = c[${index}], filled = ${nameOf(plan)}(inner)
if (filled !== inner) {\nif (c === v) c = v.slice()\nc[${index}] = filled\n}\n}`
  const first = prefix.map((plan, i) => (plan ? `if (c.length > ${i}) ${fill(String(i), plan)}` : ''))
  const others = rest ? `for (let i = ${prefix.length}; i < c.length; i++) ${fill('i', rest)}` : ''
  return [...first, others].join('\n')
}

/** Defining a key costs several times what setting it does; only one that every object inherits needs it. */
function assign(key: string, value: string): string {
  return JSON.parse(key) in Object.prototype ? `defineKey(c, ${key}, ${value})` : `c[${key}] = ${value}`
}

function isMissing(name: string): string {
  const key = JSON.stringify(name)
  return name in Object.prototype ? `!hasOwn(v, ${key}) || v[${key}] === undefined` : `v[${key}] === undefined`
}
