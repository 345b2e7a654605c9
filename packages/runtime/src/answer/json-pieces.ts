import { setImmediate as nextTick } from 'node:timers/promises'
import { isObject } from '@skillwright/contract'

/** A JSON value in texts that are short enough to be parsed between two other things. */
export type JsonPieces =
  | { readonly whole: string }
  | { readonly array: readonly (JsonPieces | { readonly items: string })[] }
  | { readonly object: readonly (readonly [key: string, JsonPieces] | { readonly fields: string })[] }

// Takes a few milliseconds to parse at worst.
const PIECE_LENGTH = 64 * 1024

/** Cuts a value into pieces. Recursive: only for values of a checked depth. */
export function cutJson(value: unknown): JsonPieces {
  if (isSmall(value)) return { whole: JSON.stringify(value) }
  if (Array.isArray(value)) {
    const array: (JsonPieces | { items: string })[] = []
    for (const group of groups(value, (item) => item))
      array.push(group.length === 1 ? cutJson(group[0]) : { items: JSON.stringify(group) })
    return { array }
  }
  if (!isObject(value)) return { whole: JSON.stringify(value) }
  const object: (readonly [string, JsonPieces] | { fields: string })[] = []
  for (const group of groups(Object.entries(value), ([, inner]) => inner)) {
    const [first] = group
    if (group.length === 1 && first !== undefined) object.push([first[0], cutJson(first[1])])
    else object.push({ fields: JSON.stringify(Object.fromEntries(group)) })
  }
  return { object }
}

/** Puts a value together again, one piece at a time, with room for everything else in between. */
export async function joinJson(pieces: JsonPieces): Promise<unknown> {
  if ('whole' in pieces) return parsePiece(pieces.whole)
  if ('array' in pieces) {
    const items: unknown[] = []
    for (const piece of pieces.array) {
      if (!('items' in piece)) items.push(await joinJson(piece))
      else for (const item of (await parsePiece(piece.items)) as unknown[]) items.push(item)
    }
    return items
  }
  const fields: Record<string, unknown> = {}
  for (const piece of pieces.object) {
    if ('fields' in piece) addFields(fields, (await parsePiece(piece.fields)) as Record<string, unknown>)
    else addFields(fields, { [piece[0]]: await joinJson(piece[1]) })
  }
  return fields
}

async function parsePiece(text: string): Promise<unknown> {
  await nextTick()
  return JSON.parse(text)
}

function addFields(target: Record<string, unknown>, fields: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(fields)) {
    // Assigned, it would change the prototype.
    if (key === '__proto__')
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
    else target[key] = value
  }
}

/** Consecutive items that are small together; what is large is alone in its group. */
function* groups<Item>(items: readonly Item[], read: (item: Item) => unknown): Generator<Item[]> {
  let group: Item[] = []
  let length = 0
  for (const item of items) {
    const own = lengthUpTo(read(item), PIECE_LENGTH)
    if (group.length > 0 && length + own > PIECE_LENGTH) {
      yield group
      group = []
      length = 0
    }
    group.push(item)
    length += own
  }
  if (group.length > 0) yield group
}

function isSmall(value: unknown): boolean {
  return lengthUpTo(value, PIECE_LENGTH) <= PIECE_LENGTH
}

/** About how long a value is as JSON; not counted further than a little beyond a limit. */
function lengthUpTo(root: unknown, limit: number): number {
  let length = 0
  const pending: unknown[] = [root]
  while (pending.length > 0 && length <= limit) {
    const value = pending.pop()
    length += typeof value === 'string' ? value.length + 2 : 8
    if (Array.isArray(value)) for (let i = 0; i < value.length && pending.length <= limit; i++) pending.push(value[i])
    else if (isObject(value)) {
      for (const key in value) {
        length += key.length
        pending.push(value[key])
        if (length > limit) break
      }
    }
  }
  return length
}
