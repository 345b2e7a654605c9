import { type Action, isObject, SkillError } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { elicitableSchema, type FormSchema } from './elicitable-schema.ts'

/** A form that a person is to fill in before a call can go on. */
interface PersonForm {
  readonly message: string
  readonly requestedSchema: FormSchema
}

/** The forms of a call: for required parameters that the caller left out, and for a task that a person does. */
export interface CallForms {
  readonly params?: PersonForm
  readonly task?: PersonForm
}

/** What of a call only a person can say. Nothing where it would not fit into a form: the response then says what is missing. */
export function formsFor(
  skill: Skill,
  action: Action | undefined,
  params: unknown,
  { tasks }: { readonly tasks: boolean },
): CallForms {
  if (action === undefined || !isObject(params)) return {}
  const { ok, issues } = action.input.check(params)
  if (!ok) {
    const missing = issues.map(({ path, keyword }) =>
      keyword === 'required' && /^\/[^/]+$/.test(path) ? propertyName(path) : undefined,
    )
    const names = missing.filter((name) => name !== undefined)
    // Anything else that is wrong is for the model to mend first.
    const requestedSchema = names.length === issues.length ? elicitableSchema(action.input.schema, names) : undefined
    if (requestedSchema === undefined) return {}
    const needed = { message: `${skill.name} needs ${names.join(', ')}`, requestedSchema }
    return { params: needed, ...taskForm(skill, action, params, tasks) }
  }
  return taskForm(skill, action, params, tasks)
}

function taskForm(skill: Skill, action: Action, params: unknown, tasks: boolean): CallForms {
  if (!tasks || skill.entry !== undefined || skill.capabilityType !== 'task') return {}
  const requestedSchema = elicitableSchema(action.output.schema)
  if (requestedSchema === undefined) return {}
  const told = isObject(params) && typeof params.message === 'string' ? params.message : JSON.stringify(params)
  return { task: { message: `${action.description ?? skill.description}\n\n${told}`, requestedSchema } }
}

/** What a person answered to a form. */
export type PersonAnswer =
  | { readonly kind: 'missing' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'accepted'; readonly content: Readonly<Record<string, unknown>> }

/** Throws CANCELLED for a form that the person did not want to fill in. */
export function refuseDeclined(answer: PersonAnswer): void {
  if (answer.kind === 'declined') throw new SkillError('CANCELLED', 'The person who was asked declined')
}

function propertyName(pointer: string): string {
  return pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
}
