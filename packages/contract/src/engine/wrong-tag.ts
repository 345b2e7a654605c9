import { isObject } from '../json.ts'
import { isSchemaObject } from '../schema.ts'
import type { SchemaNode } from './schema-node.ts'

/** A property by which the alternatives are told apart, with a value that names none of them. */
export interface WrongTag {
  readonly name: string
  /** Stands for what all alternatives together allow there. */
  readonly node: SchemaNode
  readonly keyword: 'const' | 'enum'
}

/** What is wrong with an object that says it is of a kind that none of the alternatives is; undefined when that is not what is wrong. */
export function wrongTag(branches: readonly SchemaNode[], value: unknown): WrongTag | undefined {
  const [first, ...others] = branches
  if (!isObject(value) || !first || others.length === 0) return undefined
  for (const name of Object.keys(value)) {
    const node = propertyOf(first, name, new Set())
    const allowed = [first, ...others].map((branch) => tagsOf(propertyOf(branch, name, new Set())))
    if (!node || allowed.some((tags) => tags.length === 0)) continue
    const tags = [...new Set(allowed.flat())]
    if (tags.includes(value[name])) continue
    const keyword = isSchemaObject(node.schema) && Object.hasOwn(node.schema, 'const') ? 'const' : 'enum'
    return { name, keyword, node: { ...node, schema: { enum: tags } } }
  }
  return undefined
}

/** What a schema says about a property, itself or by what it refers to. */
function propertyOf(node: SchemaNode, name: string, seen: Set<SchemaNode>): SchemaNode | undefined {
  if (seen.has(node)) return undefined
  seen.add(node)
  const own = node.named.get('properties')?.get(name)
  if (own) return own
  for (const part of [...(node.ref ? [node.ref] : []), ...(node.list.get('allOf') ?? [])]) {
    const found = propertyOf(part, name, seen)
    if (found) return found
  }
  return undefined
}

function tagsOf(node: SchemaNode | undefined): readonly unknown[] {
  if (!node || !isSchemaObject(node.schema)) return []
  const { schema } = node
  const tags: readonly unknown[] = Object.hasOwn(schema, 'const') ? [schema.const] : (schema.enum ?? [])
  return tags.every((tag) => typeof tag !== 'object' || tag === null) ? tags : []
}
