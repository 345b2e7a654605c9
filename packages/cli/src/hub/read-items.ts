import { isObject, SkillError } from '@skillwright/contract'
import type { HubClient } from './hub-client.ts'

const PAGE = 50

/** Reads a list of a hub, page after page, until it ends or there are as many as wanted. */
export async function readItems<T>(
  client: HubClient,
  path: string,
  { limit = Number.POSITIVE_INFINITY, query = {} }: ReadItemsOptions = {},
): Promise<T[]> {
  const items: T[] = []
  let cursor: unknown
  do {
    const page = new URLSearchParams({ ...query, limit: String(Math.min(PAGE, limit - items.length)) })
    if (typeof cursor === 'string') page.set('cursor', cursor)
    const answer = await client.ask<unknown>(`${path}?${page}`)
    if (!isObject(answer) || !Array.isArray(answer.items))
      throw new SkillError('EXTERNAL_SERVICE_ERROR', `${client.url} did not answer with a list`, {
        hint: 'Check that this is the address of a Skillwright hub',
      })
    items.push(...(answer.items as T[]))
    cursor = answer.next_cursor
  } while (typeof cursor === 'string' && items.length < limit)
  return items
}

/** How much of a list is read. */
export interface ReadItemsOptions {
  readonly limit?: number
  readonly query?: Readonly<Record<string, string>>
}
