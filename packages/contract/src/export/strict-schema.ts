import { backEdges } from '../back-edges.ts'
import { freeName } from '../free-name.ts'
import { defineKey, jsonEquals } from '../json.ts'
import { fromPointer } from '../pointer.ts'
import { indexRefs } from '../ref-index.ts'
import type { Schema, SchemaType } from '../schema.ts'
import type { Loss } from './loss.ts'
import { type ObjectForm, readWholeObject } from './object-form.ts'
import { readShape, type Shape, type Source } from './schema-shape.ts'
import { isScalarList, type StrictForm, strictForm, takesNull } from './strict-form.ts'
import { type LoseKeyword, type StrictNode, type StrictProfile, strictKeywords } from './strict-keywords.ts'

/** A schema in the small language that models are held to, and what it could not say. */
export interface StrictSchema {
  readonly schema: StrictNode
  readonly losses: readonly Loss[]
  readonly isRecursive: boolean
  /** Why it cannot be used, when it cannot. */
  readonly problem: string | undefined
}

// The largest contracts offered to models have some hundred places; more means unbounded expansion.
const MAX_PLACES = 5000

/** Writes the schema of an object in strict form: closed objects, no `allOf`, what cannot be said moved into descriptions. */
export function strictSchema(root: Schema, profile: StrictProfile): StrictSchema {
  const losses = new Map<string, Loss>()
  const lose: LoseKeyword = (pointer, keyword, how) => {
    const id = `${pointer} ${keyword}`
    if (!losses.has(id)) losses.set(id, { pointer: `/input${pointer}`, keyword, how })
  }
  const definitions = new Map<string, { name: string; shape: Shape }>()
  const taken = new Set<string>()
  const edges = new Map<string, Set<string>>()
  let owner = '#'
  let places = 0

  function writePlace(sources: readonly Source[]): StrictNode {
    if (++places > MAX_PLACES) return {}
    const target = followReferences(root, sources)
    if (target?.[0]?.pointer === '') return refTo('#')
    const shape = readShape(root, target ?? sources)
    const form = strictForm(root, shape)
    const isCompound = form.kind !== 'scalar' && form.kind !== 'text' && form.kind !== 'never'
    if (isCompound && (target || shape.isReferred)) return refTo(`#/$defs/${define(shape)}`)
    return write(shape, form)
  }

  function refTo($ref: string): StrictNode {
    edges.set(owner, (edges.get(owner) ?? new Set()).add($ref))
    return { $ref }
  }

  function define(shape: Shape): string {
    const known = definitions.get(shape.key)
    if (known) return known.name
    const name = freeName(definitionName(shape), (other) => taken.has(other))
    taken.add(name)
    definitions.set(shape.key, { name, shape })
    return name
  }

  function write(shape: Shape, form: StrictForm): StrictNode {
    const { keywords, description, title } = strictKeywords(shape, form, profile, lose)
    const node = { ...title, ...description, ...writeForm(shape, form), ...keywords }
    const isNullable =
      shape.types?.has('null') && (form.kind === 'object' || form.kind === 'array' || form.kind === 'entries')
    return isNullable ? nullable(node) : node
  }

  function writeForm(shape: Shape, form: StrictForm): StrictNode {
    switch (form.kind) {
      case 'never':
        return { type: 'null' }
      case 'text':
        return { type: 'string' }
      case 'scalar':
        return writeScalar(shape)
      case 'object':
        return writeObject(form.object)
      case 'entries': {
        const key = form.keys.length > 0 ? writePlace([...form.keys, STRING]) : { type: 'string' }
        const entry = { key, value: writePlace(form.values) }
        return { type: 'array', items: closedObject(entry, ['key', 'value']) }
      }
      case 'array': {
        const { prefix, rest } = form.array
        const kinds = distinct([...prefix, ...(rest ? [rest] : [])].map(writePlace))
        const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds }
        const length = rest === undefined && profile.keeps('maxItems', prefix.length) ? { maxItems: prefix.length } : {}
        return { type: 'array', ...(kinds.length > 0 ? { items } : { items: { type: 'string' } }), ...length }
      }
      case 'alternatives': {
        const branches = form.branches.filter((branch) => !readShape(root, branch).isImpossible)
        return { anyOf: distinct(branches.map(writePlace)) }
      }
      case 'types':
        return writeTypes(shape, form.forms)
    }
  }

  function writeObject({ properties, required }: ObjectForm): StrictNode {
    const nodes: StrictNode = {}
    for (const [name, sources] of properties) {
      const isOptional = !required.has(name)
      const node = writePlace(sources)
      defineKey(nodes, name, isOptional && profile.allRequired ? nullable(node) : node)
      if (isOptional && profile.allRequired && takesNull(root, sources)) {
        lose(sources[0]?.pointer ?? '', 'required', 'optional and null are one here: null is read back as null')
      }
    }
    return closedObject(nodes, profile.allRequired ? [...properties.keys()] : [...required])
  }

  function writeTypes(shape: Shape, forms: ReadonlyMap<SchemaType, StrictForm>): StrictNode {
    const scalars = [...forms].filter(([, form]) => form.kind === 'scalar').map(([type]) => type)
    if (shape.types?.has('null')) scalars.push('null')
    const compounds = [...forms.values()].filter((form) => form.kind !== 'scalar').map((form) => writeForm(shape, form))
    return { anyOf: [...scalars.map((type) => ({ type })), ...compounds] }
  }

  const rootShape = readShape(root, [{ schema: root, pointer: '' }])
  const object = readWholeObject(root, rootShape)
  const { description, title } = strictKeywords(rootShape, { kind: 'object', object }, profile, lose)
  const schema: StrictNode = { ...title, ...description, ...writeObject(object) }
  const $defs: StrictNode = {}
  // A map hands out what is added while it is walked, so this ends when no definition is left to write.
  for (const { name, shape } of definitions.values()) {
    owner = `#/$defs/${name}`
    defineKey($defs, name, write(shape, strictForm(root, shape)))
  }
  if (definitions.size > 0) schema.$defs = $defs
  return {
    schema,
    losses: [...losses.values()],
    isRecursive: backEdges(edges.keys(), (name) => edges.get(name) ?? []).length > 0,
    problem: problemOf(rootShape, object, places),
  }
}

const STRING: Source = { schema: { type: 'string' }, pointer: '', mark: '!string' }

function problemOf(shape: Shape, object: ObjectForm, places: number): string | undefined {
  if (shape.isTooLarge || places > MAX_PLACES) return 'it is too large'
  if (object.properties.size === 0 && !object.isClosed) return 'its keys are free'
  return undefined
}

/** The one schema that a place refers to and adds nothing to. */
function followReferences(root: Schema, sources: readonly Source[]): readonly Source[] | undefined {
  let target: Source | undefined
  for (let next = sources.length === 1 ? sources[0] : undefined, hops = 0; next && hops < 100; hops++) {
    const { schema } = next
    if (typeof schema === 'boolean' || typeof schema.$ref !== 'string' || next.choices) break
    const saysMore = Object.keys(schema).some(
      (keyword) => keyword !== '$ref' && keyword !== '$comment' && !keyword.startsWith('x-'),
    )
    next = saysMore ? undefined : indexRefs(root).resolve(schema.$ref, schema)
    target = next ?? target
  }
  return target && [target]
}

function definitionName({ sources }: Shape): string {
  for (const { pointer } of sources) {
    const steps = fromPointer(pointer)
    if (steps.at(-2) !== '$defs' && steps.at(-2) !== 'definitions') continue
    const name = (steps.at(-1) ?? '').replaceAll(/[^A-Za-z0-9_-]+/gu, '_').slice(0, 60)
    if (/[^_]/.test(name)) return name
  }
  return 'Part'
}

function writeScalar({ types, values }: Shape): StrictNode {
  const list = [...(types ?? [])]
  const type = { type: list.length === 1 ? list[0] : list }
  if (!isScalarList(values)) return type
  return values.length === 1 ? { ...type, const: values[0] } : { ...type, enum: values }
}

function closedObject(properties: StrictNode, required: readonly string[]): StrictNode {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The same schema, and null. */
function nullable(node: StrictNode): StrictNode {
  const { description, title, anyOf, ...rest } = node
  const words = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
  if (Array.isArray(anyOf)) {
    return anyOf.some((branch) => jsonEquals(branch, NULL)) ? node : { ...words, ...rest, anyOf: [...anyOf, NULL] }
  }
  if (rest.properties || rest.items || rest.$ref) return { ...words, anyOf: [rest, NULL] }
  const types: readonly unknown[] = Array.isArray(rest.type) ? rest.type : [rest.type]
  if (types.includes('null')) return node
  const { const: only, enum: values, ...others } = rest
  const list = 'const' in rest ? [only] : Array.isArray(values) ? values : undefined
  return { ...words, ...others, type: [...types, 'null'], ...(list ? { enum: [...list, null] } : {}) }
}

const NULL = { type: 'null' }

function distinct(nodes: readonly StrictNode[]): readonly StrictNode[] {
  const texts = new Map(nodes.map((node) => [JSON.stringify(node), node]))
  return [...texts.values()]
}
