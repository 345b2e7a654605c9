import type { Schedule, Slot } from '../schedules.ts'
import type { CronTimes } from './cron-times.ts'

/** What is to become of a slot, as far as its time decides. */
export interface PlannedSlot {
  readonly at: number
  /** `catch_up` is a run for a slot that was missed. */
  readonly plan: 'run' | 'catch_up' | Extract<Slot['outcome'], 'skipped_missed' | 'skipped_paused'>
}

/** The slots of a schedule that have come, and when the next one does. */
export interface SlotPlan {
  readonly slots: readonly PlannedSlot[]
  readonly nextAt: number | undefined
  /** True when there are more than were asked for. */
  readonly isCut: boolean
}

/** Decides about the slots from `nextAt` up to now, at most so many of them. */
export function planSlots(
  schedule: Pick<Schedule, 'missed' | 'isPaused' | 'nextAt'>,
  times: CronTimes,
  { now, missedAfterMs, limit }: { readonly now: number; readonly missedAfterMs: number; readonly limit: number },
): SlotPlan {
  const { missed = 'skip', isPaused } = schedule
  const slots: PlannedSlot[] = []
  let at = schedule.nextAt
  while (at !== undefined && at <= now && slots.length < limit) {
    const next = times.after(at)
    const isMissed = at < now - missedAfterMs
    // Those before the last one that was missed are covered by it.
    const isLastMissed = isMissed && (next === undefined || next >= now - missedAfterMs)
    const isCaughtUp = missed === 'all' || (missed === 'once' && isLastMissed)
    const plan = isPaused ? 'skipped_paused' : !isMissed ? 'run' : isCaughtUp ? 'catch_up' : 'skipped_missed'
    slots.push({ at, plan })
    at = next
  }
  return { slots, nextAt: at, isCut: at !== undefined && at <= now }
}
