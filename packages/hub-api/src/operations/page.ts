import type { TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'
import { withDefault } from './text.ts'

/** The query of a list: its filters, how many at once, and where the page begins. */
export function pageQuery<Filters extends TProperties>(
  filters: Filters,
  { usual = 50 }: { readonly usual?: number } = {},
) {
  return Type.Object(
    {
      ...filters,
      limit: withDefault(Type.Integer({ minimum: 1, maximum: 100, description: 'The most items of a page.' }), usual),
      cursor: Type.Optional(Type.String({ maxLength: 500, description: 'next_cursor of the page before, as it is.' })),
    },
    { additionalProperties: false },
  )
}

/** A page of a list. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object(
    {
      items: Type.Array(item),
      next_cursor: Type.Optional(Type.String({ description: 'Where the next page begins; absent on the last one.' })),
    },
    { description: 'A page of the list.' },
  )
}
