import { isSchemaObject } from '../schema.ts'
import type { LinkedSchema } from './link-schema.ts'
import { type SchemaNode, sameValueNodes } from './schema-node.ts'
import { stronglyConnectedComponents } from './strongly-connected-components.ts'

/** Above this the code generator takes longer than it ever saves. */
const MAX_GENERATED = 400
/** So many schemas may judge one place of a value before answers are kept. */
const MAX_JUDGES = 2_000

/** True when references can multiply the work on a value, so that answers must be kept. */
export function mustKeepAnswers({ root, nodes }: LinkedSchema): boolean {
  return nodes.length > MAX_GENERATED || multiplies(root, nodes)
}

/** True for what generated code gets right, and is not too long to generate. */
export function isFitForCode({ nodes }: LinkedSchema): boolean {
  return nodes.length <= MAX_GENERATED && !nodes.some(needsExact)
}

function needsExact({ schema, resource, dynamicRef }: SchemaNode): boolean {
  if (!isSchemaObject(schema)) return false
  if (!resource.asserts || dynamicRef) return true
  return Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems')
}

/** True when references can bring one place of a value before so many schemas that the work explodes. */
function multiplies(root: SchemaNode, nodes: readonly SchemaNode[]): boolean {
  const judging = new Map(nodes.map((node) => [node, judges(node)]))
  const groups = stronglyConnectedComponents(nodes, (node) => judging.get(node)?.flat() ?? [])
  const counts = new Map<SchemaNode, number>()
  const isRecursive = (from: SchemaNode, to: SchemaNode) => groups.get(from) === groups.get(to)
  const doubles = nodes.some((node) => worst(node, (to) => (isRecursive(node, to) ? 1 : 0)) > 1)
  return doubles || countJudges(root) > MAX_JUDGES

  /** How many schemas, weighed, one place can come before: those of the value itself, and the largest group of those of a part. */
  function worst(node: SchemaNode, weigh: (to: SchemaNode) => number): number {
    const [same = 0, ...parts] = (judging.get(node) ?? []).map((group) => group.reduce((sum, to) => sum + weigh(to), 0))
    return same + Math.max(0, ...parts)
  }

  function countJudges(node: SchemaNode): number {
    const count = counts.get(node) ?? 1 + worst(node, (to) => (isRecursive(node, to) ? 0 : countJudges(to)))
    counts.set(node, count)
    return count
  }
}

/** First the schemas that judge the same value as the node, then the groups of schemas that may judge the same part of it. */
function judges(node: SchemaNode): SchemaNode[][] {
  const same = sameValueNodes(node)
  if (node.dynamicRef) same.push(node.dynamicRef)
  const one = (keyword: string) => [node.one.get(keyword)].filter((sub) => sub !== undefined)
  const patterned = [...(node.named.get('patternProperties')?.values() ?? [])]
  const parts: SchemaNode[][] = [one('propertyNames'), [...patterned, ...one('additionalProperties')]]
  for (const sub of node.named.get('properties')?.values() ?? []) parts.push([sub, ...patterned])
  for (const sub of node.list.get('prefixItems') ?? []) parts.push([sub, ...one('contains')])
  parts.push([...one('items'), ...one('contains'), ...one('unevaluatedItems')], one('unevaluatedProperties'))
  return [same, ...parts]
}
