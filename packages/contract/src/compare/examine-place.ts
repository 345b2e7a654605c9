import { isObject, type Json } from '../json.ts'
import { atPath, atPointer, fromPointer, type PathStep, toPointer } from '../pointer.ts'
import {
  eachSubschema,
  isSchema,
  isSchemaObject,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
  type Schema,
  type SchemaObject,
} from '../schema.ts'
import type { Containment, ContainmentProver } from './contain-schema.ts'
import type { Difference } from './list-differences.ts'
import { newDemand, reversed } from './new-demand.ts'

/** Examines differences where they are, which is a small question however large the schema. */
export interface PlaceExaminer {
  /**
   * Whether a difference breaks what was promised, judged by the schema that holds it. Unknown where that schema does not decide, as
   * below `not`, or where no document leads there. When every difference is proved harmless, so are all of them together.
   */
  examine(difference: Difference, steps: number): Containment
}

/** What the examination of two schemas needs to know. */
export interface PlaceOptions {
  /** Every document of this schema should be one of that. */
  readonly inner: Schema
  readonly outer: Schema
  /** False when the differences lead from the outer schema to the inner one. */
  readonly isInput: boolean
  readonly prover: ContainmentProver
  /** Witnesses are accepted by this schema, and refused by that one. */
  readonly accepting: Schema
  readonly refusing: Schema
}

const UNKNOWN: Containment = { is: 'unknown' }
const PROVED: Containment = { is: 'proved' }

/** Prepares the examination of differences one by one. */
export function placeExaminer({ inner, outer, isInput, prover, accepting, refusing }: PlaceOptions): PlaceExaminer {
  const [from, to] = [readGraph(inner), readGraph(outer)]

  return {
    examine(difference, steps) {
      const place = holderSteps(difference)
      const [old, next] = [atPath(inner, place), atPath(outer, place)]
      if (!isSchema(old) || !isSchema(next) || !from.isPlain || !to.isPlain) return UNKNOWN
      const pointer = toPointer(place)
      const route = from.route(pointer)
      // What one of the two never comes to is never compared with its counterpart; the way there is another difference.
      if (!route || !to.route(pointer)) return PROVED
      const demand = newDemand(old, next, isInput ? difference : reversed(difference))
      if (demand === undefined) return UNKNOWN
      const decides = from.decides(pointer) && to.decides(pointer)
      if (demand === true) return decides ? PROVED : UNKNOWN
      const answer = prover.findAt([inner, old], [outer, demand], steps)
      if (answer.is === 'none') return decides ? PROVED : UNKNOWN
      if (answer.value === undefined) return UNKNOWN
      const witness = prover.findWith(accepting, around(route, answer.value), { refusing, steps })
      return witness === undefined ? UNKNOWN : { is: 'refuted', witness }
    },
  }
}

/** The steps to the schema that holds what differs. */
function holderSteps({ steps, keyword, name }: Difference): readonly PathStep[] {
  if (keyword === '') return steps
  return steps.slice(0, steps.length - (name !== undefined && keyword !== 'required' ? 2 : 1))
}

/** One step from a schema to one inside it, or to what it refers to. */
interface Edge {
  readonly keyword: string
  readonly key: PathStep | undefined
  readonly from: SchemaObject
}

/** How the schemas of a document lead to each other. */
interface Graph {
  /** False for a document with references or keywords whose effect is not where they stand. */
  readonly isPlain: boolean
  /** True when a document is accepted more if, and only if anything, the schema at this place accepts more. */
  decides(pointer: string): boolean
  /** The steps from the root to a place, references followed. */
  route(pointer: string): readonly Edge[] | undefined
}

const ENTANGLED = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef'] as const
/** Keywords under which accepting more may mean that less is accepted. */
const MIXED: ReadonlySet<string> = new Set(['not', 'if', 'oneOf', 'contains'])

function readGraph(root: Schema): Graph {
  const routes = new Map<string, { readonly edge: Edge; readonly from: string } | undefined>([['', undefined]])
  const mixed = new Set<string>()
  let isPlain = true
  const pending: [pointer: string, isMixed: boolean][] = [['', false]]
  for (const [pointer, isMixed] of pending) {
    const schema = atPointer(root, pointer)
    if (!isSchemaObject(schema)) continue
    if (ENTANGLED.some((keyword) => Object.hasOwn(schema, keyword)) || (schema.$id !== undefined && pointer !== '')) {
      isPlain = false
    }
    const visit = (next: string, edge: Edge) => {
      const isNowMixed = isMixed || MIXED.has(edge.keyword)
      if (routes.has(next) && (!isNowMixed || mixed.has(next))) return
      if (!routes.has(next)) routes.set(next, { edge, from: pointer })
      if (isNowMixed) mixed.add(next)
      pending.push([next, isNowMixed])
    }
    eachSubschema(schema, (_sub, [keyword = '', key]) => {
      if (keyword === '$defs' || keyword === 'definitions') return
      const steps = key === undefined ? [keyword] : [keyword, key]
      visit(`${pointer}${toPointer(steps)}`, { keyword: String(keyword), key, from: schema })
    })
    const { $ref } = schema
    if (typeof $ref !== 'string') continue
    const target = /^#(?:\/|$)/.test($ref) ? fromPointer(decode($ref)) : undefined
    if (target && isSchemaPlace(root, target)) {
      visit(toPointer(target), { keyword: '$ref', key: undefined, from: schema })
    } else isPlain = false
  }
  return {
    isPlain,
    decides: (pointer) => routes.has(pointer) && !mixed.has(pointer),
    route(pointer) {
      if (!routes.has(pointer)) return undefined
      const edges: Edge[] = []
      for (let at = routes.get(pointer); at; at = routes.get(at.from)) edges.unshift(at.edge)
      return edges
    },
  }
}

/** True when a schema is where steps lead, and only schemas on the way: differences are not looked for inside anything else. */
function isSchemaPlace(root: Schema, steps: readonly PathStep[]): boolean {
  let schema: unknown = root
  for (let i = 0; i < steps.length; ) {
    const count = isSchemaObject(schema) ? stepsInto(String(steps[i])) : 0
    if (count === 0) return false
    schema = atPath(schema, steps.slice(i, i + count))
    i += count
  }
  return isSchema(schema)
}

/** How many steps lead from a schema into one under a keyword; none where the keyword holds no schema. */
function stepsInto(keyword: string): number {
  if (SCHEMA_KEYWORDS.some((each) => each === keyword)) return 1
  return [...SCHEMA_LIST_KEYWORDS, ...SCHEMA_MAP_KEYWORDS].some((each) => each === keyword) ? 2 : 0
}

function decode(ref: string): string {
  try {
    return decodeURIComponent(ref.slice(1))
  } catch {
    return ref.slice(1)
  }
}

/** A schema of documents that have a value at the end of a route. */
function around(route: readonly Edge[], value: Json): Schema {
  return route.reduceRight<Schema>((inner, edge) => wrap(edge, inner), { const: value })
}

function wrap({ keyword, key, from }: Edge, inner: Schema): Schema {
  switch (keyword) {
    case 'properties':
      return named(String(key), inner)
    case 'patternProperties':
      return named(String(key).replaceAll(/^\^|\$$|\\/g, ''), inner)
    case 'additionalProperties':
      return named(freeName(from), inner)
    case 'prefixItems':
      return listed(Number(key), inner)
    case 'items':
      return listed(Array.isArray(from.prefixItems) ? from.prefixItems.length : 0, inner)
    case 'contains':
      return { type: 'array', contains: inner }
    default:
      return inner
  }
}

function named(name: string, inner: Schema): Schema {
  return { type: 'object', required: [name], properties: { [name]: inner } }
}

function listed(index: number, inner: Schema): Schema {
  return { type: 'array', minItems: index + 1, prefixItems: [...Array.from({ length: index }, () => true), inner] }
}

function freeName({ properties, patternProperties }: SchemaObject): string {
  const isTaken = (name: string) =>
    (isObject(properties) && Object.hasOwn(properties, name)) ||
    Object.keys(isObject(patternProperties) ? patternProperties : {}).some((pattern) => pattern.includes(name))
  return ['other', 'another', 'x1', 'zzz'].find((name) => !isTaken(name)) ?? 'other name'
}
