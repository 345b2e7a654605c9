import { isObject, jsonTypeOf } from './json.ts'
import type { Contract } from './open-contract.ts'
import { SkillError } from './skill-error.ts'

/** What a caller asks of a skill (document B). */
export interface SkillRequest {
  /** Which action; the only one when absent. */
  readonly action?: string
  readonly params?: unknown
  /** Who asks, for logs and permissions; handed to the skill as it is. */
  readonly context?: Readonly<Record<string, unknown>>
}

/** What is known about the skill that a document is for. */
export interface RequestFacts {
  readonly contract?: Contract | undefined
  /** The action that was named beside the document. */
  readonly action?: string | undefined
}

const FIELDS = ['action', 'params', 'context']
const EXPECTED = '{"action": "…", "params": {…}, "context": {…}}'
const HINT = `Send ${EXPECTED}, of which only action is required, or an object of nothing but parameters`

/** A request, if a value has its shape: no field but action, params and context, each of its type. Throws INVALID_INPUT for another. */
export function checkRequest(value: unknown): SkillRequest {
  const wrong = wrongShape(value)
  if (wrong === undefined) return value as SkillRequest
  throw new SkillError('INVALID_INPUT', `Expected a request ${EXPECTED}, got ${wrong}`, { hint: HINT })
}

/**
 * The request that a document means: a request that names its action, or an object of parameters. What has the shape of a
 * request always is one. Otherwise an object with one of its fields is taken for parameters only where the contract
 * declares parameters of these names; where it does not, it is refused rather than guessed at.
 */
export function readRequest(document: unknown, { contract, action }: RequestFacts = {}): SkillRequest {
  const named = action === undefined ? {} : { action }
  if (!isObject(document))
    throw new SkillError('INVALID_INPUT', `Expected a request or an object of parameters, got ${kindOf(document)}`, {
      hint: HINT,
    })
  const fields = FIELDS.filter((field) => Object.hasOwn(document, field))
  const isRequest = wrongShape(document) === undefined && (document.action ?? action) !== undefined
  if (fields.length === 0 || (!isRequest && declares(fields, { contract, action })))
    return { ...named, params: document }
  const request = checkRequest(document)
  if ((request.action ?? action) === undefined) throw withoutAction(contract)
  if (action !== undefined && request.action !== undefined && request.action !== action)
    throw new SkillError(
      'INVALID_INPUT',
      `The request says action ${request.action}, and ${action} was named beside it`,
      {
        hint: 'Name the action once. A parameter that is called action belongs into params.',
      },
    )
  return { ...request, ...named }
}

/** What keeps a value from being a request; undefined when nothing does. */
function wrongShape(value: unknown): string | undefined {
  if (!isObject(value)) return kindOf(value)
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key))
  if (unknown !== undefined) return `${JSON.stringify(unknown.slice(0, 100))} beside them`
  const { action, params, context } = value
  if (action !== undefined && typeof action !== 'string') return `an action that is ${kindOf(action)}`
  if (params !== undefined && !isObject(params)) return `params that are ${kindOf(params)}`
  if (context !== undefined && !isObject(context)) return `a context that is ${kindOf(context)}`
  return undefined
}

/** True when the action that is meant has parameters of all these names. */
function declares(names: readonly string[], { contract, action }: RequestFacts): boolean {
  const [only, ...others] = contract?.actions.values() ?? []
  const meant = action === undefined ? (others.length === 0 ? only : undefined) : contract?.actions.get(action)
  const schema = meant?.input.schema
  const properties = typeof schema === 'object' ? (schema.properties ?? {}) : {}
  return names.every((name) => Object.hasOwn(properties, name))
}

function withoutAction(contract: Contract | undefined): SkillError {
  const actions = [...(contract?.actions.keys() ?? [])]
  return new SkillError('MISSING_REQUIRED_PARAM', 'Expected a request that names its action, got one without', {
    hint: `Add "action"${actions.length === 0 ? '' : ` (${actions.join(', ')})`}, or send the parameters alone`,
    ...(actions.length === 0 ? {} : { details: { supported_actions: actions } }),
  })
}

function kindOf(value: unknown): string {
  const type = jsonTypeOf(value)
  if (type === 'null') return 'null'
  return type === 'array' ? 'a list' : type === 'object' || type === 'integer' ? `an ${type}` : `a ${type}`
}
