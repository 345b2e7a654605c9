import { SkillError } from '@skillwright/contract'
import type { LIST_RUNS, RUN_PARAMS, Wire } from '@skillwright/hub-api'
import { fullName, scopeOf } from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type Page, pageCursor } from '../registry/page-cursor.ts'
import { callsOf } from './calls-of.ts'

/** Who asks for a run. */
export interface RunReader {
  readonly principal: Principal
  /** On whose behalf they call. */
  readonly caller: string
}

/** A run that the caller may see: their own, or any for an administrator. Throws the same DATA_NOT_FOUND for others' and for none. */
export async function findRun(hub: HubContext, { principal, caller }: RunReader, id: string): Promise<Run> {
  const { jobs } = await callsOf(hub)
  const run = await jobs.read(id)
  if (run !== undefined && (run.principal === caller || principal.scopes.has('admin'))) return run
  throw absentRun(id)
}

function absentRun(id: string): SkillError {
  return new SkillError('DATA_NOT_FOUND', `There is no run ${id}`, {
    hint: 'Check the id; a run is only shown to its caller, and not for ever',
  })
}

/** The same for one of the skill that the address names. */
export async function findRunOf(
  hub: HubContext,
  reader: RunReader,
  { scope, skill, run: id }: Wire<typeof RUN_PARAMS>,
): Promise<Run> {
  const run = await findRun(hub, reader, id)
  if (run.skill === fullName({ scope: scopeOf(scope), name: skill })) return run
  throw absentRun(id)
}

const RUNS = pageCursor('runs', ['text'])

/** The runs that the caller may see, the newest first. */
export async function listRuns(
  hub: HubContext,
  { principal, caller }: RunReader,
  {
    skill,
    status,
    error_code: errorCode,
    caller: of,
    dead,
    schedule,
    limit = 50,
    cursor,
  }: Wire<typeof LIST_RUNS.schema.querystring>,
): Promise<Page<Run>> {
  const { jobs } = await callsOf(hub)
  const isAdmin = principal.scopes.has('admin')
  if (of !== undefined && of !== caller && !isAdmin)
    throw new SkillError('PERMISSION_DENIED', 'Only an administrator sees the runs of others')
  const who = isAdmin ? of : caller
  const [after] = RUNS.decode(cursor) ?? []
  const rows = await jobs.list({
    ...(who === undefined ? {} : { principal: who }),
    ...(skill === undefined ? {} : { skill }),
    ...(status === undefined ? {} : { state: status }),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(dead === undefined ? {} : { isDead: dead }),
    ...(schedule === undefined ? {} : { scheduleId: schedule }),
    ...(after === undefined ? {} : { after }),
    limit: limit + 1,
  })
  return RUNS.page(rows, limit, { place: ({ id }) => [id], item: (run) => run })
}
