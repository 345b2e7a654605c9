import { hash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Digest, type Skill, standsAlone } from '@skillwright/skill'
import { dataFolder, dataGrants } from '../contain/data-folder.ts'
import { contains, ownHome } from '../contain/granted-paths.ts'
import type { Containment } from '../launch.ts'
import type { PoolSpec } from '../pool/pool-spec.ts'
import type { RunOptions } from '../run-request.ts'
import { type LaunchSettings, type Place, placeOf, verifiedPlace } from './launch-place.ts'

/** How the process for a skill is started: the real interpreter, an environment of declared variables only, and its declared permissions. */
export type LaunchSpecs = (skill: Skill, options: RunOptions) => PoolSpec | Promise<PoolSpec>

/** Makes launches. What depends on the skill alone is found out when its folder is read, not for every call. */
export function launchSpecs(settings: LaunchSettings): LaunchSpecs {
  const snapshotOf = skillSnapshots()
  const places = new WeakMap<SkillSnapshot, Map<Digest | undefined, Place | Promise<Place>>>()
  const findPlace = (skill: Skill, snapshot: SkillSnapshot, digest: Digest | undefined): Place | Promise<Place> => {
    const known = places.get(snapshot) ?? new Map<Digest | undefined, Place | Promise<Place>>()
    places.set(snapshot, known)
    const found = known.get(digest)
    if (found !== undefined) return found
    const place =
      digest === undefined
        ? placeOf(skill, settings).then((one) => ({ ...one, stamp: snapshot.stamp }))
        : // What runs is the copy, which is what the digest says however the folder has changed since.
          verifiedPlace(skill, digest, settings)
    known.set(digest, place)
    place.then(
      (one) => known.set(digest, one),
      // What is missing may be there a moment later.
      () => known.delete(digest),
    )
    return place
  }
  return (skill, options) => {
    const place = findPlace(skill, snapshotOf(skill), options.digest)
    return place instanceof Promise
      ? place.then((found) => rememberedSpec(skill, options, found))
      : rememberedSpec(skill, options, place)
  }
}

const lastSpecs = new WeakMap<Place, { readonly principal: string; readonly debug: boolean; readonly spec: PoolSpec }>()

/** The very spec of the last call when this one wants the same: most do, and the pool knows it at once. Secrets are looked at each time. */
function rememberedSpec(skill: Skill, options: RunOptions, place: Place): PoolSpec {
  const { principal = '', debug = false, env, dataDir, shownAt, isOnce } = options
  const hasData = place.containment !== undefined && place.containment.write.length > 0
  if (shownAt !== undefined) return specOf(skill, options, movedPlace(place, skill, shownAt))
  if (env !== undefined || dataDir !== undefined || isOnce === true || hasData || seesTrace(skill, options))
    return specOf(skill, options, place)
  const last = lastSpecs.get(place)
  if (last?.principal === principal && last.debug === debug) return last.spec
  const spec = specOf(skill, options, place)
  lastSpecs.set(place, { principal, debug, spec })
  return spec
}

function specOf(skill: Skill, options: RunOptions, { tier, prestart, stamp, containment, ...place }: Place): PoolSpec {
  const { principal = '', digest } = options
  const contained = containment && withData(skill, containment, options)
  const data = contained === undefined || contained.write.length === 0 ? '' : stampData(contained)
  return {
    ...place,
    containment: contained,
    env: childEnvironment(skill, options),
    pool: {
      // No other call belongs to the same span.
      tier: seesTrace(skill, options) ? 'spawn' : tier,
      prestart,
      principal,
      ...(digest === undefined ? {} : { digest }),
      ...(stamp === undefined && data === '' ? {} : { stamp: `${stamp ?? ''}${data}` }),
      ...(options.isOnce === true ? { isOnce: true } : {}),
    },
  }
}

/** The place of a skill that its sandbox shows elsewhere: there it has no other path. Without a sandbox it is where it is. */
function movedPlace(place: Place, { dir = '' }: Skill, shownAt: string): Place {
  const { containment, command, cwd } = place
  if (containment === undefined) return place
  const moved = (path: string) => (contains(dir, path) ? shownAt + path.slice(dir.length) : path)
  const { skillDir, skillFrom = skillDir, write } = containment
  const [program, ...words] = command
  return {
    ...place,
    command: [moved(program), ...words.map(moved)],
    cwd: moved(cwd),
    containment: { ...containment, skillDir: moved(skillDir), skillFrom, write: write.map(moved) },
  }
}

/** What a skill writes into its own folder is kept elsewhere; most write nothing. */
function withData(skill: Skill, containment: Containment, options: RunOptions): Containment {
  if (containment.write.length === 0) return containment
  const { principal = '', dataDir = dataFolder(skill, { principal }), isTrial = false } = options
  return { ...containment, dataDir, ...(isTrial ? { isTrial } : {}) }
}

/** Which folders its data is in: a process that is warm sees those it was started with, also when they were deleted since. */
function stampData(containment: Containment): string {
  return dataGrants(containment)
    .own.map(({ source }) => ` ${statSync(source).ino}`)
    .join('')
}

/** Whether the environment of a process says which trace its call belongs to. */
function seesTrace({ permissions }: Skill, { trace }: RunOptions): boolean {
  return trace !== undefined && permissions.env.includes('TRACEPARENT')
}

/** Nothing of the host's environment but where programs are; the rest the skill must declare and the caller must give. */
function childEnvironment(skill: Skill, options: RunOptions): Record<string, string> {
  const { env = {}, debug = false, trace } = options
  const undeclared = Object.keys(env).filter((name) => !skill.permissions.env.includes(name))
  if (undeclared.length > 0) {
    throw new SkillError('PERMISSION_DENIED', `${skill.id} does not declare ${undeclared.join(', ')}`, {
      hint: 'Add them to permissions.env in its skill.json',
    })
  }
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: ownHome(),
    LANG: 'C.UTF-8',
    PYTHONIOENCODING: 'utf-8',
    // The skill's folder is read-only, and is meant to stay as it was scanned where it is not.
    PYTHONDONTWRITEBYTECODE: '1',
    ...(debug ? { SKILL_DEBUG: '1' } : {}),
    ...(seesTrace(skill, options) ? { TRACEPARENT: trace?.traceparent ?? '' } : {}),
    ...env,
  }
}

/** The state of a skill's folder: a new object each time the folder is read. */
export interface SkillSnapshot {
  /** Changes when any file of the skill does. */
  readonly stamp: string
  /** When a file of it changed last, in milliseconds since 1970. */
  readonly changedAt: number
}

/** Options of skillSnapshots. */
interface SnapshotOptions {
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number
}

/** A folder is read again after this long at the earliest: a change is seen by calls that begin later than that. */
const PAUSE_MS = 250
// Reading takes at most a twentieth of the time, however large the folder is.
const PAUSE_TIMES = 20
const MAX_ENTRIES = 5_000
const IGNORED = new Set(['.git', '__pycache__'])

/** Takes snapshots of skill folders, but not for every call. Paths that the skill may write itself are left out. */
export function skillSnapshots({
  now = () => performance.now(),
}: SnapshotOptions = {}): (skill: Skill) => SkillSnapshot {
  const seen = new WeakMap<Skill, { readonly snapshot: SkillSnapshot; readonly until: number }>()
  return (skill) => {
    const started = now()
    const known = seen.get(skill)
    if (known !== undefined && started < known.until) return known.snapshot
    const snapshot = takeSnapshot(skill)
    const ended = now()
    seen.set(skill, { snapshot, until: ended + Math.max(PAUSE_MS, (ended - started) * PAUSE_TIMES) })
    return snapshot
  }
}

/** Looks at the files of a skill now. */
export function takeSnapshot(skill: Skill): SkillSnapshot {
  const { dir, permissions, entry } = skill
  if (dir === undefined) return { stamp: '', changedAt: 0 }
  const paths = standsAlone(skill) ? [join(dir, entry?.path ?? '')] : filesOf(dir, permissions.write)
  let changedAt = 0
  const facts = paths.map((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    changedAt = Math.max(changedAt, stat?.ctimeMs ?? 0)
    return `${path} ${stat?.ino} ${stat?.size} ${stat?.mtimeMs} ${stat?.ctimeMs}`
  })
  return { stamp: hash('sha1', facts.join('\n')), changedAt }
}

function filesOf(root: string, writable: readonly string[]): string[] {
  const skipped = new Set(writable.map((path) => join(root, path)))
  const folders = [root]
  const files: string[] = []
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (skipped.has(path) || IGNORED.has(entry.name)) continue
      if (entry.isDirectory()) folders.push(path)
      else files.push(path)
    }
    if (files.length + folders.length > MAX_ENTRIES) break
  }
  return files
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
