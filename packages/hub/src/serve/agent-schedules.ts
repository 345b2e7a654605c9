import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fullName } from '@skillwright/hub-api'
import type { NewSchedule } from '@skillwright/jobs'
import type { AgentJob } from '@skillwright/skill'
import { isRepeatable } from '../calls/accept-call.ts'
import { callsOf } from '../calls/calls-of.ts'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { ownScopes } from './local-user.ts'
import { type ServedAgent, type ServedFolders, slug } from './served-folders.ts'

const LOOK_MS = 2_000
const OWNER = 'agent:'

/** Keeps schedules as the agent.yaml of served agents says: now, and whenever one of them has changed. */
export async function keepAgentSchedules(
  hub: HubContext,
  folders: ServedFolders,
  user: SignedIn,
): Promise<AsyncDisposable> {
  let seen = stampOf(folders)
  const write = async () => {
    await ownScopes(hub, user, new Set(folders.skills.map(({ scope }) => scope)))
    await writeSchedules(hub, folders)
  }
  await write()
  let looking: Promise<void> = Promise.resolve()
  const look = async () => {
    const now = stampOf(folders)
    if (now === seen) return
    await folders.read()
    await write()
    seen = now
  }
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((err: unknown) => hub.log.error({ err }, 'schedules of agents could not be read, and will be'))
  }, LOOK_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Changes when an agent.yaml does, comes or goes; a new agent is seen when its root changes. */
function stampOf({ agents, roots }: ServedFolders): string {
  const paths = [...roots, ...agents.map(({ place }) => join(place.dir, 'agent.yaml'))]
  return paths
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      return `${path} ${stat?.ino} ${stat?.size} ${stat?.mtimeMs} ${stat?.ctimeMs}`
    })
    .join('\n')
}

async function writeSchedules(hub: HubContext, { agents }: ServedFolders): Promise<void> {
  const { schedules } = (await callsOf(hub)).jobs
  const wanted = agents.flatMap((agent) => agent.place.jobs.flatMap((job) => scheduleOf(agent, job)))
  const kept = new Set<string>()
  for (const schedule of wanted) {
    try {
      kept.add((await schedules.put(schedule)).id)
    } catch (err) {
      // Such as an hour of 25, which only what reads the times knows.
      hub.log.warn({ err, job: schedule.name, agent: schedule.owner }, 'a job of an agent is not run')
    }
  }
  for (const { id, owner } of await schedules.list())
    if (owner.startsWith(OWNER) && !kept.has(id)) await schedules.remove(id)
}

function scheduleOf({ role, skills }: ServedAgent, job: AgentJob): NewSchedule[] {
  const served = skills.find(({ name }) => name === slug(job.skill))
  if (served === undefined) return []
  const { action, params, cron, timeZone, overlap, missed, priority, retries } = job
  return [
    {
      name: job.name,
      owner: `${OWNER}${role}`,
      skill: fullName(served),
      ...(action === undefined ? {} : { action }),
      params,
      cron,
      timeZone,
      overlap,
      missed,
      priority,
      maxAttempts: retries + 1,
      isIdempotent: isRepeatable(served.skill, action === undefined ? {} : { action }),
    },
  ]
}
