import { SkillError } from '@skillwright/contract'
import { type HubClient, LIST_MIRRORS, type MIRROR, type MIRROR_PROBLEM, type Wire } from '@skillwright/hub-api'
import { takeItems } from './take-items.ts'

/** A registry that a hub follows, as the hub shows it. */
export type MirrorInfo = Wire<typeof MIRROR>

/** Something that could not be taken over. */
export type MirrorProblem = Wire<typeof MIRROR_PROBLEM>

/** The registries that a hub follows. */
export async function listMirrors(client: HubClient): Promise<readonly MirrorInfo[]> {
  return takeItems(client.list(LIST_MIRRORS))
}

/** The mirror with this address or id. */
export async function findMirror(client: HubClient, text: string): Promise<MirrorInfo> {
  const found = (await listMirrors(client)).find(({ id, url }) => id === text || url === text.replace(/\/+$/, ''))
  if (found !== undefined) return found
  throw new SkillError('DATA_NOT_FOUND', `The hub does not follow ${text}`, {
    hint: 'See which it follows: skillwright mirror list',
  })
}
