import type { Action } from '../open-contract.ts'
import { isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { copyForModels } from './copy-for-models.ts'
import type { ExportedTool, Loss } from './loss.ts'
import { objectInput } from './object-input.ts'
import { readShape, type Source } from './schema-shape.ts'
import { type NameRule, toolName } from './tool-name.ts'

/** A tool as an MCP server lists it. */
export interface McpTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: SchemaObject
  readonly outputSchema?: SchemaObject
  readonly annotations: { readonly idempotentHint: boolean }
}

/** What MCP allows in a tool name. */
export const MCP_NAMES: NameRule = { forbidden: /[^A-Za-z0-9._-]/u, maxLength: 128 }

/** An action as a tool for MCP clients, which take the whole of JSON Schema as long as the root is an object. */
export function toMcpTool(
  action: Action,
  { name = toolName(action.name, MCP_NAMES), title }: { name?: string; title?: string } = {},
): ExportedTool<McpTool> {
  const losses: Loss[] = name === action.name ? [] : [{ pointer: '', keyword: 'name', how: `called ${name}` }]
  const output = action.output.schema
  const giveOutput = givesOnlyObjects(output, [{ schema: output, pointer: '' }], new Set())
  if (!giveOutput && output !== true) {
    losses.push({
      pointer: '/output',
      keyword: 'type',
      how: 'left out: an answer that is no object has no output schema',
    })
  }
  const tool: McpTool = {
    name,
    ...(title === undefined ? {} : { title: title.toWellFormed() }),
    ...(action.description === undefined ? {} : { description: action.description.toWellFormed() }),
    inputSchema: withObjectRoot(objectInput(action)),
    ...(giveOutput ? { outputSchema: withObjectRoot(output) } : {}),
    annotations: { idempotentHint: action.idempotent },
  }
  return { tool, losses }
}

function withObjectRoot(root: Schema): SchemaObject {
  const model = copyForModels(root)
  const schema = isSchemaObject(root) ? model.copy(root) : {}
  return { type: 'object', ...schema, ...(schema.type === 'object' ? {} : { type: 'object' }), ...model.definitions() }
}

/** True when a value of the schema can only be an object, so that saying so at the root changes nothing. */
function givesOnlyObjects(root: Schema, sources: readonly Source[], seen: Set<string>): boolean {
  const { key, types, values, alternatives, isImpossible } = readShape(root, sources)
  if (isImpossible || seen.has(key) || seen.size > 1000) return false
  seen.add(key)
  if (types?.size === 1 && types.has('object')) return true
  if (types || values || !alternatives) return false
  return alternatives.branches.every((branch) => givesOnlyObjects(root, branch, seen))
}
