import { SkillError } from '@skillwright/contract'
import type { HubClient } from './hub-client.ts'
import { readItems } from './read-items.ts'

/** A registry that a hub follows, as the hub shows it. */
export interface MirrorInfo {
  readonly id: string
  readonly kind: string
  readonly url: string
  readonly scope: string
  readonly last_at: string | null
  readonly last_error: string | null
  readonly behind: boolean
  readonly problems: readonly MirrorProblem[]
}

/** Something that could not be taken over. */
export interface MirrorProblem {
  readonly subject: string
  readonly code: string
  readonly message: string
}

/** The registries that a hub follows. */
export async function listMirrors(client: HubClient): Promise<readonly MirrorInfo[]> {
  return readItems<MirrorInfo>(client, '/v1/mirrors')
}

/** The one that somebody means by its address or id. */
export async function findMirror(client: HubClient, text: string): Promise<MirrorInfo> {
  const found = (await listMirrors(client)).find(({ id, url }) => id === text || url === text.replace(/\/+$/, ''))
  if (found !== undefined) return found
  throw new SkillError('DATA_NOT_FOUND', `The hub does not follow ${text}`, {
    hint: 'See which it follows: skillwright mirror list',
  })
}
