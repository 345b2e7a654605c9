import { isObject } from '../json.ts'
import type { Action } from '../open-contract.ts'
import type { ExportedTool, Loss } from './loss.ts'
import { objectInput } from './object-input.ts'
import { plainSchema } from './plain-schema.ts'
import type { StrictProfile } from './strict-keywords.ts'
import { type StrictSchema, strictSchema } from './strict-schema.ts'
import { type NameRule, toolName } from './tool-name.ts'

/** A tool of Anthropic's messages API. */
export interface AnthropicTool {
  readonly name: string
  readonly description?: string
  readonly input_schema: Readonly<Record<string, unknown>>
  readonly strict?: true
}

/** What Anthropic allows in a tool name. */
export const ANTHROPIC_NAMES: NameRule = { forbidden: /[^A-Za-z0-9_-]/u, maxLength: 64 }

/**
 * An action as a tool for Claude. With `strict` the model cannot answer outside the schema; where that is impossible the tool
 * is not strict and the losses say why. Arguments of a strict tool go through fromStrictArguments.
 */
export function toAnthropicTool(
  action: Action,
  { strict = false, name = toolName(action.name, ANTHROPIC_NAMES) }: { strict?: boolean; name?: string } = {},
): ExportedTool<AnthropicTool> {
  const root = objectInput(action)
  const losses: Loss[] = name === action.name ? [] : [{ pointer: '', keyword: 'name', how: `called ${name}` }]
  const head = { name, ...(action.description === undefined ? {} : { description: action.description.toWellFormed() }) }
  const made = strict ? strictSchema(root, ANTHROPIC) : undefined
  const problem = made && (made.problem ?? limitProblem(made))
  if (made && problem === undefined) {
    return { tool: { ...head, input_schema: made.schema, strict: true }, losses: [...losses, ...made.losses] }
  }
  if (made) losses.push({ pointer: '/input', keyword: 'strict', how: `not strict: ${problem}` })
  const plain = plainSchema(root)
  return { tool: { ...head, input_schema: { ...plain.schema } }, losses: [...losses, ...plain.losses] }
}

const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
])

const ANTHROPIC: StrictProfile = {
  allRequired: false,
  keeps: (keyword, value) =>
    (keyword === 'format' && FORMATS.has(value)) || (keyword === 'minItems' && (value === 0 || value === 1)),
}

/** Which of Anthropic's published limits the schema breaks, if one. */
function limitProblem({ schema, isRecursive }: StrictSchema): string | undefined {
  if (isRecursive) return 'it refers to itself'
  let optional = 0
  let unions = 0
  const walk = (node: unknown) => {
    if (!isObject(node)) return
    if (Array.isArray(node.anyOf) || Array.isArray(node.type)) unions++
    if (isObject(node.properties)) {
      const names = Object.keys(node.properties)
      optional += names.length - (Array.isArray(node.required) ? node.required.length : 0)
      for (const sub of Object.values(node.properties)) walk(sub)
    }
    if (Array.isArray(node.anyOf)) for (const sub of node.anyOf) walk(sub)
    walk(node.items)
    if (isObject(node.$defs)) for (const sub of Object.values(node.$defs)) walk(sub)
  }
  walk(schema)
  if (optional > 24) return `it has ${optional} optional properties, 24 are allowed`
  return unions > 16 ? `it has ${unions} places with several types, 16 are allowed` : undefined
}
