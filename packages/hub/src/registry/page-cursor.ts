import { SkillError } from '@skillwright/contract'

/** Where the next page begins, as one word that clients hand back as it is. */
export function encodeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Reads a cursor of so many values back. Throws INVALID_INPUT for anything that was not made by encodeCursor. */
export function decodeCursor(cursor: string, length: number): readonly (string | number)[] {
  const place = read(cursor)
  const isPlace =
    Array.isArray(place) &&
    place.length === length &&
    place.every((value) => (typeof value === 'string' ? !value.includes('\0') : Number.isFinite(value)))
  if (isPlace) return place
  throw new SkillError('INVALID_INPUT', `Expected the next_cursor of an earlier page, got ${cursor.slice(0, 40)}`, {
    hint: 'Begin with the first page, without a cursor',
  })
}

function read(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
