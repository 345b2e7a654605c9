import { type HubClient, RESOLVE_NAME, type VersionReference } from '@skillwright/hub-api'

/** Which skill and version `name`, `scope/name` or `@scope/name@range` means; the hub decides. */
export async function resolveReference(client: HubClient, text: string): Promise<VersionReference> {
  const { scope, skill, version } = await client.call(RESOLVE_NAME, { query: { name: text } })
  return { scope, skill, version }
}
