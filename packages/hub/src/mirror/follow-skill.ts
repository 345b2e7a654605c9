import { fullName } from '@skillwright/hub-api'
import { deprecate } from '../registry/deprecate.ts'
import { setAccess } from '../registry/set-access.ts'
import type { AccessEntry, DeprecationEntry } from './log-entry.ts'
import type { MirrorRun } from './mirror-run.ts'
import { localVersions } from './publish-mirrored.ts'

/** Gives a skill here the access it has there. */
export async function followAccess(run: MirrorRun, { name, access }: AccessEntry): Promise<void> {
  const place = { scope: run.mirror.scope, name }
  if (!(await isOurs(run, { subject: fullName(place), action: 'skill.access', name }))) return
  await setAccess(run.hub, run.principal, place, access)
  run.report.changed++
}

/** Applies the deprecation of a skill, or of a version of it. */
export async function followDeprecation(run: MirrorRun, { name, version, message }: DeprecationEntry): Promise<void> {
  const place = { scope: run.mirror.scope, name, ...(version === undefined ? {} : { version }) }
  const [subject, action] =
    version === undefined
      ? [fullName(place), 'skill.deprecate']
      : [`${fullName(place)}@${version}`, 'version.deprecate']
  if (!(await isOurs(run, { subject, action, name, version }))) return
  await deprecate(run.hub, run.principal, place, message)
  run.report.changed++
}

/** Whether it is here, and no user of this hub has decided about it since it was last followed. */
async function isOurs(
  run: MirrorRun,
  about: {
    readonly subject: string
    readonly action: string
    readonly name: string
    readonly version?: string | undefined
  },
): Promise<boolean> {
  const local = await localVersions(run, about.name)
  if (!local.some(({ version }) => about.version === undefined || version === about.version)) return false
  const last = await run.hub.db
    .selectFrom('audit')
    .select('actor')
    .where('subject', '=', about.subject)
    .where('action', '=', about.action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined || last.actor === run.principal.person?.handle
}
