import { constants } from 'node:os'
import type { Exit } from '../launch.ts'

// Some have two names; the first is the usual one, and the last entry of a map wins.
const SIGNALS = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name] as const)
    .reverse(),
)

/** How a process ended, from the numbers the system gives. */
export function exitOf(code: number, signalNumber: number): Exit {
  if (signalNumber === 0) return { code, signal: null }
  const name = SIGNALS.get(signalNumber) as NodeJS.Signals | undefined
  return { code: null, signal: name ?? 'SIGKILL' }
}
