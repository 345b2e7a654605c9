import { isSchema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { disjointKinds } from './disjoint-union.ts'
import { type Child, keywordAtoms } from './keyword-atoms.ts'
import { type RefResolver, resolvePointers, resolveRefs } from './resolve-refs.ts'
import {
  type Atom,
  canonicalText,
  KINDS,
  type Kind,
  kindOf,
  type SchemaNode,
  type ValueSet,
  valueSet,
} from './schema-node.ts'

/**
 * Makes nodes of schema documents; equal schemas become the same node, also across documents. With a part, a node of just
 * that: a schema of the document or one like it, whose references are pointers into the document.
 */
export type NodeBuilder = (document: Schema, part?: Schema) => SchemaNode

// A chain of references this long was not written by a person.
const MAX_DEPTH = 800

/** Starts a builder. Its documents are draft 2020-12 and not deeper than a recursive walk allows. */
export function nodeBuilder(): NodeBuilder {
  const byKey = new Map<string, SchemaNode>()
  let circles = 0

  function intern(key: string, make: (id: number) => SchemaNode): SchemaNode {
    const known = byKey.get(key)
    if (known) return known
    const node = make(byKey.size)
    byKey.set(key, node)
    return node
  }

  // The parts of one document have what they refer to in common.
  const memories = new WeakMap<object, Memory>()
  function memoryOf(document: Schema): Memory {
    const known = isSchemaObject(document) ? memories.get(document) : undefined
    const memory = known ?? { done: new Map(), circular: new Map() }
    if (isSchemaObject(document)) memories.set(document, memory)
    return memory
  }

  return (document, part) => {
    const resolve = part === undefined ? resolveRefs(document) : resolvePointers(document)
    const { done, circular }: Memory =
      part === undefined ? { done: new Map(), circular: new Map() } : memoryOf(document)
    // How deep in a value each schema under construction applies: met again at the same depth, it says nothing but itself.
    const open = new Map<SchemaObject, number>()

    function build(schema: Schema, level: number, depth: number): SchemaNode {
      if (typeof schema === 'boolean') return intern(String(schema), (id) => plainNode(id, schema ? KINDS : []))
      const ready = done.get(schema)
      if (ready) return ready
      const openLevel = open.get(schema)
      if (openLevel === level || depth > MAX_DEPTH)
        return opaqueNode(openLevel === level ? 'a circle of references' : 'depth')
      if (openLevel !== undefined) return circleTo(schema)
      open.set(schema, level)
      const parts = readParts(schema, resolve, (sub, isInside) => build(sub, isInside ? level + 1 : level, depth + 1))
      const node =
        onlyPart(parts) ??
        intern(
          partsKey(parts, () => circles++),
          (id) => ({ id, ...parts }),
        )
      open.delete(schema)
      done.set(schema, node)
      const circle = circular.get(schema)
      if (circle) circle.target = node
      return node
    }

    function circleTo(schema: SchemaObject): SchemaNode {
      const known = circular.get(schema)
      if (known) return known
      const node = intern(`circle ${circles++}`, (id) => plainNode(id, KINDS))
      circular.set(schema, node)
      return node
    }

    function opaqueNode(opaque: string): SchemaNode {
      return intern(`opaque ${opaque} ${circles++}`, (id) => ({ ...plainNode(id, KINDS), opaque: `${opaque} ${id}` }))
    }

    return build(part ?? document, 0, 0)
  }
}

/** The nodes made of a document so far. */
interface Memory {
  readonly done: Map<SchemaObject, SchemaNode>
  readonly circular: Map<SchemaObject, SchemaNode>
}

type Parts = Omit<SchemaNode, 'id' | 'target'>

function plainNode(id: number, kinds: readonly Kind[]): SchemaNode {
  return { id, ...noParts(), kinds: new Set(kinds) }
}

function noParts(): Parts {
  return {
    kinds: new Set(KINDS),
    atoms: {},
    allOf: [],
    anyOf: [],
    oneOf: [],
    not: [],
    conditions: [],
    dependents: [],
    unevaluated: {},
  }
}

function readParts(schema: SchemaObject, resolve: RefResolver, child: Child): Parts {
  const atoms = keywordAtoms(schema, child)
  const kinds = readKinds(schema, atoms)
  const problems = wrongKeywords(schema)
  const allOf = list(schema.allOf).map((sub) => child(sub, false))
  for (const target of resolve(schema)) {
    if (target === undefined) problems.push(`reference ${schema.$ref} ${schema.$dynamicRef}`)
    else allOf.push(child(target.schema, false))
  }
  const values = readValues(schema)
  const anyOf = Array.isArray(schema.anyOf) ? [list(schema.anyOf).map((sub) => child(sub, false))] : []
  const oneOf = Array.isArray(schema.oneOf) ? [list(schema.oneOf).map((sub) => child(sub, false))] : []
  return {
    ...noParts(),
    kinds: values ? kindsAmong(values, kinds) : kinds,
    atoms,
    allOf,
    anyOf,
    oneOf: oneOf.map((nodes) => ({ nodes, disjointFor: disjointKinds(nodes) })),
    not: isSchema(schema.not) ? [child(schema.not, false)] : [],
    conditions: readConditions(schema, child),
    dependents: isSchemaObject(schema.dependentSchemas)
      ? Object.entries(schema.dependentSchemas).map(([name, sub]) => ({ name, node: child(sub as Schema, false) }))
      : [],
    unevaluated: {
      ...(isSchema(schema.unevaluatedProperties) ? { object: child(schema.unevaluatedProperties, true) } : {}),
      ...(isSchema(schema.unevaluatedItems) ? { array: child(schema.unevaluatedItems, true) } : {}),
    },
    ...(values ? { values } : {}),
    ...(problems.length > 0 ? { opaque: problems.join(', ') } : {}),
  }
}

/** Also an `if` alone: what it tests counts as evaluated. */
function readConditions(schema: SchemaObject, child: Child): Parts['conditions'] {
  if (!isSchema(schema.if)) return []
  const branch = (sub: unknown) => child(isSchema(sub) ? sub : true, false)
  return [{ test: child(schema.if, false), met: branch(schema.then), unmet: branch(schema.else) }]
}

function readKinds(schema: SchemaObject, atoms: Partial<Record<Kind, Atom[]>>): Set<Kind> {
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (schema.type === undefined) return new Set(KINDS)
  const kinds = new Set(KINDS.filter((kind) => types.includes(kind)))
  if (!kinds.has('number') && types.includes('integer')) {
    kinds.add('number')
    atoms.number = [{ is: 'multiple', of: 1 }, ...(atoms.number ?? [])]
  }
  return kinds
}

function readValues(schema: SchemaObject) {
  const listed = Array.isArray(schema.enum) ? valueSet(schema.enum) : undefined
  if (schema.const === undefined) return listed
  const only = valueSet([schema.const])
  return listed === undefined ? only : valueSet([...only.values()].filter((value) => listed.has(canonicalText(value))))
}

const NUMBERS =
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties'.split(
    ' ',
  )
const SUBSCHEMAS =
  'not if then else items contains propertyNames additionalProperties unevaluatedProperties unevaluatedItems'.split(' ')
const LISTS = 'enum required allOf anyOf oneOf prefixItems'.split(' ')
const MAPS = 'properties patternProperties dependentSchemas dependentRequired'.split(' ')

/** Keywords whose value is not what the draft asks for: their meaning is undefined. */
function wrongKeywords(schema: SchemaObject): string[] {
  const isWrong = (keyword: string, isRight: (value: unknown) => boolean) =>
    schema[keyword] !== undefined && !isRight(schema[keyword])
  const isList = (value: unknown) => Array.isArray(value)
  return [
    ...NUMBERS.filter((keyword) => isWrong(keyword, (value) => typeof value === 'number')),
    ...SUBSCHEMAS.filter((keyword) => isWrong(keyword, isSchema)),
    ...LISTS.filter((keyword) => isWrong(keyword, isList)),
    ...MAPS.filter((keyword) => isWrong(keyword, isSchemaObject)),
    ...['pattern', 'format'].filter((keyword) => isWrong(keyword, (value) => typeof value === 'string')),
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].filter((keyword) =>
      isWrong(keyword, (value) => !Array.isArray(value) || value.every(isSchema)),
    ),
    ...['properties', 'patternProperties', 'dependentSchemas'].filter((keyword) =>
      isWrong(keyword, (value) => !isSchemaObject(value) || Object.values(value).every(isSchema)),
    ),
  ].map((keyword) => `${keyword} ${canonicalText(schema[keyword])}`)
}

function list(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

/** The one node that the parts consist of, as those of a mere reference do. */
function onlyPart({
  kinds,
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
}: Parts) {
  const others = [anyOf, oneOf, not, conditions, dependents, Object.keys(atoms), Object.keys(unevaluated)]
  const isAlone = allOf.length === 1 && others.every((part) => part.length === 0)
  return isAlone && kinds.size === KINDS.length && values === undefined && opaque === undefined ? allOf[0] : undefined
}

// Equal lists longer than this are found out by looking at their values, which is cheaper than sorting them.
const MAX_SORTED = 500

/** Text that is the same for parts that say the same. */
function partsKey(parts: Parts, unique: () => number): string {
  return JSON.stringify(parts, (key, value: unknown) => {
    if (value instanceof Set) return [...value].sort()
    if (key === 'values' && value instanceof Map) return value.size > MAX_SORTED ? unique() : [...value.keys()].sort()
    if (value instanceof Map) return [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    if (typeof value !== 'object' || value === null || !('id' in value) || !('kinds' in value)) return value
    return `node ${String(value.id)}`
  })
}

function kindsAmong(values: ValueSet, kinds: ReadonlySet<Kind>): Set<Kind> {
  const found = new Set<Kind>()
  for (const value of values.values()) found.add(kindOf(value))
  return found.intersection(kinds)
}
