import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, sep } from 'node:path'
import { SkillError } from '@skillwright/contract'
import {
  absolutePath,
  type GrantMode,
  type GrantPlace,
  isOwnPath,
  type Skill,
  userFolder,
  whyNeverGranted,
} from '@skillwright/skill'

/** A path a skill may use: where it sees it, and what is really there. */
export interface GrantedPath {
  readonly path: string
  readonly source: string
}

/** How declared paths are read. */
export interface GrantOptions {
  /** Whose `~` is meant. */
  readonly home?: string
  /** What the skill may write, when it is asked what it may read. */
  readonly written?: readonly string[]
}

/**
 * Turns declared paths into what is bound into the sandbox: `~` expanded, links resolved, missing ones left out of
 * reading. A path inside one that may be written is there with it and left out: the skill could have put a link in its
 * place, to be followed by us the next time. Throws for a path that can never be granted, or whose links lead to one.
 */
export function grantedPaths(
  paths: readonly string[],
  mode: GrantMode,
  { home = ownHome(), written = [] }: GrantOptions = {},
): GrantedPath[] {
  const place = grantPlace(home)
  const above = (mode === 'write' ? paths : written).map((declared) => absolutePath(declared, home))
  return paths.flatMap((declared) => {
    refuseForbidden(declared, declared, mode, place)
    const path = absolutePath(declared, home)
    if (!path.startsWith('/')) throw forbidden(declared, mode, 'it must be written in full or start with ~/')
    if (above.some((outer) => outer !== path && contains(outer, path))) return []
    if (!existsSync(path)) {
      if (mode === 'read') return []
      throw new SkillError('DATA_NOT_FOUND', `The skill may write ${declared}, which does not exist`, {
        hint: `Create ${path} first`,
      })
    }
    const source = realpathSync(path)
    // A link must not lead where the path itself may not.
    refuseForbidden(declared, source, mode, place)
    const programs = mode === 'write' ? programFolders().find((folder) => contains(source, folder)) : undefined
    if (programs !== undefined) throw forbidden(declared, mode, `what is in ${programs}, on the PATH, runs outside too`)
    return [{ path, source }]
  })
}

/** Where programs are looked for, ours included: one that a skill put there would be run without a sandbox. */
function programFolders(path = process.env.PATH ?? ''): string[] {
  return path
    .split(delimiter)
    .flatMap((folder) => (folder.startsWith('/') && existsSync(folder) ? [realpathSync(folder)] : []))
}

/** What is private on this machine. */
export function grantPlace(home = ownHome()): GrantPlace {
  const kinds = ['config', 'cache', 'data', 'state'] as const
  return { home, own: kinds.map((kind) => userFolder(kind, process.env, () => home)) }
}

/** Throws for a path that can never be granted. */
function refuseForbidden(declared: string, path: string, mode: GrantMode, place: GrantPlace): void {
  const why = whyNeverGranted(path, mode, place)
  if (why !== undefined) throw forbidden(declared, mode, path === declared ? why : `it leads to ${path}: ${why}`)
}

/** The error for a path that can never be granted. */
export function forbidden(declared: string, mode: GrantMode, why: string): SkillError {
  return new SkillError('PERMISSION_DENIED', `No skill may ${mode} ${JSON.stringify(declared)}: ${why}`, {
    hint: `Let permissions.${mode} in its skill.json name the one folder of data that it needs`,
    details: { path: declared },
  })
}

/** Our home folder, whose path skills see too; a user without one, as in many containers, has nothing in it. */
export function ownHome(): string {
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

/** True when a path is another one or lies in it. */
export function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer === '/' ? '/' : outer + sep)
}

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
  return new SkillError('PERMISSION_DENIED', `${skill.id} has no approval yet to ${wants.join(' and ')}`, {
    details: { read, write },
    hint: `skillwright run ${skill.dir ?? skill.id} asks once, --yes agrees; from code: createRuntime({ approve })`,
  })
}
