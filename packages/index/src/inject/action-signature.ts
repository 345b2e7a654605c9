import type { Action, Schema, SchemaObject } from '@skillwright/contract'

/** How much a signature says: every type, the types of required parameters only, or required parameters only. */
export type Detail = 'types' | 'names' | 'required'

const MAX_PARAMETERS = 20
const MAX_VALUES = 6
const MAX_DEPTH = 3

/** An action as one line that a model can call it by: `diff(before: string, after: string, context?: integer)`. */
export function actionSignature({ name, input }: Action, detail: Detail): string {
  const root: SchemaObject = typeof input.schema === 'object' ? input.schema : {}
  const { properties = {}, required = [] } = root
  const isRequired = new Set(required)
  const typed = (key: string) => `${key}${isRequired.has(key) ? '' : '?'}: ${typeText(properties[key], root)}`
  const optional = Object.keys(properties).filter((key) => !isRequired.has(key))
  const parameters = [
    ...Object.keys(properties)
      .filter((key) => isRequired.has(key))
      .map(typed),
    ...(detail === 'types' ? optional.map(typed) : []),
    ...(detail === 'names' ? optional.map((key) => `${key}?`) : []),
    ...(detail === 'required' && optional.length > 0 ? ['…'] : []),
  ]
  const shown = parameters.length > MAX_PARAMETERS ? [...parameters.slice(0, MAX_PARAMETERS), '…'] : parameters
  return `${name}(${shown.join(', ')})`
}

function typeText(schema: Schema | undefined, root: SchemaObject, depth = 0): string {
  if (typeof schema !== 'object' || depth > MAX_DEPTH) return 'any'
  const { $ref, enum: values, const: only, type, items } = schema
  if ($ref !== undefined) return typeText(root.$defs?.[$ref.replace('#/$defs/', '')], root, depth + 1)
  if (values !== undefined) {
    return [...values.slice(0, MAX_VALUES).map(literal), ...(values.length > MAX_VALUES ? ['…'] : [])].join('|')
  }
  if (only !== undefined) return literal(only)
  if (type === 'array') return `${typeText(items, root, depth + 1)}[]`
  return typeof type === 'string' ? type : (type?.join('|') ?? 'any')
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'object' : JSON.stringify(value)
}
