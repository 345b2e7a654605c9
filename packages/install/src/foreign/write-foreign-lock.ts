import { createHash } from 'node:crypto'
import { parseScoped } from '@skillwright/hub-api'
import type { SkillFiles } from '@skillwright/skill'
import { stringify } from 'yaml'
import type { LockedSkill } from '../lock/lock.ts'
import { CLAWHUB } from '../sources/clawhub-source.ts'
import { GIT, parseGitSpec } from '../sources/git-spec.ts'
import { HUB } from '../sources/hub-source.ts'
import { WELL_KNOWN } from '../sources/well-known-source.ts'

/** A lock in the form of another tool, and what it cannot say. */
export interface WrittenLock {
  readonly text: string
  /** Names of the skills that come from where that tool cannot go. */
  readonly leftOut: readonly string[]
}

/** A skill of our lock with its files. */
export interface LockedFiles {
  readonly skill: LockedSkill
  readonly files: SkillFiles
}

/** The lock of the `skills` command for a project, `skills-lock.json`. */
export function writeSkillsLock(skills: readonly LockedFiles[]): WrittenLock {
  const entries = skills.map(({ skill, files }): [string, object | undefined] => [
    skill.name,
    skillsEntry(skill, files),
  ])
  return {
    text: `${JSON.stringify({ version: 1, skills: Object.fromEntries(known(entries)) }, null, 2)}\n`,
    leftOut: entries.flatMap(([name, entry]) => (entry === undefined ? [name] : [])),
  }
}

function skillsEntry({ source, revision }: LockedSkill, files: SkillFiles): object | undefined {
  const computedHash = skillsHash(files)
  if (source.startsWith(WELL_KNOWN))
    return { source: source.slice(WELL_KNOWN.length), sourceType: 'well-known', computedHash }
  if (source.startsWith('file:')) return { source: source.slice('file:'.length), sourceType: 'local', computedHash }
  if (!source.startsWith(GIT)) return undefined
  const { url, path } = parseGitSpec(source)
  const hosted = /^https:\/\/github\.com\/(.+?)(?:\.git)?$/.exec(url)?.[1]
  const where = hosted === undefined ? { source: url, sourceType: 'git' } : { source: hosted, sourceType: 'github' }
  return {
    ...where,
    ...(revision === undefined ? {} : { ref: revision }),
    ...(path === undefined ? {} : { skillPath: `${path}/SKILL.md` }),
    computedHash,
  }
}

/** ClawHub's lock, `.clawhub/lock.json`; a hub of ours is such a registry too. */
export function writeClawhubLock(skills: readonly LockedFiles[], now: Date): WrittenLock {
  const entries = skills.map(({ skill: { name, id, source, version } }): [string, object | undefined] => {
    const entry = { version, installedAt: now.getTime() }
    if (source.startsWith(CLAWHUB)) return [id, entry]
    return [name, source.startsWith(HUB) ? { ...entry, ownerHandle: parseScoped(id).scope } : undefined]
  })
  return {
    text: `${JSON.stringify({ version: 1, skills: Object.fromEntries(known(entries)) }, null, 2)}\n`,
    leftOut: entries.flatMap(([name, entry]) => (entry === undefined ? [name] : [])),
  }
}

/** APM's lock, `apm.lock.yaml`. */
export function writeApmLock(skills: readonly LockedFiles[], now: Date): WrittenLock {
  const entries = skills.map(({ skill }): [string, object | undefined] => {
    if (!skill.source.startsWith(GIT)) return [skill.name, undefined]
    const { url, path, ref } = parseGitSpec(skill.source)
    return [
      skill.name,
      {
        repo_url: url,
        ...(skill.revision === undefined ? {} : { resolved_commit: skill.revision }),
        ...(ref === undefined ? {} : { resolved_ref: ref }),
        version: skill.version,
        ...(path === undefined ? {} : { virtual_path: path }),
        depth: 1,
      },
    ]
  })
  return {
    text: stringify({
      lockfile_version: '1',
      generated_at: now.toISOString(),
      dependencies: known(entries).map(([, entry]) => entry),
    }),
    leftOut: entries.flatMap(([name, entry]) => (entry === undefined ? [name] : [])),
  }
}

function known(entries: readonly [string, object | undefined][]): [string, object][] {
  return entries
    .filter((pair): pair is [string, object] => pair[1] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

// What that command sorts by; an order of its own for each locale, of which English is the default.
const { compare } = new Intl.Collator('en')

/** Its name for content: paths and bytes, one after the other. */
function skillsHash(files: SkillFiles): string {
  const hash = createHash('sha256')
  for (const path of [...files.keys()].toSorted(compare)) hash.update(path).update(files.get(path) ?? '')
  return hash.digest('hex')
}
