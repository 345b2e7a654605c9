import { join } from 'node:path'
import { isObject, SkillError, type SkillResponse } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import type { Skill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type FoundVersion, findVersion, type VersionPlace } from '../registry/find-version.ts'
import { searchSkills } from '../search/search-skills.ts'
import { openWorkspace } from './artifacts.ts'
import { requirePolicy } from './call-policy.ts'
import { principalOfRun, requireInvoke } from './call-principal.ts'
import { describeCall } from './describe-call.ts'
import { isOwnSkill } from './is-own-skill.ts'
import { isService } from './is-service.ts'
import { type LaidOutSkill, LaidOutSkills } from './laid-out-skills.ts'
import { listDescriptors } from './list-descriptors.ts'
import { ownHeader } from './own-header.ts'
import { readRevision } from './read-revision.ts'
import { placeOfRun } from './run-document.ts'
import { runSecrets } from './run-secrets.ts'
import type { CalledSkill, RunPlace, SkillSource } from './skill-source.ts'

/** The published skills of a hub, as far as its operator lets them be called. */
export function registrySource(hub: HubContext): SkillSource {
  const cacheDir = join(hub.config.dir, 'cache')
  const skills = new LaidOutSkills(hub, cacheDir)
  return {
    // Nothing of this machine is given: the policy of calls refuses those who want some before.
    runtime: { cacheDir, approve: () => 'refuse', remote: { allow: hub.config.allowAddresses } },
    list: (principal, page) => listDescriptors(hub, principal, page),
    find: async (principal, search) => (await searchSkills(hub, principal, search)).items,
    revision: (principal) => readRevision(hub.db, principal),
    describe: (principal, place, options) => describeCall(hub, principal, place, options),
    async headerOf(principal, place) {
      const { stated } = await skills.open(await findVersion(hub, principal, place))
      return ownHeader(stated.auth)
    },
    open: (principal, place) => openForCaller(hub, skills, principal, place),
    // Much can happen while a run waits: its caller may no more than they may now.
    reopen: async (run) =>
      openForCaller(hub, skills, await principalOfRun(hub, run), {
        ...placeOfRun(run),
        version: run.version ?? 'latest',
      }),
    sweep: () => skills.sweep(),
  }
}

const NOTHING = { network: [], read: [], write: [] }

async function openForCaller(
  hub: HubContext,
  skills: LaidOutSkills,
  principal: Principal,
  place: VersionPlace,
): Promise<CalledSkill> {
  const version = await findVersion(hub, principal, place)
  requireInvoke(hub, version, principal)
  requireReleased(version)
  const name = fullName(version)
  const { tier } = version
  const isOwn = await isOwnSkill(hub, principal, version)
  requirePolicy(name, { tier, permissions: NOTHING, isOwn }, hub.config.calls)
  const laidOut = await skills.open(version)
  const { skill, stated } = laidOut
  if (principal.guest !== undefined && !(isObject(stated.auth) && stated.auth.type === 'oauth2'))
    throw new SkillError('PERMISSION_DENIED', `${name} is called with a token of the hub, and not of another issuer`)
  const permissions = { ...skill.permissions, network: hostsOf(laidOut) }
  requirePolicy(name, { tier, permissions, isOwn }, hub.config.calls)
  return calledSkill(hub, version, laidOut)
}

/** The hosts that calling a skill reaches: those it declares, and that of the service which answers for it. */
function hostsOf({ skill, stated }: LaidOutSkill): readonly string[] {
  const { network } = skill.permissions
  const { url } = isService(skill) && isObject(stated.endpoint) ? stated.endpoint : {}
  const host = typeof url === 'string' ? URL.parse(url)?.host : undefined
  return host === undefined ? network : [...network, host]
}

function calledSkill(hub: HubContext, version: FoundVersion, laidOut: LaidOutSkill): CalledSkill {
  const { skill } = laidOut
  return {
    name: fullName(version),
    version: version.version,
    skill,
    enter: (run) => enter(hub, run, laidOut),
  }
}

async function enter(hub: HubContext, run: Run, { skill, digest, prepared }: LaidOutSkill): Promise<RunPlace> {
  // Not within the time limit of the call: it is done once for all of them.
  await prepared()
  const secrets = await runSecrets(hub, run, skill)
  const workspace = await openWorkspace(hub, run, skill, Object.values(secrets.env ?? {}))
  return {
    options: {
      digest,
      principal: run.principal,
      ...secrets,
      ...(workspace.dir === undefined ? {} : { dataDir: workspace.dir, isOnce: true }),
    },
    finish: (response) => workspace.keep(withoutFolder(response, skill)),
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  }
}

/** Throws WITHDRAWN for a version that was taken back, or was never released: also those who see it may not run it here. */
function requireReleased({ state, version, ...place }: FoundVersion): void {
  if (state === 'published' || state === 'yanked') return
  throw new SkillError('WITHDRAWN', `${fullName(place)} ${version} is ${state}, and is not run`, {
    hint: 'Call another version, or wait until a reviewer has decided',
  })
}

/** Where the hub keeps a skill is not disclosed. */
function withoutFolder(response: SkillResponse, { dir = '' }: Skill): SkillResponse {
  if (response.errors === undefined || dir === '') return response
  const text = JSON.stringify(response.errors)
  const folder = JSON.stringify(dir).slice(1, -1)
  return text.includes(folder) ? { ...response, errors: JSON.parse(text.replaceAll(folder, '.')) } : response
}
