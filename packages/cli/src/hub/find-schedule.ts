import { SkillError } from '@skillwright/contract'
import { type HubClient, LIST_SCHEDULES, type SCHEDULE, type Wire } from '@skillwright/hub-api'
import { takeItems } from './take-items.ts'

/** A schedule as a hub shows it. */
export type ScheduleInfo = Wire<typeof SCHEDULE>

/** The schedule with this name or id. An administrator sees those of others, too, whose names may be the same. */
export async function findSchedule(client: HubClient, text: string): Promise<ScheduleInfo> {
  const found = (await takeItems(client.list(LIST_SCHEDULES))).filter(({ id, name }) => id === text || name === text)
  const [first, second] = found
  if (first === undefined)
    throw new SkillError('DATA_NOT_FOUND', `There is no schedule ${text}`, {
      hint: 'See which there are: skillwright jobs list',
    })
  if (second === undefined) return first
  throw new SkillError(
    'INVALID_INPUT',
    `${found.length} users have a schedule ${text}: name the one you mean by its id`,
    {
      hint: `One of ${found.map(({ id, owner }) => `${id} (${owner})`).join(', ')}`,
    },
  )
}
