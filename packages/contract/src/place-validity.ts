import type { SchemaValidator } from './engine/compile-schema.ts'
import { toFragment } from './pointer.ts'
import type { Schema, SchemaObject } from './schema.ts'
import { type Place, placeAt } from './schema-place.ts'

/** Says whether a value fits the subschema at a place, alone. Nothing fits a place that was not compiled. */
export type PlaceValidity = (place: Place, value: unknown) => boolean

/** What a document is called where something else refers to it. */
export const DOCUMENT = 'skillwright:///schema'

type Compile = (schema: Schema) => SchemaValidator | undefined

/** Compiles some places of a document into one validator: one for each would read the whole document again and again. */
export function placeValidity(places: readonly Place[], compile: Compile): PlaceValidity {
  const names = new Map<SchemaObject, string>()
  const properties: Record<string, SchemaObject> = {}
  for (const place of places) {
    // Half a character in a name can be said by no URI.
    if (names.has(place.schema) || !place.pointer.isWellFormed()) continue
    const name = `place${names.size}`
    names.set(place.schema, name)
    properties[name] = { $ref: `${DOCUMENT}${toFragment(place.pointer)}` }
  }
  const validator = compile({ properties })
  return ({ schema }, value) => {
    const name = names.get(schema)
    return name !== undefined && validator?.isValid({ [name]: value }) === true
  }
}

/** The same for all branches of alternatives and all conditions of a document, compiled in groups on first use. */
export function choiceValidity(places: readonly Place[], compile: Compile): PlaceValidity {
  const choices = places.flatMap(choicesAt)
  const groupOf = new Map(choices.map(({ schema }, i) => [schema, Math.floor(i / GROUP_SIZE)]))
  const groups: PlaceValidity[] = []
  return (place, value) => {
    const group = groupOf.get(place.schema)
    if (group === undefined) return false
    groups[group] ??= placeValidity(choices.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE), compile)
    return groups[group](place, value)
  }
}

/** A question costs a little for each place in its group, a group as much as the whole document. */
const GROUP_SIZE = 64

function choicesAt({ schema, pointer }: Place): Place[] {
  const choices = [placeAt(schema.if, `${pointer}/if`)]
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const list = schema[keyword]
    if (!Array.isArray(list)) continue
    for (const [i, branch] of list.entries()) choices.push(placeAt(branch, `${pointer}/${keyword}/${i}`))
  }
  return choices.filter((place) => place !== undefined)
}
