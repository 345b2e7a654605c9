import { freeName } from '../free-name.ts'
import type { Action, Contract } from '../open-contract.ts'
import { fromPointer } from '../pointer.ts'
import { indexRefs } from '../ref-index.ts'
import { eachSubschema, isSchemaObject, LOCATION_KEYWORDS, type Schema } from '../schema.ts'
import { rewriteSchema } from './rewrite-schema.ts'

/** How the schemas of a contract are called and referred to in the document they are gathered in. */
export interface NameStyle {
  /** What a reference to that name looks like. */
  readonly refTo: (name: string) => string
  /** A name made of words: an action, `input` or `output`, a definition. Need not be unique. */
  readonly nameOf: (words: readonly string[]) => string
  readonly reserved?: readonly string[]
  /** Which keywords stay; all by default. */
  readonly keep?: (keyword: string) => boolean
}

/** All schemas of a contract side by side, each under its own name; every `$ref` names one of them. */
export interface HoistedSchemas {
  readonly schemas: ReadonlyMap<string, Schema>
  /** The names of what each action takes and gives. */
  readonly actions: ReadonlyMap<Action, { readonly input: string; readonly output: string }>
}

/** Gathers the schemas of a contract. Equal definitions become one, different ones of the same name get different names. */
export function hoistSchemas(contract: Contract, style: NameStyle): HoistedSchemas {
  const pairs = [...contract.actions.values()].map((action) => ({
    action,
    input: collectParts(action, 'input'),
    output: collectParts(action, 'output'),
  }))
  const parts = pairs.flatMap(({ input, output }) => [...input.values(), ...output.values()])
  const names = nameParts(parts, style)
  const nameOf = (part: Part | undefined) => (part && names.get(part)) ?? ''
  const schemas = new Map<string, Schema>()
  for (const part of parts) if (!schemas.has(nameOf(part))) schemas.set(nameOf(part), rewritePart(part, names, style))
  const actions = new Map(
    pairs.map(({ action, input, output }) => [
      action,
      { input: nameOf(input.get('')), output: nameOf(output.get('')) },
    ]),
  )
  return { schemas, actions }
}

/** A schema that something refers to, or the input or output itself (pointer ''). */
interface Part {
  readonly words: readonly string[]
  readonly pointer: string
  readonly schema: Schema
  /** What its references lead to, in order. */
  readonly refs: Part[]
  readonly targets: Map<string, Part>
}

function collectParts(action: Action, side: 'input' | 'output'): ReadonlyMap<string, Part> {
  const root = action[side].schema
  const parts = new Map<string, Part>()
  const pending: Part[] = []
  const add = (pointer: string, schema: Schema) => {
    const known = parts.get(pointer)
    if (known) return known
    const name = fromPointer(pointer).at(-1)
    const words = name === undefined ? [action.name, side] : [action.name, side, name]
    const part: Part = { words, pointer, schema, refs: [], targets: new Map() }
    parts.set(pointer, part)
    pending.push(part)
    return part
  }
  add('', root)
  for (let part = pending.pop(); part; part = pending.pop()) {
    for (const ref of refsOf(part.schema)) {
      const target = indexRefs(root).resolve(ref)
      if (!target) continue
      const found = add(target.pointer, target.schema)
      part.refs.push(found)
      part.targets.set(ref, found)
    }
  }
  return parts
}

/** The references of a schema, in order. What only stands in its `$defs` is no part of it until something refers there. */
function refsOf(schema: Schema): string[] {
  const refs: string[] = []
  const visit = (sub: Schema) => {
    if (!isSchemaObject(sub)) return
    if (typeof sub.$ref === 'string') refs.push(sub.$ref)
    eachSubschema(sub, (inner, [keyword]) => {
      if (keyword !== '$defs' && keyword !== 'definitions') visit(inner)
    })
  }
  visit(schema)
  return refs
}

function nameParts(parts: readonly Part[], style: NameStyle): ReadonlyMap<Part, string> {
  const classes = classify(parts)
  const nameOfClass = new Map<number, string>()
  const taken = new Set(style.reserved)
  const name = (part: Part, candidates: readonly string[]) => {
    const group = classes.get(part) ?? -1
    if (nameOfClass.has(group)) return
    const isTaken = (candidate: string) => taken.has(candidate)
    const free = candidates.find((candidate) => !isTaken(candidate)) ?? freeName(candidates.at(-1) ?? '', isTaken)
    taken.add(free)
    nameOfClass.set(group, free)
  }
  const isRoot = (part: Part) => part.pointer === ''
  for (const part of parts) if (isRoot(part)) name(part, [style.nameOf(part.words)])
  for (const part of parts) if (!isRoot(part)) name(part, [style.nameOf(part.words.slice(2)), style.nameOf(part.words)])
  return new Map(parts.map((part) => [part, nameOfClass.get(classes.get(part) ?? -1) ?? '']))
}

// Enough for definitions that differ only far down a chain of references; past it nothing is shared, which is only longer.
const MAX_ROUNDS = 16

/**
 * Numbers the parts so that two get the same number exactly when they say the same: same text, and references that lead to
 * parts of the same number. Starts from the text and splits until nothing splits any more.
 */
function classify(parts: readonly Part[]): ReadonlyMap<Part, number> {
  let classes = numberBy(parts, (part, i) => {
    const text = JSON.stringify([part.words.slice(2), part.schema])
    return part.pointer === '' ? `${i}` : text
  })
  for (let round = 0, count = 0; round < MAX_ROUNDS; round++) {
    const before = classes
    classes = numberBy(parts, (part) => [part, ...part.refs].map((p) => before.get(p)).join(' '))
    const next = new Set(classes.values()).size
    if (next === count) return classes
    count = next
  }
  return numberBy(parts, (_, i) => `${i}`)
}

function numberBy(parts: readonly Part[], keyOf: (part: Part, i: number) => string): ReadonlyMap<Part, number> {
  const numbers = new Map<string, number>()
  return new Map(
    parts.map((part, i) => {
      const key = keyOf(part, i)
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      return [part, number]
    }),
  )
}

function rewritePart(part: Part, names: ReadonlyMap<Part, string>, style: NameStyle): Schema {
  return rewriteSchema(part.schema, {
    // Every schema gets a new place and a new name, so what said where it stood goes.
    keep: (keyword) => !LOCATION_KEYWORDS.has(keyword) && (style.keep?.(keyword) ?? true),
    ref: (ref) => {
      const target = part.targets.get(ref)
      return target && style.refTo(names.get(target) ?? '')
    },
  })
}
