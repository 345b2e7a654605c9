import { isObject, type Schema, SkillError } from '@skillwright/contract'

/** The parameters that a bare text means: the only one that must be there, if it takes text, else the only one at all. Throws INVALID_INPUT where that is not certain. */
export function textParams(schema: Schema, text: string): Readonly<Record<string, string>> {
  const { properties = {}, required = [] } = isObject(schema) ? schema : {}
  const names = required.length > 0 ? required : Object.keys(properties)
  const [name, ...others] = names
  const taken = name === undefined ? undefined : properties[name]
  if (name !== undefined && others.length === 0 && isObject(taken) && [taken.type].flat().includes('string'))
    return { [name]: text }
  throw new SkillError('INVALID_INPUT', 'A text alone does not say which parameters it is', {
    hint: `Send a data part with ${names.join(', ') || 'parameters'}`,
    details: { parameters: Object.keys(properties) },
  })
}
