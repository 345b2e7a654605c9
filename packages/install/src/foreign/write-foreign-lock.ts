import { createHash } from 'node:crypto'
import { parseScoped } from '@skillwright/hub-api'
import type { SkillFiles, Verdict } from '@skillwright/skill'
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

/** A skill of our lock with its files, and what the scan says of them. */
export interface LockedFiles {
  readonly skill: LockedSkill
  readonly files: SkillFiles
  readonly verdict: Verdict
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

const HERMES_VERDICTS = { pass: 'safe', review: 'caution', block: 'dangerous' } as const

/** Hermes' lock, `.hub/lock.json` of its skills folder. */
export function writeHermesLock(skills: readonly LockedFiles[], now: Date): WrittenLock {
  const at = now.toISOString()
  const entries = skills.map(({ skill, files, verdict }): [string, object | undefined] => {
    const from = hermesSource(skill)
    const entry = {
      ...from,
      trust_level: 'community',
      scan_verdict: HERMES_VERDICTS[verdict],
      content_hash: hermesHash(files),
      install_path: skill.name,
      files: [...files.keys()].toSorted(byText),
      metadata: { version: skill.version },
      scan_provenance: {},
      installed_at: at,
      updated_at: at,
    }
    return [skill.name, from === undefined ? undefined : entry]
  })
  return {
    text: `${JSON.stringify({ version: 1, installed: Object.fromEntries(known(entries)) }, null, 2)}\n`,
    leftOut: entries.flatMap(([name, entry]) => (entry === undefined ? [name] : [])),
  }
}

function hermesSource({ source, id, name }: LockedSkill): { source: string; identifier: string } | undefined {
  if (source.startsWith(WELL_KNOWN)) return { source: 'well-known', identifier: source.slice(WELL_KNOWN.length) }
  // A hub of ours is a registry of that kind too.
  if (source.startsWith(CLAWHUB) || source.startsWith(HUB))
    return { source: 'clawhub', identifier: source.startsWith(HUB) ? name : id }
  if (/^https?:\/\//.test(source)) return { source: 'url', identifier: source }
  if (!source.startsWith(GIT)) return undefined
  const { url, path } = parseGitSpec(source)
  const hosted = /^https:\/\/github\.com\/(.+?)(?:\.git)?$/.exec(url)?.[1]
  return hosted === undefined
    ? undefined
    : { source: 'github', identifier: path === undefined ? hosted : `${hosted}/${path}` }
}

/** Its name for content. */
function hermesHash(files: SkillFiles): string {
  const hash = createHash('sha256')
  for (const path of [...files.keys()].toSorted(byText)) hash.update(`${path}\0`).update(files.get(path) ?? '')
  return `sha256:${hash.digest('hex').slice(0, 16)}`
}

/** Python's order of texts: by code points. */
function byText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
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
