import { checkHost } from '@skillwright/contract'
import type { Needs } from './needs.ts'
import type { FindProgram } from './program-finder.ts'

/** What is known of the host. What is absent is not checked, save what can be seen from here: programs, variables and system. */
export interface Host {
  readonly name?: string
  readonly version?: string
  /** Names of its tools and toolsets. */
  readonly tools?: readonly string[]
  /** Programs it has; looked for on the PATH when absent. */
  readonly programs?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Its operating system, by Node's name. */
  readonly system?: string
}

/** Why a skill is hidden. */
export interface HiddenReason {
  readonly code: HiddenCode
  readonly message: string
}

/** The kinds of reason. */
export type HiddenCode =
  | 'INCOMPATIBLE_HOST'
  | 'INCOMPATIBLE_SYSTEM'
  | 'TOOL_NOT_AVAILABLE'
  | 'PROGRAM_NOT_FOUND'
  | 'VARIABLE_NOT_SET'
  | 'NOT_NEEDED'
  | 'ONLY_FOR_PEOPLE'
  | 'SHADOWED'
  | 'UNREADABLE'

/** Why a skill with these needs cannot be offered on a host; empty when it can. */
export function checkNeeds(
  needs: Needs,
  { name = 'Hermes', version, tools, env = process.env, system = process.platform }: Host,
  hasProgram: FindProgram,
): HiddenReason[] {
  const reasons: HiddenReason[] = []
  const add = (code: HiddenCode, message: string) => reasons.push({ code, message })
  if (needs.isForPeople) add('ONLY_FOR_PEOPLE', 'Its author lets only people invoke it (disable-model-invocation)')
  if (needs.hostRange !== undefined && version !== undefined) {
    const { ok, reason } = checkHost(needs.hostRange, version, { host: name })
    if (!ok) add('INCOMPATIBLE_HOST', reason)
  }
  if (needs.systems && !needs.systems.includes(system))
    add('INCOMPATIBLE_SYSTEM', `Skill is made for ${needs.systems.join(', ')}, and this is ${system}`)
  for (const tool of needs.tools ?? [])
    if (tools && !tools.includes(tool))
      add('TOOL_NOT_AVAILABLE', `Skill requires the tool ${tool}, which ${name} does not have`)
  if (tools && needs.insteadOf?.every((tool) => tools.includes(tool)))
    add('NOT_NEEDED', `Skill replaces ${needs.insteadOf.join(', ')}, which ${name} has`)
  for (const program of needs.programs ?? [])
    if (!hasProgram(program))
      add('PROGRAM_NOT_FOUND', `Skill requires the program ${program}, which is not on the PATH`)
  if (needs.anyProgram && !needs.anyProgram.some(hasProgram))
    add(
      'PROGRAM_NOT_FOUND',
      `Skill requires one of the programs ${needs.anyProgram.join(', ')}, and none is on the PATH`,
    )
  for (const variable of needs.variables ?? [])
    if (!env[variable]) add('VARIABLE_NOT_SET', `Skill requires the environment variable ${variable}, which is not set`)
  return reasons
}
