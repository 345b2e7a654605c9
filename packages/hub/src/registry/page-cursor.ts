import { isStorable, SkillError } from '@skillwright/contract'

type Kind = 'text' | 'integer'
type Place<Kinds extends readonly Kind[]> = { readonly [I in keyof Kinds]: Kinds[I] extends 'text' ? string : number }

/** A page of a list, as it is sent. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Where the next page begins; absent on the last one. */
  readonly next_cursor?: string
}

/** What part of a list is asked for. */
export interface PageRequest {
  readonly limit?: number
  readonly cursor?: string | undefined
}

/** The cursors of one list. */
export interface PageCursor<Values extends readonly (string | number)[]> {
  /** Reads where a page begins; undefined for the first one. Throws INVALID_INPUT for what is not a cursor of this list. */
  decode(cursor: string | undefined): Values | undefined
  /** Makes a page of rows of which one more was read than the page holds. */
  page<Row, Item>(
    rows: readonly Row[],
    limit: number,
    cut: { readonly place: (row: Row) => Values; readonly item: (row: Row) => Item },
  ): Page<Item>
}

/**
 * The cursors of a list that is sorted by these kinds of values. A cursor is the place of the last item as opaque text, which clients
 * hand back as it is. It gives no rights, so it is not signed, but only what this list makes is taken: other values in a query
 * would be an error of the database.
 */
export function pageCursor<const Kinds extends readonly Kind[]>(list: string, kinds: Kinds): PageCursor<Place<Kinds>> {
  const encode = (values: Place<Kinds>) => Buffer.from(JSON.stringify([list, ...values])).toString('base64url')
  const isPlace = (values: readonly unknown[]): values is Place<Kinds> =>
    values.length === kinds.length && kinds.every((kind, i) => isOfKind(values[i], kind))
  return {
    decode(cursor) {
      if (cursor === undefined) return undefined
      const [name, ...values] = readArray(cursor)
      if (name === list && isPlace(values) && encode(values) === cursor) return values
      throw new SkillError('INVALID_INPUT', `Expected the next_cursor of an earlier page, got ${cursor.slice(0, 40)}`, {
        hint: 'Begin with the first page, without a cursor, and keep the other parameters as they were',
      })
    },
    page(rows, limit, { place, item }) {
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        items: rows.slice(0, limit).map(item),
        ...(last === undefined ? {} : { next_cursor: encode(place(last)) }),
      }
    },
  }
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'integer') return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  return typeof value === 'string' && isStorable(value)
}

function readArray(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
