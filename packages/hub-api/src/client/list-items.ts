import { isObject } from '@skillwright/contract'
import { notAHub } from './not-a-hub.ts'

/** The items of a list, page after page. Throws EXTERNAL_SERVICE_ERROR when the list goes round in circles. */
export async function* listItems<Item>(
  readPage: (cursor: string | undefined) => Promise<unknown>,
  from: string,
): AsyncGenerator<Item, void> {
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    if (!isObject(page) || !Array.isArray(page.items)) throw notAHub(`${from} did not answer with a list`)
    // Its schema, against which it was checked, says what is in it.
    yield* page.items as Item[]
    cursor = typeof page.next_cursor === 'string' ? page.next_cursor : undefined
    if (cursor !== undefined && seen.has(cursor)) throw notAHub(`${from} answered with a list that never ends`)
    seen.add(cursor ?? '')
  } while (cursor !== undefined)
}
