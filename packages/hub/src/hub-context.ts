import type { ChangeStamp } from '@skillwright/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { BlobStore } from './blobs/blob-store.ts'
import type { SkillSource } from './calls/skill-source.ts'
import type { HubConfig } from './hub-config.ts'
import type { HubMetrics } from './server/hub-metrics.ts'
import type { Database } from './store/open-database.ts'
import type { Tables } from './store/tables.ts'

/** What every part of the hub works with; opened once by `startHub`. */
export interface HubContext {
  readonly config: HubConfig
  readonly db: Kysely<Tables>
  readonly database: 'sqlite' | 'postgres'
  readonly stamp: ChangeStamp
  /** Past kysely, which knows one statement at a time; only for PostgreSQL. */
  readonly executeSql?: Database['executeSql']
  readonly blobs: BlobStore
  /** Opens where callable skills come from; the registry when absent. */
  readonly skills?: (hub: HubContext) => SkillSource
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: FastifyBaseLogger
  readonly metrics: HubMetrics
  /** The address clients reach it by, without a slash at the end; known once it listens. */
  readonly url: () => string
  /** What is open for as long as the hub is; closed before the database, the last first. */
  readonly closing: AsyncDisposableStack
}
