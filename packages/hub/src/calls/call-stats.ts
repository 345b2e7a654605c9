import { isErrorCode, SkillError } from '@skillwright/contract'
import { fullName, type READ_SKILL_STATS, type Wire } from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import { DAY_MS } from '../people/tokens.ts'
import type { Principal } from '../principal.ts'
import { findSkill, type SkillPlace } from '../registry/find-skill.ts'
import { WriteBehind } from '../store/write-behind.ts'
import { readTime } from './read-time.ts'

const HOUR_MS = 3_600_000
/** Times are counted in steps of a fifth, so a percentile is right to a tenth. */
const STEP = 1.2
/** The step of runs that never began. */
const NO_TIME = -1
const MOST_BUCKETS = 24 * 31
const OK = 'OK'
/** Stands for the codes that skills make up beyond these many an hour: there is no end to them. */
const OWN_CODE = 'OWN_CODE'
const MOST_OWN_CODES = 20

/** Counts ended runs by skill, hour, code and time, and adds them to the database now and then. */
export function countCalls(hub: HubContext): { count(run: Run): void; flush(): Promise<void> } {
  const counts = new WriteBehind(hub, 'figures of calls', async (counted) => {
    const rows = counted.map(([key, calls]) => {
      const [skill, hour, code, step] = JSON.parse(key) as [string, number, string, number]
      return { skill, hour, code, step, calls }
    })
    await hub.db
      .insertInto('call_stats')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['skill', 'hour', 'code', 'step'])
          .doUpdateSet((eb) => ({ calls: eb('call_stats.calls', '+', eb.ref('excluded.calls')) })),
      )
      .execute()
  })
  const codeOf = openCodes()
  return {
    count({ skill, startedAt, finishedAt = hub.clock(), errorCode }) {
      const hour = Math.floor(finishedAt / HOUR_MS) * HOUR_MS
      const step = startedAt === undefined ? NO_TIME : stepOf(finishedAt - startedAt)
      counts.count(JSON.stringify([skill, hour, codeOf(errorCode, skill, hour), step]))
    },
    flush: () => counts.flush(),
  }
}

type Stats = Wire<(typeof READ_SKILL_STATS.schema.response)[200]>
type Figures = Omit<Stats['buckets'][number], 'at'>

/** How a skill was called, bucket by bucket; for those of its scope. */
export async function readCallStats(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  { from: first, to: last, every = 'hour' }: Wire<typeof READ_SKILL_STATS.schema.querystring>,
): Promise<Stats> {
  await findSkill(hub, principal, place)
  await requireScopeRole(hub, principal, place.scope)
  const to = readTime(last, hub.clock())
  const size = every === 'day' ? DAY_MS : HOUR_MS
  const from = Math.floor(readTime(first, to - DAY_MS) / size) * size
  const count = Math.ceil((to - from) / size)
  if (count < 1 || count > MOST_BUCKETS)
    throw new SkillError('INVALID_INPUT', `Expected 1 to ${MOST_BUCKETS} buckets between from and to, got ${count}`, {
      hint: 'Ask for a shorter time, or for every=day',
    })
  const rows = await hub.db
    .selectFrom('call_stats')
    .select(['hour', 'code', 'step', 'calls'])
    .where('skill', '=', fullName(place))
    .where('hour', '>=', from)
    .where('hour', '<', from + count * size)
    .execute()
  const buckets = Array.from({ length: count }, (_, i) => {
    const at = from + i * size
    return { at: new Date(at).toISOString(), ...figuresOf(rows.filter(({ hour }) => hour >= at && hour < at + size)) }
  })
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), every, ...figuresOf(rows), buckets }
}

interface Counted {
  readonly code: string
  readonly step: number
  readonly calls: number
}

function figuresOf(rows: readonly Counted[]): Figures {
  const errors: Record<string, number> = {}
  for (const { code, calls } of rows) if (code !== OK) errors[code] = (errors[code] ?? 0) + calls
  const timed = rows.filter(({ step }) => step !== NO_TIME).toSorted((a, b) => a.step - b.step)
  return {
    calls: sum(rows),
    errors,
    p50_ms: percentile(timed, 0.5),
    p90_ms: percentile(timed, 0.9),
    p99_ms: percentile(timed, 0.99),
  }
}

/** The middle of the step in which so large a part of the runs had ended. */
function percentile(timed: readonly Counted[], part: number): number | null {
  let left = sum(timed) * part
  for (const { step, calls } of timed) {
    left -= calls
    if (left <= 0) return Math.round(STEP ** (step - 0.5))
  }
  return null
}

function sum(rows: readonly Counted[]): number {
  return rows.reduce((total, { calls }) => total + calls, 0)
}

function stepOf(ms: number): number {
  return ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(STEP))
}

/** Under which code a run is counted: that of the table, or one of the first that its skill made up in the hour. */
function openCodes(): (code: string | undefined, skill: string, hour: number) => string {
  let current = 0
  const own = new Map<string, Set<string>>()
  return (code, skill, hour) => {
    if (code === undefined) return OK
    if (isErrorCode(code)) return code
    if (hour !== current) own.clear()
    current = hour
    const known = own.get(skill) ?? new Set()
    if (!known.has(code) && (known.size >= MOST_OWN_CODES || !/^[A-Z][A-Z0-9_]{0,63}$/.test(code))) return OWN_CODE
    own.set(skill, known.add(code))
    return code
  }
}
