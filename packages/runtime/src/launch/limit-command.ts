import type { ProcessLimits } from '../launch.ts'
import type { RunMark } from './run-mark.ts'

/** A program and its arguments. */
export type Command = readonly [string, ...string[]]

// V8 maps 0.6 GB of data at start, so a lower kernel limit ends Node before its first line; below this the watch decides.
const LEAST_DATA_BYTES = 1024 ** 3

/** Puts `prlimit` before a command: it sets limits and mark on itself and becomes the command. */
export function limitCommand(
  command: Command,
  limits: ProcessLimits,
  prlimit: string,
  mark: RunMark | undefined,
): Command {
  const { memoryBytes, cpuSeconds, fileBytes } = limits
  const flags = ['--core=0', ...(mark === undefined ? [] : [`--rttime=${mark}`])]
  if (memoryBytes !== undefined) flags.push(`--data=${Math.max(Math.round(memoryBytes), LEAST_DATA_BYTES)}`)
  // The soft limit names the reason (SIGXCPU), the hard one a second later cannot be ignored.
  if (cpuSeconds !== undefined) flags.push(`--cpu=${Math.ceil(cpuSeconds)}:${Math.ceil(cpuSeconds) + 1}`)
  if (fileBytes !== undefined) flags.push(`--fsize=${Math.round(fileBytes)}`)
  return [prlimit, ...flags, ...command]
}

/** Limits the processes of one user namespace, from inside it; outside, all processes of the user would count. */
export function countCommand(command: Command, processes: number, prlimit: string): Command {
  return [prlimit, `--nproc=${Math.round(processes)}`, ...command]
}
