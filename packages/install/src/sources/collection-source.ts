import { SkillError } from '@skillwright/contract'
import { type HubClient, parseScoped, READ_COLLECTION } from '@skillwright/hub-api'
import { NO_PERMISSIONS } from '@skillwright/skill'
import type { Offer, Source } from './source.ts'

/** The kind of source that collections come from; the hub follows. */
export const COLLECTION = 'collection+'

const MOST_VERSIONS = 30

/** The collections of a hub, as packages that need their members and have no files of their own. */
export function collectionsSource(client: HubClient): Source {
  return {
    spec: `${COLLECTION}hub+${client.url}`,
    async offers(ids) {
      return new Map(await Promise.all(ids.map(async (id) => [id, await offersOf(client, id)] as const)))
    },
    async fetch({ id }) {
      throw new SkillError('INVALID_INPUT', `${id} is a collection, not a skill`)
    },
  }
}

async function offersOf(client: HubClient, id: string) {
  const { scope, skill: collection } = parseScoped(id)
  const read = (range: string) => client.call(READ_COLLECTION, { params: { scope, collection }, query: { range } })
  const newest = await read('latest')
  const versions = newest.versions.slice(0, MOST_VERSIONS)
  const all = await Promise.all(versions.map((version) => (version === newest.version ? newest : read(version))))
  return {
    id: newest.name,
    offers: all.map(
      ({ version, skills }): Offer => ({
        version,
        dependencies: new Map(skills.map(({ name, range }) => [name, range])),
        tools: [],
        permissions: NO_PERMISSIONS,
      }),
    ),
  }
}
