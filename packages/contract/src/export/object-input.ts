import type { Action } from '../open-contract.ts'
import type { Schema } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { readShape } from './schema-shape.ts'

/** The input schema of an action that a tool can be made of. Throws when it takes no object, which no tool could send. */
export function objectInput(action: Action): Schema {
  const root = action.input.schema
  const { types, isImpossible } = readShape(root, [{ schema: root, pointer: '' }])
  if (!isImpossible && (!types || types.has('object'))) return root
  const got = types && types.size > 0 ? [...types].join(' or ') : 'nothing'
  throw new SkillError(
    'INVALID_CONTRACT',
    `A tool takes an object, but the input of action ${action.name} takes ${got}`,
  )
}
