import type { Operation } from '@skillwright/hub-api'

/** Where all of ClawHub's API is, but for the file that says so. */
export const CLAWHUB_PREFIX = '/api/v1'

/** An operation of ClawHub's API as it is registered where its prefix is given already. */
export function underPrefix<One extends Operation>(operation: One) {
  return { ...operation, url: operation.url.slice(CLAWHUB_PREFIX.length) }
}
