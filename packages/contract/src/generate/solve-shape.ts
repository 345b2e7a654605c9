import { isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { applyKeywords, isPlainNegation } from './apply-keywords.ts'
import { closeScopes } from './close-scopes.ts'
import { ownKey } from './edit-schema.ts'
import { refineShape } from './refine-shape.ts'
import { type Run, SOFT_DEPTH } from './run.ts'
import { anyShape, copyShape, type Scope, type Shape } from './shape.ts'

/** Open choices at once, at most: a schema with more is refused rather than searched for minutes. */
const MAX_CHOICES = 1000

/** Of a `oneOf` with more branches, the others are not ruled out beforehand. */
const MAX_EXACT = 50

interface Part {
  readonly schema: Schema
  readonly scopes: readonly Scope[]
}

/** A place where one of several lists of schemas must be fitted. */
interface Choice {
  /** The list in the schema, for counting which entries were used. */
  readonly list: object
  readonly options: readonly (readonly Part[])[]
}

interface State {
  readonly shape: Shape
  readonly seen: Map<SchemaObject, readonly Scope[]>
  readonly scopes: Scope[]
  readonly choices: Choice[]
}

/** What the schemas together require of a value, with one branch chosen for each choice; undefined when they contradict each other. */
export function solveShape(schemas: readonly Schema[], run: Run, depth: number): Shape | undefined {
  const start: State = { shape: anyShape(), seen: new Map(), scopes: [], choices: [] }
  const parts = schemas.map((schema) => ({ schema, scopes: [] }))
  const solved = search(start, parts, run, depth)
  if (!solved) return undefined
  closeScopes(solved.shape, solved.scopes)
  return refineShape(solved.shape) ? solved.shape : undefined
}

function search(state: State, parts: readonly Part[], run: Run, depth: number): State | undefined {
  for (let pending = [...parts], part = pending.pop(); part; part = pending.pop()) {
    run.fuel -= costOf(part.schema)
    if (run.fuel <= 0) return undefined
    apply(state, part, pending, run)
  }
  if (!refineShape(state.shape) || state.choices.length > MAX_CHOICES) return undefined
  const choice = takeNarrowest(state.choices)
  if (!choice) return state
  for (const index of orderOptions(choice, run, depth)) {
    // A copy of the open choices is made for every option, so many of them make each step more expensive.
    run.fuel -= 1 + (state.choices.length + state.seen.size) / 100
    if (run.fuel <= 0) return undefined
    const solved = search(copyState(state), choice.options[index] ?? [], run, depth)
    if (!solved) continue
    run.use(choice.list, index)
    return solved
  }
  return undefined
}

/** Most schemas cost next to nothing: only hundreds of them, or of required properties, do. */
function costOf(schema: Schema): number {
  const required = isSchemaObject(schema) ? (schema.required?.length ?? 0) : 0
  return 0.02 + required / 100
}

/** Narrows by what is certain, and notes what is not as a choice. */
function apply(state: State, { schema, scopes: outer }: Part, pending: Part[], run: Run): void {
  if (!isSchemaObject(schema)) {
    if (!schema) state.shape.kinds.clear()
    return
  }
  // The same schema twice asks nothing new: so 2^20 references to one schema, or a cycle, cost one step.
  if (state.seen.get(schema) === outer || (state.seen.has(schema) && outer.length === 0)) return
  state.seen.set(schema, outer)
  const scopes = openScope(state, schema, outer)
  applyKeywords(state.shape, schema, scopes)
  const target = run.plan.refTarget(schema)
  if (target !== undefined) pending.push({ schema: target, scopes })
  for (const part of schema.allOf ?? []) pending.push({ schema: part, scopes })
  addChoices(state.choices, schema, scopes, run)
}

function openScope(state: State, schema: SchemaObject, outer: readonly Scope[]): readonly Scope[] {
  const { unevaluatedProperties: keys, unevaluatedItems: items } = schema
  if (keys === undefined && items === undefined) return outer
  const scope = { keys, items, outer }
  state.scopes.push(scope)
  return [...outer, scope]
}

function addChoices(choices: Choice[], schema: SchemaObject, scopes: readonly Scope[], run: Run): void {
  const here = (part: Schema): Part => ({ schema: part, scopes })
  const never = (part: Schema): Part => ({ schema: { not: part }, scopes: [] })
  const { anyOf, oneOf, not, if: condition, then: whenTrue, else: whenFalse, dependentSchemas } = schema
  if (anyOf) choices.push({ list: anyOf, options: anyOf.map((part) => [here(part)]) })
  if (oneOf) {
    const isExact = run.exact && oneOf.length <= MAX_EXACT
    const others = (index: number) => (isExact ? oneOf.filter((_, i) => i !== index).map(never) : [])
    choices.push({ list: oneOf, options: oneOf.map((part, index) => [here(part), ...others(index)]) })
  }
  if (not !== undefined && !isPlainNegation(not)) {
    const ways = run.plan.negations(not)
    choices.push({ list: ways, options: ways.map((way) => [{ schema: way, scopes: [] }]) })
  }
  if (condition !== undefined && (whenTrue !== undefined || whenFalse !== undefined))
    choices.push({
      list: schema,
      options: [
        [here(condition), here(whenTrue ?? true)],
        [never(condition), here(whenFalse ?? true)],
      ],
    })
  for (const [key, part] of Object.entries(dependentSchemas ?? {})) {
    const absent: Part = { schema: { properties: ownKey(key, false) }, scopes: [] }
    const present: Part = { schema: { required: [key] }, scopes: [] }
    choices.push({ list: isSchemaObject(part) ? part : schema, options: [[absent], [present, here(part)]] })
  }
}

function takeNarrowest(choices: Choice[]): Choice | undefined {
  let narrowest = 0
  for (const [index, { options }] of choices.entries())
    if (options.length < (choices[narrowest]?.options.length ?? 0)) narrowest = index
  return choices.splice(narrowest, 1)[0]
}

function orderOptions({ list, options }: Choice, run: Run, depth: number): number[] {
  const order = run.mode === 'example' ? options.map((_, index) => index) : run.order(list, options.length)
  if (run.mode === 'example' ? depth <= 1 : run.mode !== 'small' && depth <= SOFT_DEPTH) return order
  const heights = options.map((parts) =>
    parts.reduce((most, part) => Math.max(most, run.plan.heightOf(part.schema)), 0),
  )
  return order.sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0) || 0)
}

function copyState({ shape, seen, scopes, choices }: State): State {
  return { shape: copyShape(shape), seen: new Map(seen), scopes: [...scopes], choices: [...choices] }
}
