import { hasOwn, isObject } from '../json.ts'
import { compilePattern, type Pattern } from './pattern.ts'
import {
  type Applicator,
  type Check,
  type CheckOf,
  descend,
  each,
  fail,
  holds,
  keywordsOf,
  named,
  one,
  type Run,
  under,
} from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** The keywords that look into objects. */
export const OBJECT_APPLICATORS: Readonly<Record<string, Applicator>> = {
  required,
  dependentRequired,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  dependentSchemas,
}

function required(node: SchemaNode): Check {
  const names = keywordsOf(node).required ?? []
  if (!node.resource.asserts) return () => true
  return (value, run) => !isObject(value) || demand(names, value, run, node, 'required')
}

function dependentRequired(node: SchemaNode): Check {
  const byTrigger = Object.entries(keywordsOf(node).dependentRequired ?? {})
  if (!node.resource.asserts) return () => true
  return (value, run) => {
    if (!isObject(value)) return true
    return each(byTrigger, run, ([trigger, names]) => {
      if (!has(value, trigger)) return true
      const check: Check = () => demand(names, value, run, node, 'dependentRequired')
      return under({ kind: 'present', node, detail: trigger }, check, value, run, undefined)
    })
  }
}

function demand(
  names: readonly string[],
  value: Record<string, unknown>,
  run: Run,
  node: SchemaNode,
  keyword: string,
): boolean {
  return each(names, run, (name) => has(value, name) || fail(run, node, keyword, value, name, name))
}

function properties(node: SchemaNode, checkOf: CheckOf): Check {
  const subs = [...named(node, 'properties')].map(([name, sub]) => [name, checkOf(sub)] as const)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    return each(subs, run, ([name, check]) => {
      if (!has(value, name)) return true
      seen?.keys.add(name)
      return descend(check, value[name], name, run)
    })
  }
}

function patternProperties(node: SchemaNode, checkOf: CheckOf): Check {
  const subs = [...named(node, 'patternProperties')].map(
    ([source, sub]) => [compilePattern(source), checkOf(sub)] as const,
  )
  return (value, run, seen) => {
    if (!isObject(value)) return true
    return each(Object.keys(value), run, (key) =>
      each(subs, run, ([pattern, check]) => {
        if (!pattern.test(key)) return true
        seen?.keys.add(key)
        return descend(check, value[key], key, run)
      }),
    )
  }
}

function additionalProperties(node: SchemaNode, checkOf: CheckOf): Check {
  const known = new Set(named(node, 'properties').keys())
  const patterns: Pattern[] = [...named(node, 'patternProperties').keys()].map(compilePattern)
  const judge = propertyJudge(node, 'additionalProperties', checkOf)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    return each(Object.keys(value), run, (key) => {
      if (known.has(key) || patterns.some((pattern) => pattern.test(key))) return true
      seen?.keys.add(key)
      return judge(value, key, run)
    })
  }
}

/** `unevaluatedProperties`: what no other keyword has evaluated. */
export function unevaluatedProperties(node: SchemaNode, checkOf: CheckOf): Check {
  const judge = propertyJudge(node, 'unevaluatedProperties', checkOf)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    return each(Object.keys(value), run, (key) => {
      if (seen?.keys.has(key)) return true
      seen?.keys.add(key)
      return judge(value, key, run)
    })
  }
}

/** A property that may not be there is the outer schema's complaint, since that one knows the properties that may. */
function propertyJudge(
  node: SchemaNode,
  keyword: string,
  checkOf: CheckOf,
): (value: Record<string, unknown>, key: string, run: Run) => boolean {
  const sub = one(node, keyword)
  if (sub.schema === false) return (value, key, run) => fail(run, node, keyword, value, key, key)
  const check = checkOf(sub)
  return (value, key, run) => descend(check, value[key], key, run)
}

function propertyNames(node: SchemaNode, checkOf: CheckOf): Check {
  const check = checkOf(one(node, 'propertyNames'))
  return (value, run) => {
    if (!isObject(value)) return true
    return each(
      Object.keys(value),
      run,
      (key) => holds(check, key, run) || fail(run, node, 'propertyNames', key, key, key),
    )
  }
}

function dependentSchemas(node: SchemaNode, checkOf: CheckOf): Check {
  const subs = [...named(node, 'dependentSchemas')].map(([name, sub]) => [name, checkOf(sub)] as const)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    return each(
      subs,
      run,
      ([name, check]) => !has(value, name) || under({ kind: 'present', node, detail: name }, check, value, run, seen),
    )
  }
}

/** A property that holds `undefined` cannot be written as JSON, so it is not there. */
function has(value: Record<string, unknown>, name: string): boolean {
  return hasOwn(value, name) && value[name] !== undefined
}
