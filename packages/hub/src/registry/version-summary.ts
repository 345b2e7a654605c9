import type { Row } from '../store/tables.ts'

/** The columns of a summary. */
export const SUMMARY_COLUMNS = [
  'version',
  'state',
  'deprecated',
  'digest',
  'archive_sha256',
  'archive_bytes',
  'signed_by',
  'published_by',
  'published_at',
  'log_index',
] as const satisfies readonly (keyof Row<'versions'>)[]

/** What a summary is made of. */
export type VersionSummaryRow = Pick<Row<'versions'>, (typeof SUMMARY_COLUMNS)[number]>

/** What is said of a version wherever several are. */
export function summariseVersion(version: VersionSummaryRow) {
  return {
    version: version.version,
    state: version.state,
    deprecated: version.deprecated,
    digest: version.digest,
    archive_sha256: version.archive_sha256,
    archive_bytes: version.archive_bytes,
    signed_by: version.signed_by,
    published_by: version.published_by,
    published_at: new Date(version.published_at).toISOString(),
    log_index: version.log_index,
  }
}
