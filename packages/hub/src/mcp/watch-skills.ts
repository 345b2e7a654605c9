import { callsOf } from '../calls/calls-of.ts'
import type { HubContext } from '../hub-context.ts'

/** Another node or a user's editor made the change, so it has to be looked for; only while a client listens. */
const LOOK_MS = 2_000

/** Calls a function after what can be called changed, until it is disposed of. */
export function watchSkills(hub: HubContext, changed: () => void): Disposable {
  let last: string | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      const { source } = await callsOf(hub)
      const revision = await source.revision()
      if (last !== undefined && revision !== last) changed()
      last = revision
    } catch (err) {
      hub.log.debug({ err }, 'whether skills changed could not be found out, and will be')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  void look()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
