import type { Finding } from '../finding.ts'
import { hasOwn, isObject, preview } from '../json.ts'
import { atPath, fromPointer, type PathStep, toPointer } from '../pointer.ts'
import { NO_URI, resolveUri, withoutFragment } from '../resolve-uri.ts'
import { eachSubschema, isSchema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import type { SchemaDocument, SchemaNode, SchemaResource } from './schema-node.ts'

/** What linking made of a schema. With findings the graph is incomplete and must not be used. */
export interface LinkedSchema {
  readonly root: SchemaNode
  /** Every node of every document that was reached. */
  readonly nodes: readonly SchemaNode[]
  /** The nodes without a parent: documents, and what a pointer found where no keyword puts a schema. */
  readonly roots: readonly SchemaNode[]
  /** References that lead nowhere. */
  readonly findings: readonly Finding[]
  /** Set when the schema is too large or too deep; then only a part of it was read. */
  readonly excess: Finding | undefined
}

/** Largest number of subschemas in a schema and what it refers to. */
const MAX_SUBSCHEMAS = 5_000
/** Deepest nesting of subschemas. */
const MAX_SCHEMA_DEPTH = 250

/** Reads a schema into nodes and ties every reference to its target. `find` supplies other documents by URI; nothing is fetched. */
export function linkSchema(schema: Schema, find: (uri: string) => Schema | undefined): LinkedSchema {
  const findings: Finding[] = []
  const resources = new Map<string, SchemaResource>()
  const nodes: SchemaNode[] = []
  const roots: SchemaNode[] = []
  let excess: Finding | undefined

  const root = addDocument(NO_URI, schema)
  // The list grows while it is walked: a reference can lead to a new document.
  for (let i = 0; i < nodes.length && !excess; i++) resolveReferences(nodes[i] ?? root)
  return { root, nodes, roots, findings, excess }

  function addDocument(uri: string, source: Schema): SchemaNode {
    const document: SchemaDocument = { uri, source, nodes: new Map() }
    const resource = newResource(uri, '', document, source)
    resources.set(uri, resource)
    return addTree(document, source, '', resource)
  }

  /** Adds a schema and everything below it. Walks with a list of its own, so that no depth can overflow the stack. */
  function addTree(document: SchemaDocument, source: Schema, pointer: string, resource: SchemaResource): SchemaNode {
    const top = addNode(document, source, pointer, resource)
    roots.push(top)
    const pending: { node: SchemaNode; depth: number }[] = [{ node: top, depth: 0 }]
    for (let next = pending.pop(); next && !excess; next = pending.pop()) {
      const { node, depth } = next
      if (!isSchemaObject(node.schema)) continue
      if (depth > MAX_SCHEMA_DEPTH)
        return refuse(top, 'too-deep', `nests schemas deeper than ${MAX_SCHEMA_DEPTH} levels`)
      eachSubschema(node.schema, (sub, steps) => {
        if (nodes.length > MAX_SUBSCHEMAS) return
        const child = addNode(document, sub, node.pointer + toPointer(steps), node.resource)
        adopt(node, child, steps)
        pending.push({ node: child, depth: depth + 1 })
      })
      if (nodes.length > MAX_SUBSCHEMAS) return refuse(top, 'too-large', `has more than ${MAX_SUBSCHEMAS} subschemas`)
    }
    return top
  }

  function refuse(top: SchemaNode, rule: string, what: string): SchemaNode {
    excess = {
      rule: `schema/${rule}`,
      severity: 'error',
      message: `The schema ${what}.`,
      pointer: top.pointer,
      why: 'An untrusted schema must not exhaust the machine that checks it.',
      fix: 'Split the schema, or say less in it.',
    }
    return top
  }

  function addNode(document: SchemaDocument, schema: Schema, pointer: string, outer: SchemaResource): SchemaNode {
    const keywords: SchemaObject = isSchemaObject(schema) ? schema : {}
    const resource = typeof keywords.$id === 'string' ? identify(keywords.$id, document, schema, pointer, outer) : outer
    const node: SchemaNode = { schema, pointer, document, resource, one: new Map(), list: new Map(), named: new Map() }
    document.nodes.set(pointer, node)
    if (typeof keywords.$anchor === 'string') resource.anchors.set(keywords.$anchor, node)
    if (typeof keywords.$dynamicAnchor === 'string') {
      resource.anchors.set(keywords.$dynamicAnchor, node)
      resource.dynamicAnchors.set(keywords.$dynamicAnchor, node)
    }
    nodes.push(node)
    return node
  }

  function identify(
    id: string,
    document: SchemaDocument,
    schema: Schema,
    pointer: string,
    outer: SchemaResource,
  ): SchemaResource {
    const uri = resolveUri(id, outer.uri)
    if (uri === undefined) return outer
    const resource = newResource(withoutFragment(uri), pointer, document, schema)
    resources.set(resource.uri, resource)
    return resource
  }

  function newResource(uri: string, pointer: string, document: SchemaDocument, schema: Schema): SchemaResource {
    return { uri, pointer, document, anchors: new Map(), dynamicAnchors: new Map(), asserts: hasAssertions(schema) }
  }

  /** A metaschema of the caller's own may switch the assertions off by leaving their vocabulary out. */
  function hasAssertions(schema: Schema): boolean {
    if (!isSchemaObject(schema) || typeof schema.$schema !== 'string') return true
    const metaschema = find(schema.$schema)
    const vocabulary = isObject(metaschema) ? metaschema.$vocabulary : undefined
    return !isObject(vocabulary) || hasOwn(vocabulary, 'https://json-schema.org/draft/2020-12/vocab/validation')
  }

  function resolveReferences(node: SchemaNode): void {
    if (!isSchemaObject(node.schema)) return
    const { $ref, $dynamicRef } = node.schema
    if (typeof $ref === 'string') {
      const target = follow($ref, node, '$ref')
      if (target) node.ref = target
    }
    if (typeof $dynamicRef !== 'string') return
    const target = follow($dynamicRef, node, '$dynamicRef')
    if (!target) return
    node.dynamicRef = target
    const name = $dynamicRef.slice($dynamicRef.indexOf('#') + 1)
    if ($dynamicRef.includes('#') && target.resource.dynamicAnchors.get(name) === target) node.dynamicName = name
  }

  function follow(reference: string, from: SchemaNode, keyword: string): SchemaNode | undefined {
    const hash = reference.indexOf('#')
    const path = hash < 0 ? reference : reference.slice(0, hash)
    const uri = path === '' ? from.resource.uri : resolveUri(path, from.resource.uri)
    const resource = uri === undefined ? undefined : findResource(uri)
    const target = resource && locate(resource, hash < 0 ? '' : reference.slice(hash))
    if (!target && !excess) findings.push(unresolved(reference, from, keyword, resource === undefined))
    return target
  }

  function findResource(uri: string): SchemaResource | undefined {
    const known = resources.get(uri)
    if (known) return known
    const source = find(uri)
    if (source === undefined) return undefined
    addDocument(uri, source)
    return resources.get(uri)
  }

  function locate(resource: SchemaResource, fragment: string): SchemaNode | undefined {
    const { document } = resource
    if (fragment === '' || fragment === '#') return document.nodes.get(resource.pointer)
    if (!/^#(?:\/|%2f)/i.test(fragment)) return resource.anchors.get(fragment.slice(1))
    const full = [...fromPointer(resource.pointer), ...fromPointer(fragment)]
    const known = document.nodes.get(toPointer(full))
    if (known) return known
    const source = atPath(document.source, full)
    return isSchema(source) ? addTree(document, source, toPointer(full), nearestResource(document, full)) : undefined
  }
}

function nearestResource(document: SchemaDocument, steps: readonly PathStep[]): SchemaResource {
  for (let length = steps.length - 1; length >= 0; length--) {
    const above = document.nodes.get(toPointer(steps.slice(0, length)))
    if (above) return above.resource
  }
  throw new RangeError('a document without a root')
}

function adopt(parent: SchemaNode, child: SchemaNode, [keyword, name]: readonly PathStep[]): void {
  const key = String(keyword)
  if (name === undefined) parent.one.set(key, child)
  else if (typeof name === 'number') entry(parent.list, key, () => []).push(child)
  else entry(parent.named, key, () => new Map<string, SchemaNode>()).set(name, child)
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function unresolved(reference: string, from: SchemaNode, keyword: string, isOutside: boolean): Finding {
  return {
    rule: isOutside ? 'schema/remote-ref' : 'schema/unresolved-ref',
    severity: 'error',
    message: isOutside
      ? `${keyword} must lead to a schema in this document, got ${preview(reference)}.`
      : `${keyword} must lead to a schema, but there is none at ${preview(reference)}.`,
    pointer: `${from.pointer}/${keyword}`,
    why: 'Nothing is ever fetched from a network, so a schema that is elsewhere cannot be known.',
    fix: isOutside
      ? 'Copy the schema into $defs and refer to it as #/$defs/Name.'
      : 'Correct the reference, or add the schema it names.',
  }
}
