import { readFile } from 'node:fs/promises'
import { dirname, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SkillError } from '@skillwright/contract'
import { absolutePath, type Digest, isOwnPath, type Skill, standsAlone, unfitPermissions } from '@skillwright/skill'
import { type Approve, approvedPaths, contains, forbidden, grantPlace, ownHome } from '../contain/granted-paths.ts'
import type { Containment, ProcessLimits } from '../launch.ts'
import type { PoolChoice, PoolSpec, Tier } from '../pool/pool-spec.ts'
import { findPrepared } from '../prepare/find-prepared.ts'
import { needsOf } from '../prepare/needs-of.ts'
import type { Interpreters } from './interpreters.ts'
import type { SkillStore } from './skill-store.ts'

/** What of the runtime's settings a launch depends on. */
export interface LaunchSettings {
  readonly interpreters: Interpreters
  readonly contain: boolean
  readonly limits: ProcessLimits
  /** Keeps verified copies of skills whose digest the caller knows. */
  readonly store: () => Promise<SkillStore>
  /** Where prepared environments and verified copies are. */
  readonly cacheDir: string
  /** Decides about what skills want beyond their own folders. */
  readonly approve: Approve
}

/** What of a launch depends on the skill alone. */
export type Place = Pick<PoolSpec, 'command' | 'cwd' | 'limits' | 'containment'> &
  Pick<PoolChoice, 'tier' | 'prestart' | 'stamp'>

/** The place of a skill that must be what its digest says. */
export async function verifiedPlace(skill: Skill, digest: Digest, settings: LaunchSettings): Promise<Place> {
  const place = await placeOf(skill, settings)
  const store = await settings.store()
  const { dir } = await store.open(skill.dir ?? '', { expected: digest })
  return place.containment === undefined ? place : { ...place, containment: { ...place.containment, skillFrom: dir } }
}

/** The place of a skill. Throws TOOL_NOT_AVAILABLE when there is nothing to run, PERMISSION_DENIED for what it may never use. */
export async function placeOf(skill: Skill, settings: LaunchSettings): Promise<Place> {
  const { command, read } = await skillCommand(skill, settings)
  const containment = settings.contain ? await containmentOf(skill, read, settings) : undefined
  const { read: reads, write, network } = containment ?? { read: [], write: [], network: [] }
  const isClosed = containment !== undefined && reads.length + write.length + network.length === 0
  return { command, cwd: skill.dir ?? '', limits: settings.limits, containment, ...chooseTier(skill, { isClosed }) }
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

/** How the process that answers for a skill is started. */
interface SkillCommand {
  readonly command: readonly [string, ...string[]]
  /** What it must be able to read beside the skill itself. */
  readonly read: readonly string[]
}

/**
 * The command for a skill: its script, or a runner of ours for its module or its documents, in the environment that was
 * prepared for it. Throws TOOL_NOT_AVAILABLE when there is nothing to run, or it was not prepared.
 */
async function skillCommand(skill: Skill, settings: LaunchSettings): Promise<SkillCommand> {
  const usual = await usualCommand(skill, settings.interpreters)
  if (!skill.files.some((file) => MANIFESTS.test(file))) return usual
  const needs = await needsOf(skill, settings.interpreters, settings.cacheDir)
  if (needs === undefined) return usual
  const prepared = await findPrepared(skill, needs)
  const [program, ...args] = usual.command
  return {
    command: [prepared.interpreter ?? program, ...prepared.args, ...args],
    read: [...usual.read, ...prepared.read],
  }
}

// What names the packages of a skill; one without has nothing prepared.
const MANIFESTS = /(?:^|\/)(?:requirements\.txt|package\.json)$/

const runners = new WeakMap<Skill, { readonly script: string; readonly read: readonly string[] }>()

/** The same skill with a Python program of ours in place of its script: it has the sandbox, the environment and the packages of the skill. */
export function withRunner(skill: Skill, script: string, read: readonly string[]): Skill {
  const path = skill.entry?.path ?? 'SKILL.md'
  const stand = { ...skill, entry: { path, language: 'python' }, capabilityType: 'plugin' } as const
  runners.set(stand, { script, read: [script, ...read] })
  return stand
}

async function usualCommand(skill: Skill, interpreters: Interpreters): Promise<SkillCommand> {
  const runner = runners.get(skill)
  if (runner !== undefined) {
    const [program = 'python3', ...args] = await interpreters.commandFor('python')
    return { command: [program, ...args, runner.script], read: runner.read }
  }
  if (skill.entry === undefined && skill.capabilityType === 'knowledge' && skill.dir !== undefined)
    return ours('knowledge-runner', skill.dir, interpreters)
  const script = scriptOf(skill)
  if (await isModule(skill, script)) return ours('module-runner', script, interpreters)
  const [program = script, ...args] = await interpreters.commandFor(skill.entry?.language ?? 'executable')
  return { command: program === script ? [script] : [program, ...args, script], read: [] }
}

async function ours(name: string, target: string, interpreters: Interpreters): Promise<SkillCommand> {
  // From source the runner is TypeScript, published it is JavaScript; Node runs both.
  const ending = import.meta.url.endsWith('.ts') ? 'mts' : 'mjs'
  const runner = fileURLToPath(new URL(`./runners/${name}.${ending}`, import.meta.url))
  const [node = process.execPath, ...args] = await interpreters.commandFor('typescript')
  return { command: [node, ...args, runner, target], read: [dirname(runner)] }
}

const EXPORTS_RUN =
  /^export\s+(?:(?:async\s+)?function\s*\*?\s*|(?:const|let|var)\s+)run\b|^export\s*\{[^}]*\brun\s*[,}]/m
const known = new WeakMap<Skill, Promise<boolean>>()

/** True for a plugin whose entry exports `run`: a module to embed, though it may be a program as well. */
function isModule(skill: Skill, script: string): Promise<boolean> {
  const { entry, capabilityType } = skill
  if (capabilityType !== 'plugin' || (entry?.language !== 'javascript' && entry?.language !== 'typescript'))
    return Promise.resolve(false)
  const answer =
    known.get(skill) ??
    readFile(script, 'utf8').then(
      (source) => EXPORTS_RUN.test(source),
      () => false,
    )
  known.set(skill, answer)
  return answer
}

/** The absolute path of a skill's script. Throws when it has none. */
function scriptOf(skill: Skill): string {
  if (skill.dir === undefined || skill.entry === undefined) {
    throw new SkillError('TOOL_NOT_AVAILABLE', `${skill.id} has no script to run`, {
      hint: 'Name one as entry in skill.json, or use the skill as a prompt',
    })
  }
  return join(skill.dir, skill.entry.path)
}
