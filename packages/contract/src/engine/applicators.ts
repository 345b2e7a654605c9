import { ARRAY_APPLICATORS, unevaluatedItems } from './array-applicators.ts'
import { chooseClosest } from './closest-branch.ts'
import { type Evaluated, mergeEvaluated, newEvaluated } from './evaluated.ts'
import { OBJECT_APPLICATORS, unevaluatedProperties } from './object-applicators.ts'
import { type Applicator, type Check, type CheckOf, each, fail, holds, list, one, type Run, under } from './run.ts'
import type { SchemaNode } from './schema-node.ts'
import { wrongTag } from './wrong-tag.ts'

/** The keywords that apply other schemas, or apply to several places at once. */
export const APPLICATORS: Readonly<Record<string, Applicator>> = {
  ...OBJECT_APPLICATORS,
  ...ARRAY_APPLICATORS,
  allOf,
  anyOf,
  oneOf,
  not,
  if: ifThenElse,
}

/** The keywords for what no other keyword of the schema has evaluated. */
export const UNEVALUATED: Readonly<Record<string, Applicator>> = { unevaluatedProperties, unevaluatedItems }

function allOf(node: SchemaNode, checkOf: CheckOf): Check {
  const subs = list(node, 'allOf').map(checkOf)
  return (value, run, seen) => each(subs, run, (check) => check(value, run, seen))
}

function anyOf(node: SchemaNode, checkOf: CheckOf): Check {
  const nodes = list(node, 'anyOf')
  const subs = nodes.map(checkOf)
  return (value, run, seen) => {
    let ok = false
    for (const check of subs) {
      // Without `seen` the first yes is enough; with it every branch must report what it evaluated.
      if (!tryBranch(check, value, run, seen)) continue
      ok = true
      if (!seen) break
    }
    return ok || explainBranches(node, 'anyOf', nodes, checkOf, value, run)
  }
}

function oneOf(node: SchemaNode, checkOf: CheckOf): Check {
  const nodes = list(node, 'oneOf')
  const subs = nodes.map(checkOf)
  return (value, run, seen) => {
    const matching: number[] = []
    for (const [i, check] of subs.entries()) {
      if (tryBranch(check, value, run, seen)) matching.push(i)
      if (matching.length > 1) break
    }
    if (matching.length === 1) return true
    if (matching.length > 1) return fail(run, node, 'oneOf', value, matching.map((i) => i + 1).join(' and '))
    return explainBranches(node, 'oneOf', nodes, checkOf, value, run)
  }
}

function tryBranch(check: Check, value: unknown, run: Run, seen: Evaluated | undefined): boolean {
  const own = seen && newEvaluated()
  if (!holds(check, value, run, own)) return false
  if (seen && own) mergeEvaluated(seen, own)
  return true
}

/** The complaint about a kind that no branch is of, else those of the branch that came closest, or one complaint about all of them when none came near. */
function explainBranches(
  node: SchemaNode,
  keyword: string,
  branches: readonly SchemaNode[],
  checkOf: CheckOf,
  value: unknown,
  run: Run,
): false {
  if (!run.failures) return false
  const tag = wrongTag(branches, value)
  if (tag) return fail(run, tag.node, tag.keyword, (value as Record<string, unknown>)[tag.name], undefined, tag.name)
  const closest = chooseClosest(branches, value, (sub, part) => holds(checkOf(sub), part, run))
  if (!closest) return fail(run, node, keyword, value)
  under({ kind: 'closest', node, detail: String(branches.length) }, checkOf(closest), value, run, undefined)
  return false
}

function not(node: SchemaNode, checkOf: CheckOf): Check {
  const check = checkOf(one(node, 'not'))
  return (value, run) => !holds(check, value, run) || fail(run, node, 'not', value)
}

function ifThenElse(node: SchemaNode, checkOf: CheckOf): Check {
  const condition = checkOf(one(node, 'if'))
  const [whenTrue, whenFalse] = [node.one.get('then'), node.one.get('else')].map((sub) => sub && checkOf(sub))
  return (value, run, seen) => {
    const isTrue = tryBranch(condition, value, run, seen)
    const check = isTrue ? whenTrue : whenFalse
    return !check || under({ kind: isTrue ? 'then' : 'else', node }, check, value, run, seen)
  }
}
