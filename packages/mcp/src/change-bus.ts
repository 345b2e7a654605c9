import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'

/** Looks for changes until it is disposed of, and calls the function after each. */
export type WatchChanges = (changed: () => void) => Disposable

const CHANGES: readonly ServerEvent[] = [
  { kind: 'tools_list_changed' },
  { kind: 'resources_list_changed' },
  { kind: 'prompts_list_changed' },
]

/** Tells the clients that listen over HTTP of changes, which are looked for only while one does. */
export function changeBus(watch: WatchChanges): ServerEventBus & Disposable {
  const listeners = new Set<(event: ServerEvent) => void>()
  let watching: Disposable | undefined
  const publish = (event: ServerEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const stop = () => {
    watching?.[Symbol.dispose]()
    watching = undefined
  }
  return {
    publish,
    subscribe(listener) {
      listeners.add(listener)
      watching ??= watch(() => {
        for (const change of CHANGES) publish(change)
      })
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    [Symbol.dispose]: stop,
  }
}
