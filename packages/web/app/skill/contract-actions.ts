import { isObject } from '@skillwright/contract'

/** A JSON Schema, read as far as it is shown. */
export type Schema = Readonly<Record<string, unknown>>

/** One action of a contract, as it is shown and called. */
export interface ShownAction {
  /** Undefined for the only one, which needs no name. */
  readonly name: string | undefined
  readonly description: string
  readonly docs: string
  readonly idempotent: boolean
  readonly input: Schema
  readonly output: Schema
  readonly examples: readonly { readonly input: unknown; readonly output?: unknown }[]
}

/** The actions of a contract.json, in either of its two forms; none when it is something else. */
export function contractActions(contract: unknown): readonly ShownAction[] {
  if (!isObject(contract)) return []
  const { actions } = contract
  if (!isObject(actions)) return [readAction(undefined, contract, contract)]
  return Object.entries(actions).flatMap(([name, action]) =>
    isObject(action) ? [readAction(name, action, contract)] : [],
  )
}

function readAction(name: string | undefined, action: Schema, root: Schema): ShownAction {
  return {
    name,
    description: text(action.description),
    docs: text(action['x-docs']),
    idempotent: action.idempotent === true,
    input: standalone(action.input, root),
    output: standalone(action.output, root),
    examples: (Array.isArray(action.examples) ? action.examples : [])
      .filter(isObject)
      .map(({ input, output }) => ({ input, output })),
  }
}

/** Definitions of the contract come along, since the schema is used alone. */
function standalone(schema: unknown, root: Schema): Schema {
  const whole: Record<string, unknown> = { ...(isObject(schema) ? schema : {}) }
  for (const key of ['$defs', 'definitions']) {
    const all = { ...(isObject(root[key]) ? root[key] : {}), ...(isObject(whole[key]) ? whole[key] : {}) }
    if (Object.keys(all).length > 0) whole[key] = all
  }
  return whole
}

/** What a reference into the same document names; undefined for any other. */
export function definitionOf(ref: string, root: unknown): Schema | undefined {
  const [, key = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? []
  const all = isObject(root) ? root[key] : undefined
  const found = isObject(all) ? all[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return isObject(found) ? found : undefined
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
