import { failed, isErrorCode, SkillError, type SkillResponse } from '@skillwright/contract'
import type { Perform, Run } from '@skillwright/jobs'
import type { RunOptions, Runtime } from '@skillwright/runtime'
import type { Skill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { startRunSpan } from './call-spans.ts'
import { isService } from './is-service.ts'
import type { CallLimits } from './limit-calls.ts'
import type { CalledSkill, SkillSource } from './skill-source.ts'

/** Document B's limit for a skill that states none. */
const USUAL_SECONDS = 300

/** What doing runs needs. */
interface Means {
  readonly runtime: Runtime
  readonly source: SkillSource
  readonly found: Map<string, CalledSkill>
  /** What is done here now, by id. */
  readonly performing: Map<string, Run>
  readonly limits: CallLimits
}

/** Makes what does the runs of a hub: the one way from a run to the runtime, whatever asked for it. */
export function performRuns(hub: HubContext, { runtime, source, found, performing, limits }: Means): Perform {
  return async (run, { signal, started, waits, onEvent }) => {
    const begun = performance.now()
    let response: SkillResponse
    performing.set(run.id, run)
    const known = found.get(run.id)
    const span = startRunSpan(run, { wasQueued: known === undefined })
    try {
      // No caller was held to them when it was asked for.
      if (run.via === 'schedule') await limits.hold(run.principal)
      const called = known ?? (await source.reopen(run))
      found.delete(run.id)
      const { skill } = called
      await using place = await called.enter(run)
      const { options } = place
      const asked: RunOptions = {
        ...options,
        runId: run.id,
        signal,
        onEvent: (event) => {
          onEvent(event)
          options.onEvent?.(event)
        },
        onStage: (stage) => {
          options.onStage?.(stage)
          span.stage(stage)
          // A service may have begun when it is sent the call, whether or not it answers.
          if (stage !== (isService(skill) ? 'accepted' : 'started')) return
          // A task is not begun by being asked for: wherever it waits, it is the same one.
          if (isTask(skill)) waits()
          else started()
        },
        ...(span.trace === undefined ? {} : { trace: span.trace }),
        ...(isTask(skill) ? { timeoutSeconds: secondsLeft(hub, run, skill) } : {}),
      }
      const told = await span.within(() => runtime.run(skill, run.request, asked))
      response = await place.finish(told)
      // A schedule names a range.
      if (called.version !== run.version)
        response = { ...response, metadata: { ...response.metadata, skill_version: called.version } }
    } catch (thrown) {
      if (!(thrown instanceof SkillError)) hub.log.error({ err: thrown, run: run.id }, 'a run failed')
      response = failed(thrown, { metadata: { run_id: run.id } })
    } finally {
      performing.delete(run.id)
    }
    span.end(response)
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

function codeOf({ status, errors }: SkillResponse): string {
  if (status === 'success') return 'OK'
  const code = errors?.[0]?.code ?? 'PARTIAL_SUCCESS'
  // There is no end to those that skills make up.
  return isErrorCode(code) ? code : 'OWN_CODE'
}
