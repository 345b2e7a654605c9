import { isSchemaObject } from '../schema.ts'
import type { LinkedSchema } from './link-schema.ts'
import { patternSafety } from './pattern.ts'
import { type SchemaNode, sameValueNodes } from './schema-node.ts'

/** Which engine judges a schema, and whether references can multiply its work so that answers must be kept. */
export interface EngineChoice {
  readonly engine: 'fast' | 'exact'
  readonly keepsAnswers: boolean
}

/** Above this the code generator takes longer than it ever saves. */
const MAX_GENERATED = 400
/** So many schemas may judge one place of a value before answers are kept. */
const MAX_JUDGES = 2_000

/** Sends to the exact engine what generated code gets wrong, or would take too long for. */
export function chooseEngine({ root, nodes }: LinkedSchema): EngineChoice {
  const keepsAnswers =
    nodes.some((node) => node.ref ?? node.dynamicRef) && (nodes.length > MAX_GENERATED || multiplies(root, nodes))
  const isExact = keepsAnswers || nodes.length > MAX_GENERATED || nodes.some(needsExact)
  return { engine: isExact ? 'exact' : 'fast', keepsAnswers }
}

const NAMING = ['properties', 'dependentSchemas', 'dependentRequired'] as const

function needsExact(node: SchemaNode): boolean {
  const { schema } = node
  if (!isSchemaObject(schema)) return false
  if (!node.resource.asserts || node.dynamicRef) return true
  if (Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems')) return true
  // A name every object inherits, such as `toString`, would be found where it is not.
  const names = [...(schema.required ?? []), ...NAMING.flatMap((keyword) => Object.keys(schema[keyword] ?? {}))]
  if (names.some((name) => name in Object.prototype)) return true
  return Object.keys(schema.patternProperties ?? {}).some((source) => patternSafety(source) !== 'safe')
}

/** True when references can bring one place of a value before so many schemas that the work explodes. */
function multiplies(root: SchemaNode, nodes: readonly SchemaNode[]): boolean {
  const reachable = new Map(nodes.map((node) => [node, reachableFrom(node)]))
  const isRecursive = (from: SchemaNode, to: SchemaNode) => reachable.get(to)?.has(from) ?? false
  const doubles = nodes.some((node) => {
    const [same, parts] = judges(node).map((group) =>
      group.map((nodes) => nodes.filter((to) => isRecursive(node, to)).length),
    )
    return Math.max(0, ...(same ?? [])) + Math.max(0, ...(parts ?? [])) > 1
  })
  return doubles || countJudges(root, isRecursive, new Map()) > MAX_JUDGES
}

function countJudges(
  node: SchemaNode,
  isRecursive: (from: SchemaNode, to: SchemaNode) => boolean,
  known: Map<SchemaNode, number>,
): number {
  const before = known.get(node)
  if (before !== undefined) return before
  const sum = (group: readonly SchemaNode[]) =>
    group.reduce((total, to) => total + (isRecursive(node, to) ? 0 : countJudges(to, isRecursive, known)), 0)
  const [same = [], parts = []] = judges(node).map((groups) => groups.map(sum))
  const count = 1 + Math.max(0, ...same) + Math.max(0, ...parts)
  known.set(node, count)
  return count
}

function reachableFrom(start: SchemaNode): Set<SchemaNode> {
  const reached = new Set<SchemaNode>()
  const pending = [start]
  for (let node = pending.pop(); node; node = pending.pop()) {
    for (const next of judges(node).flat(2)) {
      if (reached.has(next)) continue
      reached.add(next)
      pending.push(next)
    }
  }
  return reached
}

/** The schemas that judge the same value as the node, and the groups of schemas that may judge the same part of it. */
function judges(node: SchemaNode): [same: SchemaNode[][], parts: SchemaNode[][]] {
  const same = sameValueNodes(node)
  if (node.dynamicRef) same.push(node.dynamicRef)
  const one = (keyword: string) => [node.one.get(keyword)].filter((sub) => sub !== undefined)
  const patterned = [...(node.named.get('patternProperties')?.values() ?? [])]
  const parts: SchemaNode[][] = [one('propertyNames'), [...patterned, ...one('additionalProperties')]]
  for (const sub of node.named.get('properties')?.values() ?? []) parts.push([sub, ...patterned])
  for (const sub of node.list.get('prefixItems') ?? []) parts.push([sub, ...one('contains')])
  parts.push([...one('items'), ...one('contains'), ...one('unevaluatedItems')], one('unevaluatedProperties'))
  return [[same], parts]
}
