import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'

/** Looks for changes of what one client is offered until it is disposed of, and calls the function after each. */
export type WatchChanges = (changed: () => void) => Disposable

const CHANGES: readonly ServerEvent[] = [
  { kind: 'tools_list_changed' },
  { kind: 'resources_list_changed' },
  { kind: 'prompts_list_changed' },
]

/** Tells each client that listens over HTTP of its own changes, which are looked for only while it does. */
export class ChangeBus implements ServerEventBus {
  // The SDK subscribes within the request of a client, and does not say whose it is.
  readonly #asking = new AsyncLocalStorage<WatchChanges>()

  /** Answers a request of a client; when it listens, it hears of what this watches. */
  within<T>(watch: WatchChanges, answer: () => T): T {
    return this.#asking.run(watch, answer)
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const watching = this.#asking.getStore()?.(() => {
      for (const change of CHANGES) listener(change)
    })
    return () => watching?.[Symbol.dispose]()
  }

  /** Nothing is told to all: they do not see the same. */
  publish(): void {}
}
