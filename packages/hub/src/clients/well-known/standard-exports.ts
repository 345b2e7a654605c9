import { createHash } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { Identity } from '@skillwright/skill'
import type { HubContext } from '../../hub-context.ts'
import { registryOf } from '../../registry/registry-of.ts'
import type { Row } from '../../store/tables.ts'

/** A package in the standard's form that is there to be handed out. */
export type StandardExport = Row<'standard_exports'>

/** Which package, and the name and version it goes by. */
export interface ExportPlace extends Identity {
  readonly version: string
  readonly archive_sha256: string
}

const AT_ONCE = 500

/** Those of the exports that are there already. */
export async function readExports(hub: HubContext, places: readonly ExportPlace[]): Promise<StandardExport[]> {
  const found: StandardExport[] = []
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE)
    const rows = await hub.db
      .selectFrom('standard_exports')
      .selectAll()
      .where(
        'archive_sha256',
        'in',
        some.map((place) => place.archive_sha256),
      )
      .execute()
    found.push(...rows)
  }
  return found
}

/** Makes an export of its package, whether or not there is one: what was lost or damaged of it is there again. */
export async function writeExport(hub: HubContext, place: ExportPlace): Promise<StandardExport> {
  const made = await makeExport(hub, place)
  await recordExports(hub, [made])
  return made
}

/** Makes an export of its package, which is not known to others before it is recorded. Throws INVALID_INPUT or PUBLISH_REFUSED for what the standard cannot express. */
export async function makeExport(
  hub: HubContext,
  { archive_sha256, name, version }: ExportPlace,
): Promise<StandardExport> {
  const source = await hub.blobs.read(archive_sha256)
  if (source === undefined) throw new SkillError('SERVICE_UNAVAILABLE', `The package ${archive_sha256} is not there`)
  const { archive, description, files } = await registryOf(hub).packages.run('standardise', {
    archive: source,
    name,
    version,
  })
  const sha256 = createHash('sha256').update(archive).digest('hex')
  await hub.blobs.put(sha256, archive, { durably: false })
  return { archive_sha256, name, sha256, bytes: archive.length, description, files: JSON.stringify(files) }
}

/** Records exports for all nodes and later starts, no two of the same package and name. */
export async function recordExports(hub: HubContext, made: readonly StandardExport[]): Promise<void> {
  await hub.db
    .insertInto('standard_exports')
    .values(made)
    .onConflict((conflict) =>
      conflict.columns(['archive_sha256', 'name']).doUpdateSet(({ ref }) => ({
        sha256: ref('excluded.sha256'),
        bytes: ref('excluded.bytes'),
        description: ref('excluded.description'),
        files: ref('excluded.files'),
      })),
    )
    .execute()
}
