/** A signal that is aborted by Ctrl-C or a request to end; the second one ends the process as usual. */
export function untilInterrupted(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new DOMException('Interrupted', 'AbortError'))
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupt)
    },
  }
}
