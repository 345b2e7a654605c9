import { type CodeSource, openWriter } from '../engine/code-writer.ts'
import { emitNode } from '../engine/generate-validator.ts'
import type { SchemaNode } from '../engine/schema-node.ts'
import { escapeStep } from '../pointer.ts'
import { isSchemaObject } from '../schema.ts'
import type { Coercion } from './coercion.ts'
import { isThousands, readNumber } from './read-number.ts'

/** A value with its numbers repaired; undefined when something else is wrong with it. */
export type NumberRepair = (
  value: unknown,
) => { readonly value: unknown; readonly coercions: readonly Coercion[] } | undefined

/** Deeper values take the long way: each level is validated again. */
const MAX_DEPTH = 32

/**
 * Generates the repair of the most frequent mistake by far, a number in quotes, in values that have no other. It goes straight to what is not
 * valid, by declared properties and items alone, and does there what the long way would do; it gives up as soon as it meets
 * anything else. The caller validates the result, and takes the long way when it is not valid.
 */
export function generateNumberRepair(source: CodeSource): NumberRepair {
  const writer = openWriter(source, emitNode)
  const [number, thousands, note] = [readNumber, isThousands, addCoercion].map(writer.refer)
  const names = new Map<SchemaNode, string>([[source.linked.root, 'r0']])
  const functions: string[] = []
  // A Map keeps giving what is added while it is walked.
  for (const [node, name] of names) functions.push(repairOf(node, name))
  return writer.finish(`${functions.join('\n')}
return (v) => {
const out = { value: undefined, coercions: undefined }
try { out.value = r0(v, '', out, 0) } catch (thrown) { if (!(thrown instanceof RangeError)) throw thrown }
return out.value === undefined ? undefined : out
}`)

  function repairOf(node: SchemaNode, name: string): string {
    const parts = conjuncts(node)
    const properties = parts.flatMap(({ named }) => [...(named.get('properties') ?? [])])
    const lines = properties.map(([key, sub]) =>
      repairAt(sub, JSON.stringify(key), JSON.stringify(`/${escapeStep(key)}`)),
    )
    const items = parts.flatMap((part) => (part.list.has('prefixItems') ? [] : (part.one.get('items') ?? [])))
    const loops = items.map((sub) => `for (let i = 0; i < c.length; i++) {\n${repairAt(sub, 'i', "'/' + i")}\n}`)
    // A name that every object inherits, such as `toString`, would be found where it is not.
    if (properties.some(([key]) => key in Object.prototype)) return `function ${name}() {}`
    return `function ${name}(v, path, out, depth) {
if (typeof v !== 'object' || v === null || depth > ${MAX_DEPTH}) return undefined
let c = v, lacks
if (Array.isArray(v)) {\n${loops.join('\n')}\n} else {\n${lines.join('\n')}\n}
return c === v ? undefined : c\n}`
  }

  /** Repairs what stands under a key of `c`, a copy of `v` as soon as they differ. */
  function repairAt(sub: SchemaNode, key: string, step: string): string {
    const [inner, fits, made] = [writer.fresh(), writer.fresh(), writer.fresh()]
    return `const ${inner} = c[${key}]
if (${inner} !== undefined) {
let ${fits} = true
${writer.emitAnswer(sub, inner, fits)}
if (!${fits}) {
${readingOf(sub, inner, made, step)}
if (${made} === undefined) return undefined
if (c === v) c = Array.isArray(v) ? v.slice() : { ...v }
c[${key}] = ${made}
}\n}`
  }

  function readingOf(sub: SchemaNode, inner: string, made: string, step: string): string {
    const type = numberType(sub)
    if (!type) return `const ${made} = ${nameOf(sub)}(${inner}, path + ${step}, out, depth + 1)`
    const isWrong =
      type === 'integer'
        ? `!Number.isInteger(${made}) || (${inner}.length > 4 && ${thousands}(${inner}))`
        : `${made} === undefined`
    return `if (typeof ${inner} !== 'string') return undefined
const ${made} = ${number}(${inner})
if (${isWrong}) return undefined
${note}(out, { path: path + ${step}, from: ${inner}, to: ${made}, rule: 'string-to-number' })`
  }

  function nameOf(node: SchemaNode): string {
    const name = names.get(node) ?? `r${names.size}`
    names.set(node, name)
    return name
  }
}

/** Lists are made with their first entry: an empty one gets room for many with the first that is added. */
function addCoercion(out: { coercions: Coercion[] | undefined }, coercion: Coercion): void {
  if (out.coercions) out.coercions.push(coercion)
  else out.coercions = [coercion]
}

type NumberType = 'integer' | 'number'

/** The type of a place that takes numbers of that type and, at most, null; undefined where more needs to be known. */
function numberType({ schema, ref, list }: SchemaNode): NumberType | undefined {
  if (!isSchemaObject(schema) || ref || list.has('allOf') || 'enum' in schema || 'const' in schema) return undefined
  const branches = [...(list.get('anyOf') ?? []), ...(list.get('oneOf') ?? [])]
  const types = branches.length === 0 ? [schema.type].flat() : 'type' in schema ? [] : branches.map(soleType)
  const [only, another] = types.filter((type) => type !== 'null')
  return another === undefined && (only === 'integer' || only === 'number') ? only : undefined
}

/** The type of a branch that asks for nothing but a type. */
function soleType({ schema }: SchemaNode): unknown {
  return isSchemaObject(schema) && Object.keys(schema).join() === 'type' ? schema.type : 'other'
}

/** The schemas that every value of a place must fit: itself, what it refers to, its `allOf`, each once. */
function conjuncts(node: SchemaNode): readonly SchemaNode[] {
  const found = new Set([node])
  // A Set keeps giving what is added while it is walked.
  for (const each of found) {
    if (each.ref) found.add(each.ref)
    for (const sub of each.list.get('allOf') ?? []) found.add(sub)
  }
  return [...found]
}
