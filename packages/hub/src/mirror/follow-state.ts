import { changeState, type StateChange } from '../registry/change-state.ts'
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
  if (local === undefined || !APPLIES[change].includes(local.state)) return
  const undone = UNDOES[change]
  if (undone !== undefined && local.state_reason !== reasonFor(run, undone)) return
  // The other registry is trusted when it warns.
  const reviewer = { ...principal, scopes: new Set([...principal.scopes, 'review' as const]) }
  await changeState(hub, reviewer, { ...place, scope: mirror.scope }, change, reasonFor(run, change))
  report.changed++
}

function reasonFor({ mirror }: MirrorRun, change: StateChange): string {
  return `Followed ${mirror.url}: ${change}`
}
