import type { PathStep } from '../pointer.ts'
import { isSchemaObject, type SchemaObject } from '../schema.ts'
import type { Evaluated } from './evaluated.ts'
import type { SchemaNode, SchemaResource } from './schema-node.ts'

/** Validates a value. Adds what it evaluated to `seen`, and its reasons to the run's failures, when these are collected. */
export type Check = (value: unknown, run: Run, seen: Evaluated | undefined) => boolean

/** The state of one walk over one value. */
export interface Run {
  /** What the outer schemas offer to `$dynamicRef`. */
  scope: DynamicScope
  /** Where reasons are collected; undefined when only the answer is wanted, and then the walk ends at the first no. */
  failures: Failures | undefined
  readonly path: PathStep[]
  /** Why the schema at hand applies at all. */
  circumstance: Circumstance | undefined
  /** Answers given so far, so that no schema judges the same value twice; undefined where that cannot pay. */
  readonly answers: Answers | undefined
}

/** Answers by scope, schema and value. */
export type Answers = Map<DynamicScope, Map<SchemaNode, Map<unknown, Answer>>>

/** Whether a schema took a value, and which parts of it the schema evaluated. */
export interface Answer {
  readonly ok: boolean
  readonly seen: Evaluated | undefined
}

/** One broken keyword, before it is put into words. */
export interface Failure {
  readonly path: readonly PathStep[]
  readonly node: SchemaNode
  readonly keyword: string
  readonly value: unknown
  /** The property in question, or the alternatives that matched. */
  readonly detail?: string
  readonly circumstance: Circumstance | undefined
}

/** Why a schema applies that does not always apply. */
export interface Circumstance {
  readonly kind: 'then' | 'else' | 'present' | 'closest'
  readonly node: SchemaNode
  readonly detail?: string
}

/** The failures of a run, up to a limit. */
interface Failures {
  readonly list: Failure[]
  readonly limit: number
  /** Places where a referenced schema has reported already. */
  readonly reported: Map<SchemaNode, Set<string>>
}

/** The dynamic anchors of the schemas a run has come through; the outermost wins. */
export interface DynamicScope {
  readonly anchors: ReadonlyMap<string, SchemaNode>
  readonly inner: Map<SchemaResource, DynamicScope>
}

/** True when no more failures are wanted, so that the walk may end. */
export function isFull(run: Run): boolean {
  return run.failures !== undefined && run.failures.list.length >= run.failures.limit
}

/** Notes a broken keyword when reasons are wanted. Always false, for the caller to return. */
export function fail(
  run: Run,
  node: SchemaNode,
  keyword: string,
  value: unknown,
  detail?: string,
  step?: PathStep,
): false {
  if (!run.failures || isFull(run)) return false
  const path = step === undefined ? [...run.path] : [...run.path, step]
  run.failures.list.push({
    path,
    node,
    keyword,
    value,
    circumstance: run.circumstance,
    ...(detail === undefined ? {} : { detail }),
  })
  return false
}

/** Asks for the answer only: no reasons. */
export function holds(check: Check, value: unknown, run: Run, seen?: Evaluated): boolean {
  const { failures } = run
  run.failures = undefined
  const ok = check(value, run, seen)
  run.failures = failures
  return ok
}

/** Judges a part of the value. */
export function descend(check: Check, value: unknown, step: PathStep, run: Run): boolean {
  if (!run.failures) return check(value, run, undefined)
  run.path.push(step)
  const ok = check(value, run, undefined)
  run.path.pop()
  return ok
}

/** Judges with a reason why this schema applies. */
export function under(
  circumstance: Circumstance,
  check: Check,
  value: unknown,
  run: Run,
  seen: Evaluated | undefined,
): boolean {
  const before = run.circumstance
  run.circumstance = circumstance
  const ok = check(value, run, seen)
  run.circumstance = before
  return ok
}

/** The scope inside a schema resource. Entering one that offers nothing new changes nothing, so that there are only few scopes. */
export function enter(scope: DynamicScope, resource: SchemaResource): DynamicScope {
  const known = scope.inner.get(resource)
  if (known) return known
  const added = [...resource.dynamicAnchors].filter(([name]) => !scope.anchors.has(name))
  const inner = added.length === 0 ? scope : { anchors: new Map([...scope.anchors, ...added]), inner: new Map() }
  scope.inner.set(resource, inner)
  return inner
}

/** Gives the check of another schema. */
export type CheckOf = (node: SchemaNode) => Check

/** Makes the check of one keyword of a schema. */
export type Applicator = (node: SchemaNode, checkOf: CheckOf) => Check

/** True when every part holds. Ends at the first that does not, unless reasons are wanted and there is room for more. */
export function each<T>(parts: readonly T[], run: Run, judge: (part: T, index: number) => boolean): boolean {
  let ok = true
  for (let i = 0; i < parts.length; i++) {
    if (judge(parts[i] as T, i)) continue
    if (!run.failures || isFull(run)) return false
    ok = false
  }
  return ok
}

/** The keywords of a schema. */
export function keywordsOf(node: SchemaNode): SchemaObject {
  return isSchemaObject(node.schema) ? node.schema : {}
}

/** The subschema of a keyword that holds one. */
export function one(node: SchemaNode, keyword: string): SchemaNode {
  return node.one.get(keyword) ?? { ...node, schema: true }
}

/** The subschemas of a keyword that holds a list. */
export function list(node: SchemaNode, keyword: string): readonly SchemaNode[] {
  return node.list.get(keyword) ?? []
}

/** The subschemas of a keyword that holds them by name. */
export function named(node: SchemaNode, keyword: string): ReadonlyMap<string, SchemaNode> {
  return node.named.get(keyword) ?? new Map()
}
