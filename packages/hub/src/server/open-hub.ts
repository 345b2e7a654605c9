import type { FastifyBaseLogger } from 'fastify'
import { openBlobs } from '../blobs/open-blobs.ts'
import { watchBlobs } from '../blobs/watch-blobs.ts'
import type { HubConfig } from '../hub-config.ts'
import type { HubContext } from '../hub-context.ts'
import { databaseOf, openDatabase, QUIET_TABLES } from '../store/open-database.ts'
import { keepPrivate } from '../store/private-files.ts'
import { openMetrics } from './hub-metrics.ts'

/** What the caller who opens a hub passes in. */
export interface OpenHubOptions extends Pick<HubContext, 'skills'> {
  readonly log: FastifyBaseLogger
  readonly url: () => string
  readonly clock?: () => number
  /** Its tables are there already, and not this program's to change. */
  readonly mustExist?: boolean
}

/** Opens the database and the packages of a hub, without serving them. */
export async function openHub(
  config: HubConfig,
  { log, url, clock = Date.now, skills, mustExist = false }: OpenHubOptions,
): Promise<HubContext & AsyncDisposable> {
  const closing = new AsyncDisposableStack()
  await keepPrivate(config.dir, log)
  const metrics = openMetrics()
  const blobs = watchBlobs(await openBlobs(config), (sha256, err) => {
    metrics.damaged.inc()
    log.error({ err, sha256 }, 'a package in the store is damaged')
  })
  const database = closing.use(await openDatabase(databaseOf(config), { mustExist }))
  await database.setQuiet(QUIET_TABLES)
  return {
    config,
    db: database.db,
    database: database.kind,
    stamp: database.stamp,
    ...(database.executeSql === undefined ? {} : { executeSql: database.executeSql }),
    blobs,
    ...(skills === undefined ? {} : { skills }),
    clock,
    log,
    metrics,
    url,
    closing,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
