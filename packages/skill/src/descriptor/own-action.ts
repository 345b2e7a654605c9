import { isObject } from '@skillwright/contract'

type Own = Readonly<Record<string, unknown>>

/** What a descriptor.json says of one action. */
interface OwnAction {
  readonly own: Own
  /** What is different about its answers. */
  readonly output: Own
}

/**
 * Reads what a descriptor.json says of one action. Its `x-actions` says for each of several what differs: how the endpoint is asked, what
 * comes back, whether a credential is needed. They are all of one service, so none of them says where that is.
 */
export function ownOfAction({ 'x-actions': ways, ...own }: Own, action: string): OwnAction {
  const way = isObject(ways) && Object.hasOwn(ways, action) ? ways[action] : undefined
  if (!isObject(way)) return { own, output: {} }
  const { endpoint, output, auth } = way
  const { url: _url, status_url: _status, result_url: _result, ...how } = isObject(endpoint) ? endpoint : {}
  return {
    own: {
      ...own,
      ...(auth === undefined ? {} : { auth }),
      ...(isObject(own.endpoint) ? { endpoint: { ...own.endpoint, ...how } } : {}),
    },
    output: isObject(output) ? output : {},
  }
}
