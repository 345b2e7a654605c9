import { isObject } from '../json.ts'
import type { Action } from '../open-contract.ts'
import type { ExportedTool, Loss } from './loss.ts'
import { objectInput } from './object-input.ts'
import { plainSchema } from './plain-schema.ts'
import type { StrictProfile } from './strict-keywords.ts'
import { strictSchema } from './strict-schema.ts'
import { type NameRule, toolName } from './tool-name.ts'

/** A function tool of OpenAI's chat completions; its responses API takes `function` with `type` beside the name. */
export interface OpenAiTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters: Readonly<Record<string, unknown>>
    readonly strict: boolean
  }
}

/** What OpenAI allows in a tool name. */
export const OPEN_AI_NAMES: NameRule = { forbidden: /[^A-Za-z0-9_-]/u, maxLength: 64 }

/**
 * An action as a tool for OpenAI. With `strict` the model cannot answer outside the schema; where that is impossible, `strict`
 * is false in the tool and the losses say why. Arguments of a strict tool go through fromStrictArguments.
 */
export function toOpenAiTool(
  action: Action,
  { strict = false, name = toolName(action.name, OPEN_AI_NAMES) }: { strict?: boolean; name?: string } = {},
): ExportedTool<OpenAiTool> {
  const root = objectInput(action)
  const losses: Loss[] = name === action.name ? [] : [{ pointer: '', keyword: 'name', how: `called ${name}` }]
  const made = strict ? strictSchema(root, OPEN_AI) : undefined
  const problem = made && (made.problem ?? limitProblem(made.schema))
  if (made && problem === undefined) {
    return { tool: toolOf(action, name, made.schema, true, losses), losses: [...losses, ...made.losses] }
  }
  if (made) losses.push({ pointer: '/input', keyword: 'strict', how: `not strict: ${problem}` })
  const plain = plainSchema(root)
  return { tool: toolOf(action, name, plain.schema, false, losses), losses: [...losses, ...plain.losses] }
}

const MAX_DESCRIPTION = 1024

function toolOf(action: Action, name: string, parameters: object, strict: boolean, losses: Loss[]): OpenAiTool {
  const text = action.description
  if (text !== undefined && text.length > MAX_DESCRIPTION) {
    losses.push({ pointer: '/description', keyword: 'description', how: `cut to ${MAX_DESCRIPTION} characters` })
  }
  const description = text === undefined ? {} : { description: text.slice(0, MAX_DESCRIPTION).toWellFormed() }
  return { type: 'function', function: { name, ...description, parameters: { ...parameters }, strict } }
}

const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
])
const KEPT: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
])

const OPEN_AI: StrictProfile = {
  allRequired: true,
  keeps: (keyword, value) => {
    if (keyword === 'format') return FORMATS.has(value)
    // Look-around and back-references are not understood.
    if (keyword === 'pattern') return typeof value === 'string' && !/\(\?[=!<]|\\[1-9k]/.test(value)
    return KEPT.has(keyword)
  },
}

/** Which of OpenAI's published limits the schema breaks, if one. */
function limitProblem(schema: unknown): string | undefined {
  let properties = 0
  let values = 0
  let characters = 0
  let depth = 0
  let longEnum = false
  const walk = (node: unknown, level: number) => {
    if (!isObject(node)) return
    const names = isObject(node.properties) ? Object.keys(node.properties) : []
    const inner = names.length > 0 ? level + 1 : level
    depth = Math.max(depth, inner)
    properties += names.length
    characters += names.join('').length
    const list = Array.isArray(node.enum) ? node.enum : 'const' in node ? [node.const] : []
    const text = list.map(String).join('').length
    values += list.length
    characters += text
    longEnum ||= list.length > 250 && text > 15_000
    if (isObject(node.properties)) for (const sub of Object.values(node.properties)) walk(sub, inner)
    if (Array.isArray(node.anyOf)) for (const sub of node.anyOf) walk(sub, inner)
    walk(node.items, inner)
    if (!isObject(node.$defs)) return
    for (const [name, sub] of Object.entries(node.$defs)) {
      characters += name.length
      walk(sub, 0)
    }
  }
  walk(schema, 0)
  if (depth > 10) return `objects are ${depth} levels deep, 10 are allowed`
  if (properties > 5000) return `it has ${properties} properties, 5000 are allowed`
  if (values > 1000) return `its enums have ${values} values, 1000 are allowed`
  if (longEnum) return 'an enum of more than 250 values is longer than 15000 characters'
  return characters > 120_000 ? `its names and values have ${characters} characters, 120000 are allowed` : undefined
}
