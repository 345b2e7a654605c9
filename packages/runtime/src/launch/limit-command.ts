import type { ProcessLimits } from '../launch.ts'
import type { RunMark } from './run-mark.ts'

/** A program and its arguments. */
export type Command = readonly [string, ...string[]]

// V8 maps 0.6 GB of data at start, so a lower kernel limit ends Node before its first line; below this the watch decides.
const LEAST_DATA_BYTES = 1024 ** 3

/** What to enforce besides the limits themselves. */
export interface LimitOptions {
  /** util-linux `prlimit`. */
  readonly prlimit: string
  readonly mark?: RunMark
  /** True where the kernel counts processes for this sandbox alone: in a user namespace, and not as root. */
  readonly countsProcesses: boolean
}

/** Puts `prlimit` before a command: it sets the limits on itself and becomes the command. */
export function limitCommand(command: Command, limits: ProcessLimits, options: LimitOptions): Command {
  const { memoryBytes, cpuSeconds, fileBytes, processes } = limits
  const flags = ['--core=0']
  if (memoryBytes !== undefined) flags.push(`--data=${Math.max(Math.round(memoryBytes), LEAST_DATA_BYTES)}`)
  // The soft limit names the reason (SIGXCPU), the hard one a second later cannot be ignored.
  if (cpuSeconds !== undefined) flags.push(`--cpu=${Math.ceil(cpuSeconds)}:${Math.ceil(cpuSeconds) + 1}`)
  if (fileBytes !== undefined) flags.push(`--fsize=${Math.round(fileBytes)}`)
  if (processes !== undefined && options.countsProcesses) flags.push(`--nproc=${Math.round(processes)}`)
  if (options.mark !== undefined) flags.push(`--rttime=${options.mark}`)
  return [options.prlimit, ...flags, ...command]
}
