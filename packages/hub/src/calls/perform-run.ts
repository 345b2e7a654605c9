import { failed, isErrorCode, SkillError, type SkillResponse } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { Perform, Run } from '@skillwright/jobs'
import type { Runtime } from '@skillwright/runtime'
import type { Skill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type FoundVersion, findVersion } from '../registry/find-version.ts'
import { openWorkspace } from './artifacts.ts'
import type { LaidOutSkill, LaidOutSkills } from './laid-out-skills.ts'
import { placeOfRun } from './run-document.ts'
import { secretsFor } from './secrets.ts'

/** A version that is called, as it was found. */
export interface FoundSkill {
  readonly version: FoundVersion
  readonly laidOut: LaidOutSkill
}

/** Document B's limit for a skill that states none. */
const USUAL_SECONDS = 300

/** What doing runs needs. */
interface Means {
  readonly runtime: Runtime
  readonly skills: LaidOutSkills
  readonly found: Map<string, FoundSkill>
  /** What is done here now, by id. */
  readonly performing: Map<string, Run>
}

/** Makes what does the runs of a hub: the one way from a run to the runtime, whatever asked for it. */
export function performRuns(hub: HubContext, { runtime, skills, found, performing }: Means): Perform {
  return async (run, { signal, started, onEvent }) => {
    const begun = performance.now()
    let response: SkillResponse
    performing.set(run.id, run)
    try {
      const { laidOut } = found.get(run.id) ?? (await findForRun(hub, skills, run))
      found.delete(run.id)
      // Not within the time limit of the call: it is done once for all of them.
      await laidOut.prepared()
      const { skill } = laidOut
      const env = await secretsFor(hub, placeOfRun(run), skill.permissions.env)
      await using workspace = await openWorkspace(hub, run, skill)
      const told = await runtime.run(skill, run.request, {
        digest: laidOut.digest,
        principal: run.principal,
        runId: run.id,
        ...(env === undefined ? {} : { env }),
        ...(workspace.dir === undefined ? {} : { dataDir: workspace.dir }),
        signal,
        onEvent,
        onStage: (stage) => {
          // A task is not begun by being asked for: wherever it waits, it is the same one.
          if (stage === 'started' && !isTask(skill)) started()
        },
        ...(isTask(skill) ? { timeoutSeconds: secondsLeft(hub, run, skill) } : {}),
      })
      response = await workspace.keep(withoutFolder(told, skill))
    } catch (thrown) {
      if (!(thrown instanceof SkillError)) hub.log.error({ err: thrown, run: run.id }, 'a run failed')
      response = failed(thrown, { metadata: { run_id: run.id } })
    } finally {
      performing.delete(run.id)
    }
    hub.metrics.calls.observe(run.skill, codeOf(response), (performance.now() - begun) / 1000)
    return response
  }
}

/** Whether a person or another agent answers for a skill. */
export function isTask({ entry, capabilityType }: Skill): boolean {
  return entry === undefined && capabilityType === 'task'
}

/** What is left of the time of a task, which goes on while no caller waits for it here. */
function secondsLeft({ clock }: HubContext, run: Run, { timeoutSeconds, contract }: Skill): number {
  const [only] = contract?.actions.values() ?? []
  const action = run.request.action === undefined ? only : contract?.actions.get(run.request.action)
  const limit = timeoutSeconds ?? action?.timeoutSeconds ?? USUAL_SECONDS
  return Math.max(0.001, (run.createdAt + limit * 1000 - clock()) / 1000)
}

/** Who may call it was decided when the run was accepted. */
const THE_HUB: Principal = { person: undefined, scopes: new Set(['read', 'admin']), isHub: true }

/** Throws WITHDRAWN for a version that was taken back, or was never released: also those who see it may not run it here. */
export function requireReleased({ state, version, ...place }: FoundVersion): void {
  if (state === 'published' || state === 'yanked') return
  throw new SkillError('WITHDRAWN', `${fullName(place)} ${version} is ${state}, and is not run`, {
    hint: 'Call another version, or wait until a reviewer has decided',
  })
}

/** The version that a run was accepted for. Throws DATA_NOT_FOUND or WITHDRAWN when it is no longer available. */
async function findForRun(hub: HubContext, skills: LaidOutSkills, run: Run): Promise<FoundSkill> {
  const version = await findVersion(hub, THE_HUB, { ...placeOfRun(run), version: run.version ?? 'latest' })
  requireReleased(version)
  return { version, laidOut: await skills.open(version) }
}

function codeOf({ status, errors }: SkillResponse): string {
  if (status === 'success') return 'OK'
  const code = errors?.[0]?.code ?? 'PARTIAL_SUCCESS'
  // There is no end to those that skills make up.
  return isErrorCode(code) ? code : 'OWN_CODE'
}

/** Where the hub keeps a skill is not disclosed. */
function withoutFolder(response: SkillResponse, { dir = '' }: Skill): SkillResponse {
  if (response.errors === undefined || dir === '') return response
  const text = JSON.stringify(response.errors)
  const folder = JSON.stringify(dir).slice(1, -1)
  return text.includes(folder) ? { ...response, errors: JSON.parse(text.replaceAll(folder, '.')) } : response
}
