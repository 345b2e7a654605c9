import { fullName, parseScoped, type RUN, type Wire } from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import { isoTime } from '../people/tokens.ts'

/** A run as it is sent; `url` is the address of the hub. */
export function runDocument(run: Run, url: string): Wire<typeof RUN> {
  const { scope, name } = placeOfRun(run)
  const base = `${url}/v1/skills/@${scope}/${name}`
  const { progress, startedAt = null, finishedAt = null, response } = run
  return {
    execution_id: run.id,
    status: run.state,
    ...(progress === undefined ? {} : { progress: progress.done }),
    ...(progress?.message === undefined ? {} : { message: progress.message }),
    ...(run.state === 'failed' || run.state === 'cancelled' ? { errors: response?.errors ?? [] } : {}),
    ...(run.errorCode === undefined ? {} : { error_code: run.errorCode }),
    name: fullName({ scope, name }),
    scope,
    skill: name,
    version: ranVersion(run),
    action: run.request.action ?? null,
    caller: run.principal,
    via: run.via,
    attempt: run.attempt,
    is_dead: run.isDead,
    created_at: new Date(run.createdAt).toISOString(),
    started_at: isoTime(startedAt),
    finished_at: isoTime(finishedAt),
    duration_ms: startedAt === null || finishedAt === null ? null : Math.round(finishedAt - startedAt),
    status_url: `${base}/status/${run.id}`,
    result_url: `${base}/result/${run.id}`,
    events_url: `${base}/events/${run.id}`,
  }
}

/** The skill that a run is of. */
export function placeOfRun({ skill }: Pick<Run, 'skill'>): { readonly scope: string; readonly name: string } {
  const { scope, skill: name } = parseScoped(skill)
  return { scope, name }
}

/** The version that was run; until that is known, and in lists, the range that a schedule names. */
function ranVersion({ via, version, response }: Run): string | null {
  const ran = via === 'schedule' ? response?.metadata?.skill_version : undefined
  return typeof ran === 'string' ? ran : (version ?? null)
}
