import type { Json } from '../json.ts'
import { type Branch, expand, newBranch } from './branch.ts'
import { workBudget } from './budget.ts'
import { type NodeBuilder, nodeBuilder } from './build-nodes.ts'
import { constraintsHold } from './evaluate.ts'
import { findArray } from './find-array.ts'
import { findNumber } from './find-number.ts'
import { findObject } from './find-object.ts'
import { findString, stringFits } from './find-string.ts'
import { type Finder, type Found, found, MAYBE, NONE } from './finder.ts'
import { keywordTester } from './keyword-tester.ts'
import { languages } from './language.ts'
import {
  type Atom,
  type Constraint,
  canonicalText,
  KINDS,
  type Kind,
  kindOf,
  type SchemaNode,
  type ValueSet,
} from './schema-node.ts'

/** Looks for documents for which constraints about schemas hold. */
export interface DocumentFinder {
  /** Makes a node of a draft 2020-12 schema. */
  readonly node: NodeBuilder
  /** Finds a document, or proves that there is none, in at most so many steps. */
  find(constraints: readonly Constraint[], steps: number): Found
  /** How many steps the last search took. */
  spent(): number
}

// Values nested deeper than this are not searched: the answer is "unknown".
const MAX_DEPTH = 120
/** A branch is copied for each way to go on. */
const STEPS_PER_FACT = 0.01

/**
 * Starts a search. Claims are taken apart until only small facts about one kind of value
 * are left (a tableau); what is left over is solved kind by kind. A question that comes up again while it is being
 * answered is answered with no: the smallest document does not contain another one of its own sort, so that recursive
 * schemas come to an end.
 */
export function documentFinder(): DocumentFinder {
  const budget = workBudget(0)
  const build = nodeBuilder()
  const cache = new Map<string, Found>()
  const open = new Map<string, { readonly depth: number; readonly level: number }>()
  // How deep in the document the question is; a question about the same value as the one above it has the same level.
  let level = 0
  // The outermost open question that answers below relied on.
  let reliedOn = Number.POSITIVE_INFINITY

  const finder: Finder = {
    budget,
    languages: languages(budget),
    test: keywordTester(budget),
    node: build,
    find: (constraints) => ask(constraints, level + 1),
    findName: (constraints, atoms) => searchKind('string', constraints, atoms),
    holds: (constraints, value) => constraintsHold(constraints, value, finder),
  }

  function ask(constraints: readonly Constraint[], at: number): Found {
    const goal = distinctClaims(constraints)
    if (goal === undefined) return NONE
    const key = [...goal.keys()].sort().join(' ')
    const known = cache.get(key)
    if (known) return known
    const above = open.get(key)
    if (above) {
      if (above.level === at) return MAYBE
      reliedOn = Math.min(reliedOn, above.depth)
      return NONE
    }
    if (open.size >= MAX_DEPTH || !budget.spend(1)) return MAYBE
    return answer(key, [...goal.values()], at)
  }

  function answer(key: string, goal: readonly Constraint[], at: number): Found {
    const depth = open.size
    const [outer, above] = [reliedOn, level]
    reliedOn = Number.POSITIVE_INFINITY
    level = at
    open.set(key, { depth, level })
    let result: Found = NONE
    for (const kind of KINDS) {
      const next = searchKind(kind, goal, [])
      if (next.is === 'some' || (next.is === 'maybe' && !('value' in result))) result = next
      if (next.is === 'some') break
    }
    open.delete(key)
    level = above
    // A no that relied on a question which is still open holds only there.
    const isFinal = result.is === 'some' || reliedOn >= depth
    if (isFinal) cache.set(key, result)
    reliedOn = Math.min(outer, isFinal ? Number.POSITIVE_INFINITY : reliedOn)
    return result
  }

  function searchKind(kind: Kind, goal: readonly Constraint[], atoms: readonly Atom[]): Found {
    const excluded: Json[] = []
    for (;;) {
      const apart = excluded.map((value): Constraint => ({ node: structureOf(value, build), holds: false }))
      const result = search({ kind, constraints: goal, atoms, apart }, newBranch([...goal, ...apart], atoms))
      if (result.is !== 'some' || !isContainer(kind) || constraintsHold(goal, result.value, finder) !== false)
        return result
      // It is one of the values that an `enum` rules out: say so in the language of arrays and objects, and look again.
      if (excluded.length >= 30 || excluded.some((value) => canonicalText(value) === canonicalText(result.value))) {
        return found(result.value, false)
      }
      excluded.push(result.value)
    }
  }

  function search(goal: Goal, before: Branch): Found {
    if (!budget.spend(Math.max(1, STEPS_PER_FACT * before.atoms.length))) return MAYBE
    const branch = expand(before, goal.kind)
    if (branch === undefined) return NONE
    if (branch.values) return tryValues(branch.values, goal)
    const result = solve(goal.kind, branch.atoms, finder)
    const isOpen = branch.choices.length > 0
    if (result.is === 'none' || !isOpen) return result
    if ('value' in result && constraintsHold([...goal.constraints, ...goal.apart], result.value as Json, finder)) {
      return found(result.value as Json, result.is === 'some' || goal.atoms.length === 0)
    }
    return choose(goal, branch, result)
  }

  /** Goes on with a choice that the value found so far does not meet, the one with the fewest alternatives. */
  function choose(goal: Goal, branch: Branch, model: Found): Found {
    const value = 'value' in model ? model.value : undefined
    const unmet =
      value === undefined
        ? []
        : branch.choices.filter(({ constraint }) => !constraintsHold([constraint], value, finder))
    const pool = unmet.length > 0 ? unmet : branch.choices
    const choice = pool.reduce((best, next) => (next.ways.length < best.ways.length ? next : best))
    const choices = branch.choices.filter((other) => other !== choice)
    let rest: Found = NONE
    for (const way of choice.ways) {
      // Two schemas that exclude each other do so at every place: cached.
      if (way.constraints.length === 2 && ask(way.constraints, level).is === 'none') continue
      const result = search(goal, {
        ...branch,
        choices,
        pending: [...way.constraints],
        atoms: [...branch.atoms, ...way.atoms],
      })
      if (result.is === 'some') return result
      if (result.is === 'maybe' && !('value' in rest)) rest = result
    }
    return rest
  }

  function tryValues(values: ValueSet, { constraints, atoms, kind }: Goal): Found {
    let rest: Found = NONE
    // Long lists are mostly compared with long lists.
    const listed = constraints.filter(({ node, holds }) => !holds && isMereList(node))
    for (const [text, value] of values) {
      if (kindOf(value) !== kind || listed.some(({ node }) => node.kinds.has(kind) && node.values?.has(text))) continue
      if (!budget.spend(1)) return MAYBE
      const holds = constraintsHold(constraints, value, finder)
      const isFit = holds && typeof value === 'string' ? stringFits(value, atoms, finder) : holds
      if (isFit) return found(value, true)
      if (isFit === undefined) rest = found(value, false)
    }
    return rest
  }

  return {
    node: build,
    find(constraints, steps) {
      budget.refill(steps)
      return ask(constraints, 0)
    },
    spent: () => budget.spent(),
  }
}

interface Goal {
  readonly kind: Kind
  readonly constraints: readonly Constraint[]
  /** What must hold beside the constraints; only for property names. */
  readonly atoms: readonly Atom[]
  readonly apart: readonly Constraint[]
}

function solve(kind: Kind, atoms: readonly Atom[], finder: Finder): Found {
  const result = solveKind(kind, atoms, finder)
  const isOpaque = atoms.some((atom) => atom.is === 'opaque')
  return result.is === 'some' && isOpaque ? found(result.value, false) : result
}

function solveKind(kind: Kind, atoms: readonly Atom[], finder: Finder): Found {
  switch (kind) {
    case 'null':
      return pick([null], atoms)
    case 'boolean':
      return pick([false, true], atoms)
    case 'number':
      return findNumber(atoms, finder)
    case 'string':
      return findString(atoms, finder)
    case 'array':
      return findArray(atoms, finder)
    case 'object':
      return findObject(atoms, finder)
  }
}

function pick(values: readonly Json[], atoms: readonly Atom[]): Found {
  const left = values.filter((value) =>
    atoms.every((atom) => atom.is !== 'differs' || !atom.from.has(canonicalText(value))),
  )
  const [first] = left
  return first === undefined ? NONE : found(first, true)
}

/** The constraints without repetition, by key; undefined when two of them contradict each other. */
function distinctClaims(constraints: readonly Constraint[]): ReadonlyMap<string, Constraint> | undefined {
  const byKey = new Map<string, Constraint>()
  for (const constraint of constraints) {
    const { node, holds } = constraint
    if (byKey.has(`${holds ? '-' : '+'}${node.id}`)) return undefined
    byKey.set(`${holds ? '+' : '-'}${node.id}`, constraint)
  }
  return byKey
}

/** True when a value that is in the list, and of a kind that it accepts, fits the node. */
function isMereList({
  values,
  atoms,
  allOf,
  anyOf,
  oneOf,
  not,
  conditions,
  dependents,
  unevaluated,
  opaque,
}: SchemaNode): boolean {
  const others = [allOf, anyOf, oneOf, not, conditions, dependents, Object.keys(atoms), Object.keys(unevaluated)]
  return values !== undefined && opaque === undefined && others.every((part) => part.length === 0)
}

function isContainer(kind: Kind): boolean {
  return kind === 'array' || kind === 'object'
}

/** A node that accepts just this array or object, said with the keywords of arrays and objects. */
function structureOf(value: Json, build: NodeBuilder): Constraint['node'] {
  if (Array.isArray(value)) {
    const prefixItems = value.map((item) => ({ const: item }))
    return build({ ...(prefixItems.length > 0 ? { prefixItems } : {}), minItems: value.length, maxItems: value.length })
  }
  const entries = Object.entries(value as Record<string, Json>).map(([name, item]) => [name, { const: item }] as const)
  const names = entries.map(([name]) => name)
  return build({ properties: Object.fromEntries(entries), required: names, maxProperties: names.length })
}
