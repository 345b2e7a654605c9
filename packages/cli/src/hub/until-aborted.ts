import { once } from 'node:events'

/** Waits until a signal is aborted. (`aborted` of node:util may be collected as garbage while a caller still waits for it.) */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
