import { preview } from '../json.ts'
import { toPointer } from '../pointer.ts'
import type { Renames } from './find-renames.ts'
import { type Difference, isAnnotation } from './list-differences.ts'

/** A difference as one sentence. */
export function describeDifference(difference: Difference, renames: Renames): string {
  const { keyword, was, name, before, after } = difference
  if (keyword === '') return `The schema was ${brief(before)} and is now ${brief(after)}.`
  if (name !== undefined) return describeNamed(difference, renames)
  if (keyword === 'enum') return describeValues(difference)
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return describeOpenness(difference)
  if (keyword === 'type' && was === 'changed') return `The type was ${brief(before)} and is now ${brief(after)}.`
  if (isAnnotation(keyword)) return `${capitalise(keyword)} was ${was}.`
  if (was === 'added') return `${keyword} ${brief(after)} was added.`
  if (was === 'removed') return `${keyword} ${brief(before)} was removed.`
  if (typeof before === 'number' && typeof after === 'number') {
    return `${keyword} was ${after > before ? 'raised' : 'lowered'} from ${before} to ${after}.`
  }
  return `${keyword} was ${brief(before)} and is now ${brief(after)}.`
}

function describeNamed(difference: Difference, renames: Renames): string {
  const { keyword, was, name = '' } = difference
  const quoted = brief(name)
  if (keyword === 'required') return was === 'added' ? `${quoted} is now required.` : `${quoted} is no longer required.`
  if (keyword === '$defs' || keyword === 'definitions') return `The definition ${quoted} was ${was}.`
  if (keyword === 'dependentSchemas') return `What ${quoted} asks of the other properties was ${was}.`
  if (keyword === 'patternProperties') return `A schema for properties that match ${quoted} was ${was}.`
  const newName = was === 'removed' ? renames.get(toPointer(difference.steps)) : undefined
  return newName === undefined
    ? `Property ${quoted} was ${was}.`
    : `Property ${quoted} was removed; it was probably renamed to ${brief(newName)}.`
}

function describeValues({ was, before, after }: Difference): string {
  if (was === 'added' && Array.isArray(before) && Array.isArray(after))
    return `New among the allowed values: ${listed(after)}.`
  if (was === 'removed' && Array.isArray(before) && Array.isArray(after))
    return `No longer among the allowed values: ${listed(before)}.`
  if (was === 'added') return `Only listed values are allowed now: ${listed(after)}.`
  return 'Values are no longer limited to a list.'
}

function describeOpenness({ was, before, after }: Difference): string {
  if (after === false) return 'Properties that are not declared are refused now.'
  if (was === 'removed' || after === true)
    return `Properties that are not declared are accepted now${before === false ? '' : ', whatever they are'}.`
  return `Properties that are not declared must fit ${brief(after)} now.`
}

function listed(values: unknown): string {
  if (!Array.isArray(values)) return brief(values)
  const shown = values.slice(0, 5).map(brief).join(', ')
  return values.length > 5 ? `${shown} and ${values.length - 5} more` : shown
}

function brief(value: unknown): string {
  return preview(value, 60)
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
