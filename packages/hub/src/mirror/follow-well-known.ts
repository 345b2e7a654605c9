import { parseVersion } from '@skillwright/contract'
import { checkName } from '@skillwright/hub-api'
import {
  digestFiles,
  fetchIndex,
  fetchOffered,
  type SkillFiles,
  statedDigest,
  type WellKnownIndex,
} from '@skillwright/skill'
import { registryOf } from '../registry/registry-of.ts'
import { Attempts } from './attempts.ts'
import { claimName, noteSeen } from './claim-name.ts'
import { fetchBytes } from './fetch-from.ts'
import { currentPass, endPass } from './follow-list.ts'
import { followState } from './follow-state.ts'
import type { MirrorRun } from './mirror-run.ts'
import { localVersions, publishMirrored } from './publish-mirrored.ts'

/** Follows a site with well-known discovery. An index gives the content of a skill but not its version: where the skill states none, it is counted up here. */
export async function followWellKnown(run: MirrorRun): Promise<boolean> {
  const read = () => fetchIndex(run.mirror.url, (url) => fetchBytes(run, url))
  const index = await read()
  const pass = currentPass(run)
  const attempts = new Attempts(run, read)
  const names = [...index.entries.keys()].sort().filter((name) => pass.place === null || name > pass.place)
  for (const name of names) {
    if (run.room <= 0) return false
    const before = run.room
    await attempts.try(name, () => follow(run, index, { name, pass: pass.number, attempts }))
    if (run.room < before) await run.save({ pass: { ...pass, place: name } })
  }
  await endPass(run, pass)
  return true
}

async function follow(
  run: MirrorRun,
  { entries, url }: WellKnownIndex,
  { name, pass, attempts }: { readonly name: string; readonly pass: number; readonly attempts: Attempts },
): Promise<void> {
  const row = await claimName(run, { name: checkName(name), source: `${url}#${name}` })
  const entry = entries.get(name) ?? {}
  const stated = statedDigest(entry)
  await noteSeen(run, row, { pass })
  if (stated !== undefined && stated === row.mark) return
  run.room--
  const offered = await fetchOffered(entry, url, (address) => fetchBytes(run, address))
  const mark = stated ?? (offered instanceof Uint8Array ? '' : digestFiles(offered).digest)
  if (mark === row.mark) return
  // What was refused is refused again until its content changes.
  if (await attempts.try(name, () => takeOffered(run, name, offered))) await noteSeen(run, row, { mark })
}

async function takeOffered(run: MirrorRun, name: string, source: SkillFiles | Uint8Array): Promise<void> {
  const { packages } = registryOf(run.hub)
  const offered = await packages.run('assemble', { source, name })
  const local = await localVersions(run, name)
  const same = local.find(({ digest }) => digest === offered.digest)
  if (same !== undefined) return followState(run, { name, version: same.version }, 'unyank')
  const [newest] = local
  const isTaken = local.some(({ version }) => version === offered.version)
  const made =
    isTaken && newest !== undefined
      ? await packages.run('assemble', { source, name, version: nextPatch(newest.version) })
      : offered
  await publishMirrored(run, { name, version: made.version, archive: made.archive, digest: made.digest })
}

function nextPatch(version: string): string {
  const { major, minor, patch, prerelease } = parseVersion(version)
  return `${major}.${minor}.${prerelease.length > 0 ? patch : patch + 1}`
}
