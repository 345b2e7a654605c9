import { callsOf } from '../calls/calls-of.ts'
import type { HubContext } from '../hub-context.ts'
import { isStillValid } from '../people/authenticate.ts'
import type { Principal } from '../principal.ts'

/** Another node or a user's editor made the change, so it has to be looked for; only while a client listens. */
const LOOK_MS = 2_000

interface Watching {
  readonly principal: Principal
  readonly changed: () => void
  /** What they could see when it was last looked at; undefined where that is not known. */
  seen: Promise<string | undefined>
}

/** Watches what can be called, for any number of clients. */
export class SkillWatch {
  readonly #hub: HubContext
  readonly #all = new Set<Watching>()
  #timer: NodeJS.Timeout | undefined
  #last: string | undefined
  #isLooking = false

  constructor(hub: HubContext) {
    this.#hub = hub
  }

  /** Calls a function after something changed that a principal can see, until it is disposed of or their token has ended. */
  add(principal: Principal, changed: () => void): Disposable {
    const watching: Watching = { principal, changed, seen: this.#see(principal).catch(() => undefined) }
    this.#all.add(watching)
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
    return { [Symbol.dispose]: () => this.#remove(watching) }
  }

  #remove(watching: Watching): void {
    this.#all.delete(watching)
    if (this.#all.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const { source } = await callsOf(this.#hub)
      const revision = await source.revision()
      if (revision === this.#last) return
      for (const watching of this.#all) await this.#compare(watching)
      this.#last = revision
    } catch (err) {
      this.#hub.log.debug({ err }, 'whether skills changed could not be found out, and will be')
    } finally {
      this.#isLooking = false
    }
  }

  async #compare(watching: Watching): Promise<void> {
    const { principal, changed } = watching
    if (!(await isStillValid(this.#hub, principal))) return this.#remove(watching)
    const before = await watching.seen
    const now = await this.#see(principal)
    watching.seen = Promise.resolve(now)
    if (now !== before) changed()
  }

  async #see(principal: Principal): Promise<string> {
    const { source } = await callsOf(this.#hub)
    return source.revision(principal)
  }
}
