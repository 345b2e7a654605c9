import { existsSync } from 'node:fs'
import { SkillError } from '@skillwright/contract'
import { absolutePath, type GrantPlace, isOwnPath, type Skill } from '@skillwright/skill'
import { ownHome, refuseForbidden } from './granted-paths.ts'

/** What a skill wants of this machine beyond its own folder, as it declares it. */
export interface GrantRequest {
  readonly skill: Skill
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/** `grant` gives it, `withhold` runs the skill without it, `refuse` does not run it. */
export type GrantDecision = 'grant' | 'withhold' | 'refuse'

/** Decides whether a skill gets what it wants of this machine. */
export type Approve = (request: GrantRequest) => GrantDecision | Promise<GrantDecision>

/** The paths that a skill may use, as it declares them: its own ones, and of those outside the ones that were approved. */
export async function approvedPaths(
  skill: Skill,
  approve: Approve,
  place: GrantPlace,
): Promise<Pick<GrantRequest, 'read' | 'write'>> {
  const { read, write } = skill.permissions
  for (const [mode, paths] of [
    ['read', read],
    ['write', write],
  ] as const)
    for (const path of paths) refuseForbidden(path, path, mode, place)
  const home = place.home ?? ownHome()
  // What is not there gives nothing away, and is asked for once it is.
  const isAsked = (path: string) => !isOwnPath(path) && existsSync(absolutePath(path, home))
  const asked = { read: read.filter(isAsked), write: write.filter(isAsked) }
  if (asked.read.length + asked.write.length === 0) return { read, write }
  switch (await approve({ skill, ...asked })) {
    case 'grant':
      return { read, write }
    case 'withhold':
      return { read: read.filter(isOwnPath), write: write.filter(isOwnPath) }
    case 'refuse':
      throw notApproved({ skill, ...asked })
  }
}

function notApproved({ skill, read, write }: GrantRequest): SkillError {
  const wants = [
    ...(read.length === 0 ? [] : [`read ${read.join(', ')}`]),
    ...(write.length === 0 ? [] : [`write ${write.join(', ')}`]),
  ]
  return new SkillError('PERMISSION_DENIED', `Nobody agreed yet that ${skill.id} may ${wants.join(' and ')}`, {
    details: { read, write },
    hint: `skillwright run ${skill.dir ?? skill.id} asks once, --yes agrees; from code: createRuntime({ approve })`,
  })
}
