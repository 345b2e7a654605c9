import type { HubContext } from '../hub-context.ts'
import { openSearchIndex } from './search-index.ts'

/** Takes everything into the search of this node when it starts, beside all else it does, so that the first to search does not wait for it. */
export function prepareSearch(hub: HubContext): AsyncDisposable {
  const preparing = openSearchIndex(hub).then(
    ({ open, secret }) => {
      // What is loaded with the first words is loaded now.
      open.words.search('first words 第一', { topK: 1 })
      hub.log.info(`search is ready: ${open.skills.size + secret.skills.size} skills`)
    },
    (err: unknown) => hub.log.warn({ err }, 'search could not be prepared; the first search will do it'),
  )
  return { [Symbol.asyncDispose]: () => preparing }
}
