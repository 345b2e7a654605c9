import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../../hub-context.ts'
import type { Catalogue } from './catalogue.ts'

const LOOK_EVERY_MS = 2_000

/**
 * Makes what discovery lists soon after it is published, and once at a start what an older hub left to make, so that no caller who asks for an
 * index has to wait for it, and none can cause that work by asking. What is made stays for all nodes and later starts.
 */
export function prepareExports(
  hub: HubContext,
  catalogue: Pick<Catalogue, 'prepare'>,
  { everyMs = LOOK_EVERY_MS }: { readonly everyMs?: number } = {},
): AsyncDisposable {
  let isPreparing = false
  let preparing = Promise.resolve()
  const timer = setInterval(() => {
    if (isPreparing) return
    isPreparing = true
    preparing = catalogue
      .prepare()
      .catch((err: unknown) => {
        // What is not there yet is looked for again at the next turn.
        if (!(err instanceof SkillError)) hub.log.warn({ err }, 'discovery could not be prepared')
      })
      .finally(() => {
        isPreparing = false
      })
  }, everyMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await preparing
    },
  }
}
