import type { Evaluated } from './evaluated.ts'
import {
  type Applicator,
  type Check,
  type CheckOf,
  descend,
  each,
  fail,
  holds,
  isFull,
  keywordsOf,
  list,
  one,
} from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** The keywords that look into arrays. */
export const ARRAY_APPLICATORS: Readonly<Record<string, Applicator>> = { prefixItems, items, contains }

function prefixItems(node: SchemaNode, checkOf: CheckOf): Check {
  const subs = list(node, 'prefixItems').map(checkOf)
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true
    if (seen) seen.itemsBefore = Math.max(seen.itemsBefore, Math.min(subs.length, value.length))
    return each(subs, run, (check, i) => i >= value.length || descend(check, value[i], i, run))
  }
}

function items(node: SchemaNode, checkOf: CheckOf): Check {
  const start = list(node, 'prefixItems').length
  return itemsFrom(node, 'items', checkOf, () => start)
}

/** `unevaluatedItems`: what no other keyword has evaluated. */
export function unevaluatedItems(node: SchemaNode, checkOf: CheckOf): Check {
  return itemsFrom(node, 'unevaluatedItems', checkOf, (seen) => seen?.itemsBefore ?? 0)
}

function itemsFrom(
  node: SchemaNode,
  keyword: string,
  checkOf: CheckOf,
  startOf: (seen: Evaluated | undefined) => number,
): Check {
  const sub = one(node, keyword)
  const check: Check = sub.schema === false ? () => false : checkOf(sub)
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true
    let ok = true
    for (let i = startOf(seen); i < value.length; i++) {
      if (keyword === 'unevaluatedItems' && seen?.items.has(i)) continue
      if (descend(check, value[i], i, run)) continue
      ok = false
      // Every further item would be the same complaint.
      if (sub.schema === false) return fail(run, node, keyword, value, String(i))
      if (!run.failures || isFull(run)) return false
    }
    if (seen) seen.itemsBefore = Math.max(seen.itemsBefore, value.length)
    return ok
  }
}

function contains(node: SchemaNode, checkOf: CheckOf): Check {
  const check = checkOf(one(node, 'contains'))
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = node.resource.asserts ? keywordsOf(node) : {}
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true
    let count = 0
    for (let i = 0; i < value.length; i++) {
      if (!holds(check, value[i], run)) continue
      count++
      seen?.items.add(i)
      if (!seen && count >= minContains && maxContains === Number.POSITIVE_INFINITY) return true
    }
    if (count >= minContains && count <= maxContains) return true
    const keyword = count > maxContains ? 'maxContains' : minContains > 1 ? 'minContains' : 'contains'
    return fail(run, node, keyword, value, String(count))
  }
}
