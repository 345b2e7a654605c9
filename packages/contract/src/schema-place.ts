import { toPointer } from './pointer.ts'
import { eachSubschema, isSchemaObject, type SchemaObject } from './schema.ts'

/** A subschema and where it stands in its document. */
export interface Place {
  readonly schema: SchemaObject
  /** JSON pointer from the root of the document. */
  readonly pointer: string
}

/** The place of a schema; undefined for a boolean schema, for no schema, and for a resource of its own. */
export function placeAt(value: unknown, pointer: string): Place | undefined {
  if (!isSchemaObject(value)) return undefined
  // Inside a resource with an `$id` of its own, references mean something else.
  return value.$id === undefined || pointer === '' ? { schema: value, pointer } : undefined
}

/** Every place of a document. Walks with a list of its own, so that no depth can overflow the stack. */
export function placesOf(root: Place): readonly Place[] {
  const places = [root]
  for (const { schema, pointer } of places) {
    eachSubschema(schema, (sub, steps) => {
      const place = placeAt(sub, `${pointer}${toPointer(steps)}`)
      if (place) places.push(place)
    })
  }
  return places
}
