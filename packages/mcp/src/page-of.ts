import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** A part of a list, and the cursor of the next. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | undefined
}

/** The page of a list at which a cursor points; the first without one. A cursor that is none of ours is the caller's mistake. */
export function pageOf<T>(list: readonly T[], cursor: string | undefined, size: number): Page<T> {
  const start = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isSafeInteger(start) || start < 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one that this server gave')
  const end = start + size
  return { items: list.slice(start, end), nextCursor: end < list.length ? String(end) : undefined }
}
