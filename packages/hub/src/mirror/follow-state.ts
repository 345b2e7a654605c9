import { changeState, isWithheld, lastYank, type StateChange } from '../registry/change-state.ts'
import type { VersionPlace } from '../registry/find-version.ts'
import type { MirrorRun } from './mirror-run.ts'
import { type LocalVersion, localVersions } from './publish-mirrored.ts'

const UNDOES: Readonly<Partial<Record<StateChange, StateChange>>> = { unyank: 'yank', release: 'quarantine' }
const APPLIES: Readonly<Record<StateChange, readonly LocalVersion['state'][]>> = {
  yank: ['published'],
  unyank: ['yanked'],
  quarantine: ['pending', 'published', 'yanked'],
  release: ['quarantined'],
}

/** Applies the state a version has there to its copy here. What a user of this hub decided is not undone: only what was followed is. */
export async function followState(
  run: MirrorRun,
  place: Omit<VersionPlace, 'scope'>,
  change: StateChange,
): Promise<void> {
  const { hub, mirror, principal, report } = run
  const local = (await localVersions(run, place.name)).find(({ version }) => version === place.version)
  if (local === undefined || !(await applies(run, { ...place, scope: mirror.scope }, local, change))) return
  // The other registry is trusted when it warns.
  const reviewer = { ...principal, scopes: new Set([...principal.scopes, 'review' as const]) }
  await changeState(hub, reviewer, { ...place, scope: mirror.scope }, change, reasonFor(run, change))
  report.changed++
}

async function applies(
  run: MirrorRun,
  place: VersionPlace,
  local: LocalVersion,
  change: StateChange,
): Promise<boolean> {
  const undone = UNDOES[change]
  const followed = undone && reasonFor(run, undone)
  // Nobody gets it yet: what matters is whether its release will find it yanked.
  if (isWithheld(local) && (change === 'yank' || change === 'unyank'))
    return (await lastYank(run.hub.db, place)) === followed
  return APPLIES[change].includes(local.state) && (followed === undefined || local.state_reason === followed)
}

function reasonFor({ mirror }: MirrorRun, change: StateChange): string {
  return `Followed ${mirror.url}: ${change}`
}
