import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type PrivateFolder, privateFolders } from '../contain/sandbox-layout.ts'
import type { LaunchSpec, ProcessLimits } from '../launch.ts'
import { FRAME_KINDS, MAX_PAYLOAD_BYTES, TOKEN_BYTES } from './lane-frames.ts'
import type { PoolSpec } from './pool-spec.ts'

const MODULES = ['zygote_script', 'zygote_child', 'zygote_template', 'zygote_lane']
let program: string | undefined

/** Whether a launch is one of a Python script that a zygote can serve. */
export function isZygoteable({ command }: LaunchSpec): boolean {
  return process.platform === 'linux' && splitPython(command) !== undefined
}

/** The command that starts a lane for a launch, in the same sandbox. */
export function laneCommand(spec: PoolSpec): [string, ...string[]] {
  const split = splitPython(spec.command)
  if (split === undefined) throw new TypeError(`Not a Python script: ${spec.command.join(' ')}`)
  const { python, flags, script } = split
  program ??= laneProgram()
  return [python, ...flags, '-c', program, settings(spec), ...script]
}

/**
 * Whether a lane may run a script up to its last import, once for many calls: where the script may be started ahead, the
 * launch changes with every file that it may import, and what one call writes or finds outside is nothing that the next must see.
 */
export function importsAhead({ pool, containment }: PoolSpec): boolean {
  const { read = [], write = [], network = [] } = containment ?? {}
  const isPinned = (pool?.digest ?? pool?.stamp) !== undefined
  return pool?.prestart === true && isPinned && read.length + write.length + network.length === 0
}

/** The lane's modules in one text: the sandbox shows no file of ours, and Python reads a string as JSON writes it. */
function laneProgram(): string {
  const sources = [
    ['lane_frames', frameConstants()],
    ...MODULES.map((name) => [name, readFileSync(new URL(`./${name}.py`, import.meta.url), 'utf8')]),
  ]
  return `import sys
if sys.path and sys.path[0] == "":
    del sys.path[0]  # the skill's folder: only the script itself may import from it
for name, source in ${JSON.stringify(sources)}:
    module = type(sys)(name)
    exec(compile(source, f"<{name}>", "exec"), module.__dict__)
    sys.modules[name] = module
`
}

/** The wire's numbers under the names that zygote_lane.py imports: LAST_INPUT for lastInput. */
function frameConstants(): string {
  const kinds = Object.entries(FRAME_KINDS).map(([name, number]) => [name.replace(/[A-Z]/g, '_$&'), number] as const)
  const all = [...kinds, ['MAX_PAYLOAD', MAX_PAYLOAD_BYTES], ['TOKEN_BYTES', TOKEN_BYTES]] as const
  return all.map(([name, number]) => `${name.toUpperCase()} = ${number}`).join('\n')
}

/** A Python command line in parts; undefined when it is none, or has options we do not know to pass on. */
function splitPython([python, ...rest]: LaunchSpec['command']):
  | { python: string; flags: readonly string[]; script: readonly string[] }
  | undefined {
  if (!/^python[\d.]*$/.test(basename(python))) return undefined
  const at = rest.findIndex((word) => !word.startsWith('-'))
  if (at < 0 || !rest.slice(0, at).every((flag) => /^-[uBEsISOPbq]+$/.test(flag))) return undefined
  return { python, flags: rest.slice(0, at), script: rest.slice(at) }
}

/** Limits hold for each call, so the child sets them on itself; a sandbox's private folders are emptied between calls. */
function settings(spec: PoolSpec): string {
  const { limits, containment } = spec
  const pairs = limitPairs(limits)
  if (importsAhead(spec)) pairs.push('ahead=1')
  // Separators that no path has.
  if (containment !== undefined) pairs.push(`wipe=${privateFolders(containment).map(withDevice).join('\x1f')}`)
  return pairs.join('\x1e')
}

function limitPairs({ memoryBytes, cpuSeconds, fileBytes }: ProcessLimits): string[] {
  const named = { memory: memoryBytes, cpu: cpuSeconds, file: fileBytes }
  return Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${Math.ceil(value)}`]))
}

/** A folder with the host's device behind it: the lane empties only what is not the host's. */
function withDevice({ path }: PrivateFolder): string {
  return `${path}@${statSync(path, { throwIfNoEntry: false })?.dev ?? 0}`
}
