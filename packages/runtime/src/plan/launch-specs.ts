import { statSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { absolutePath, type Digest, isOwnPath, type Skill, standsAlone, unfitPermissions } from '@skillwright/skill'
import { dataFolder, dataGrants } from '../contain/data-folder.ts'
import { type Approve, approvedPaths, contains, forbidden, grantPlace, ownHome } from '../contain/granted-paths.ts'
import type { Containment, ProcessLimits } from '../launch.ts'
import type { PoolChoice, PoolSpec, Tier } from '../pool/pool-spec.ts'
import type { RunOptions } from '../run-request.ts'
import { type CommandSettings, skillCommand } from './skill-command.ts'
import { type SkillSnapshot, skillSnapshots } from './skill-snapshots.ts'
import type { SkillStore } from './skill-store.ts'

/** What of the runtime's settings a launch depends on. */
export interface LaunchSettings extends CommandSettings {
  readonly contain: boolean
  readonly limits: ProcessLimits
  /** Keeps verified copies of skills whose digest the caller knows. */
  readonly store: () => Promise<SkillStore>
  readonly cacheDir: string
  /** Decides about what skills want beyond their own folders. */
  readonly approve: Approve
}

/** How the process for a skill is started: the real interpreter, an environment of declared variables only, and its declared permissions. */
export type LaunchSpecs = (skill: Skill, options: RunOptions) => PoolSpec | Promise<PoolSpec>

/** What of a launch depends on the skill alone. */
type Place = Pick<PoolSpec, 'command' | 'cwd' | 'limits' | 'containment'> &
  Pick<PoolChoice, 'tier' | 'prestart' | 'stamp'>

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
  const { principal = '', debug = false, env, dataDir } = options
  const hasData = place.containment !== undefined && place.containment.write.length > 0
  if (env !== undefined || dataDir !== undefined || hasData || seesTrace(skill, options))
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
      ...(options.dataDir === undefined ? {} : { isOnce: true }),
    },
  }
}

/** What a skill writes into its own folder is kept elsewhere; most write nothing. */
function withData(skill: Skill, containment: Containment, { principal = '', dataDir }: RunOptions): Containment {
  if (containment.write.length === 0) return containment
  return { ...containment, dataDir: dataDir ?? dataFolder(skill, { principal }) }
}

/** Which folders its data is in: a process that is warm sees those it was started with, also when they were deleted since. */
function stampData(containment: Containment): string {
  return dataGrants(containment)
    .own.map(({ source }) => ` ${statSync(source).ino}`)
    .join('')
}

/** The place of a skill that must be what its digest says. */
async function verifiedPlace(skill: Skill, digest: Digest, settings: LaunchSettings): Promise<Place> {
  const place = await placeOf(skill, settings)
  const store = await settings.store()
  const { dir } = await store.open(skill.dir ?? '', { expected: digest })
  return place.containment === undefined ? place : { ...place, containment: { ...place.containment, skillFrom: dir } }
}

async function placeOf(skill: Skill, settings: LaunchSettings): Promise<Place> {
  const { command, read } = await skillCommand(skill, settings)
  const containment = settings.contain ? await containmentOf(skill, read, settings) : undefined
  const { read: reads, write, network } = containment ?? { read: [], write: [], network: [] }
  const isClosed = containment !== undefined && reads.length + write.length + network.length === 0
  return { command, cwd: skill.dir ?? '', limits: settings.limits, containment, ...chooseTier(skill, { isClosed }) }
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

/** What the skill may touch: what it declares, as far as it was approved, and what it needs of ours to start. */
async function containmentOf(
  skill: Skill,
  support: readonly string[],
  { approve, cacheDir }: LaunchSettings,
): Promise<Containment> {
  const { dir = '', permissions } = skill
  const home = ownHome()
  const { own = [], ...place } = grantPlace(home)
  const { read, write } = await approvedPaths(skill, approve, { ...place, own: [...own, cacheDir] })
  refuseOwnCode(skill, write)
  refuseEveryHost(skill)
  return {
    // Beside a script that stands alone may lie anything, a home folder included: nothing of it is shown.
    skillDir: standsAlone(skill) ? join(dir, skill.entry?.path ?? '') : dir,
    home,
    read: read.filter((path) => !isOwnPath(path)).map((path) => absolutePath(path, home)),
    write: write.map((path) => (isOwnPath(path) ? resolve(dir, path) : absolutePath(path, home))),
    support,
    network: permissions.network,
  }
}

/** A skill that may reach every host may send any of them what it was given. */
function refuseEveryHost({ permissions }: Skill): void {
  const unfit = unfitPermissions(permissions).find(({ permission }) => permission === 'network')
  if (unfit !== undefined)
    throw new SkillError('PERMISSION_DENIED', `No skill may reach ${JSON.stringify(unfit.item)}: ${unfit.why}`, {
      hint: 'Let permissions.network in its skill.json name the hosts that it needs',
      details: { host: unfit.item },
    })
}

/** What a skill writes is no longer what was scanned, so it cannot be what is started. */
function refuseOwnCode({ entry }: Skill, write: readonly string[]): void {
  const code = write.find((path) => isOwnPath(path) && contains(normalize(path), normalize(entry?.path ?? '.')))
  if (code !== undefined) throw forbidden(code, 'write', `${entry?.path} is started from it`)
}

const TIERS: readonly Tier[] = ['auto', 'spawn', 'spare', 'zygote', 'worker']

/**
 * How a skill is kept warm. `auto`: the first call is a plain process; when it is called again soon, Python gets a zygote
 * and every other language a spare, unless what it does before it reads its input would be seen outside of its sandbox (a
 * spare may never be called) or it may read there what changes until it is. skill.json may say otherwise: `"runtime": {"tier": …, "prestart": …}`.
 */
export function chooseTier(
  { manifest, entry }: Pick<Skill, 'manifest' | 'entry'>,
  { isClosed }: { isClosed: boolean },
): Pick<PoolChoice, 'tier' | 'prestart'> {
  const runtime = manifest?.runtime
  const wish = typeof runtime === 'object' && runtime !== null ? (runtime as Record<string, unknown>) : {}
  const tier = TIERS.find((name) => name === wish.tier) ?? 'auto'
  return {
    // A zygote is for Python; for another language the next best is meant.
    tier: tier === 'zygote' && entry?.language !== 'python' ? 'spare' : tier,
    prestart: typeof wish.prestart === 'boolean' ? wish.prestart : tier === 'spare' || isClosed,
  }
}
