import type { Schema } from '../schema.ts'

/** One schema at one place of a document, with its subschemas and what its references lead to. */
export interface SchemaNode {
  readonly schema: Schema
  /** JSON pointer from the root of its document. */
  readonly pointer: string
  readonly document: SchemaDocument
  readonly resource: SchemaResource
  /** Subschemas by keyword: one schema, a list, or schemas by name. */
  readonly one: Map<string, SchemaNode>
  readonly list: Map<string, SchemaNode[]>
  readonly named: Map<string, Map<string, SchemaNode>>
  /** Where `$ref` leads. */
  ref?: SchemaNode
  /** Where `$dynamicRef` leads when no outer schema says otherwise. */
  dynamicRef?: SchemaNode
  /** The name outer schemas may answer to instead. Absent when `$dynamicRef` is as good as `$ref`. */
  dynamicName?: string
}

/** A schema with a URI of its own: a document, or what an `$id` inside one begins. */
export interface SchemaResource {
  readonly uri: string
  readonly pointer: string
  readonly document: SchemaDocument
  readonly anchors: Map<string, SchemaNode>
  readonly dynamicAnchors: Map<string, SchemaNode>
  /** False when its metaschema leaves the validation vocabulary out, so that `minimum` and the like say nothing. */
  readonly asserts: boolean
}

/** A JSON document that holds schemas. */
export interface SchemaDocument {
  readonly uri: string
  readonly source: unknown
  readonly nodes: Map<string, SchemaNode>
}

/** The schemas that judge the same value as the node itself. `$dynamicRef` is left out: where it leads is known only at run time. */
export function sameValueNodes(node: SchemaNode): SchemaNode[] {
  const nodes = [
    ...(node.list.get('allOf') ?? []),
    ...(node.list.get('anyOf') ?? []),
    ...(node.list.get('oneOf') ?? []),
  ]
  for (const keyword of ['not', 'if', 'then', 'else']) {
    const sub = node.one.get(keyword)
    if (sub) nodes.push(sub)
  }
  nodes.push(...(node.named.get('dependentSchemas')?.values() ?? []))
  if (node.ref) nodes.push(node.ref)
  return nodes
}
