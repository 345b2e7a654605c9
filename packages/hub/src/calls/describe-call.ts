import { fullName } from '@skillwright/hub-api'
import type { Descriptor } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { DescribeRequest } from '../registry/describe-package.ts'
import { type FoundVersion, findVersion, type VersionPlace } from '../registry/find-version.ts'
import { readArchiveBytes } from '../registry/open-package.ts'
import { registryOf } from '../registry/registry-of.ts'
import type { VersionDocument } from '../registry/version-document.ts'
import { whyNotRun } from './call-policy.ts'
import { isOwnSkill } from './is-own-skill.ts'
import { offeredAuth } from './offered-auth.ts'

/** How a version is called over HTTP. Throws DATA_NOT_FOUND for one that neither a service of its author nor this hub answers for. */
export async function describeCall(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
  { action, url }: { readonly action?: string | undefined; readonly url: string },
): Promise<Descriptor> {
  const version = await findVersion(hub, principal, place)
  return registryOf(hub).packages.run('describe', {
    archive: await readArchiveBytes(hub, version),
    id: fullName(version),
    version: version.version,
    access: version.access,
    action,
    here: await endpointOf(hub, principal, version, url),
  })
}

async function endpointOf(
  hub: HubContext,
  principal: Principal,
  version: FoundVersion,
  url: string,
): Promise<DescribeRequest['here']> {
  const { document } = await hub.db
    .selectFrom('versions')
    .select('document')
    .where('id', '=', version.id)
    .executeTakeFirstOrThrow()
  const facts: VersionDocument = JSON.parse(document)
  const isOwn = await isOwnSkill(hub, principal, version)
  const refused = whyNotCallable(facts) ?? whyNotRun({ ...facts, tier: version.tier, isOwn }, hub.config.calls)
  if (refused !== undefined) return { refused }
  const skillUrl = `${url}/v1/skills/${fullName(version)}`
  return {
    versionUrl: `${skillUrl}/versions/${version.version}`,
    skillUrl,
    auth: await offeredAuth(hub, version.access),
  }
}

/** Why a version cannot be called by any caller; undefined when it can. */
export function whyNotCallable({
  actions = [],
  entry,
  capability_type: type,
}: Partial<Pick<VersionDocument, 'actions' | 'entry' | 'capability_type'>>): string | undefined {
  const isSearched = entry === undefined && type === 'knowledge'
  if (actions.length === 0 && !isSearched) return 'it has no contract that says how'
  if (entry === undefined && type === 'plugin') return 'it is a text for a model to follow, and has nothing to run'
  return undefined
}
