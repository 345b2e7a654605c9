import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { succeeded } from '@skillwright/contract'
import { type Jobs, type JobTables, openJobs } from '@skillwright/jobs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { type Database, openDatabase } from '../store/open-database.ts'
import { copyFromPostgres, copyToPostgres } from './copy-tables.ts'

const postgres = await testPostgres()
const RUN = { skill: '@ann/echo', request: {}, principal: '@ann', via: 'job', isIdempotent: true }

function jobsOf({ kind, db, executeSql }: Database): Promise<Jobs> {
  const database = { kind, db: db.withTables<JobTables>(), ...(executeSql && { executeSql }) }
  return openJobs({ database, perform: async () => succeeded({}), pollMs: 20, leaseMs: 500 })
}

async function ended(jobs: Jobs, id: string) {
  for await (const _ of jobs.follow(id, { signal: AbortSignal.timeout(60_000) }));
  return jobs.read(id)
}

test.skipIf(!postgres.available)(
  'what waits, runs, has ended and is scheduled goes on in a copy: from PostgreSQL to SQLite, and back',
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'hub-copy-'))
    await using first = await openDatabase(await postgres.freshDatabase())
    await using jobs = await jobsOf(first)
    const [past] = await jobs.submit([RUN])
    {
      await using _worker = jobs.work({ concurrency: 1 })
      await ended(jobs, past?.id ?? '')
    }
    const [queued, begun, once] = await jobs.submit([RUN, RUN, { ...RUN, isIdempotent: false }])
    // As a node that died has left them.
    await sql`update runs set state = 'running', node = 'gone', fence = 1, attempt = 1 where id in (${begun?.id}, ${once?.id})`.execute(
      first.db,
    )
    await sql`insert into run_nodes (id, beat) values ('gone', 1)`.execute(first.db)
    const schedule = { name: 'daily', owner: '@ann', skill: '@ann/echo', params: {}, cron: '0 7 * * *' }
    const { id: scheduleId } = await jobs.schedules.put(schedule)

    await using between = await openDatabase(join(folder.path, 'copy.sqlite'))
    await copyFromPostgres(first.db, between.db)
    await using last = await openDatabase(await postgres.freshDatabase())
    await copyToPostgres(between.db, last.db, async () => undefined)

    for (const database of [between, last]) {
      await using copy = await jobsOf(database)
      await using _worker = copy.work({ concurrency: 2 })
      expect(await copy.read(past?.id ?? '')).toMatchObject({ state: 'succeeded', attempt: 1 })
      expect(await ended(copy, queued?.id ?? '')).toMatchObject({ state: 'succeeded', attempt: 1 })
      expect(await ended(copy, begun?.id ?? '')).toMatchObject({ state: 'succeeded', attempt: 2 })
      expect(await ended(copy, once?.id ?? '')).toMatchObject({ state: 'failed', errorCode: 'INTERRUPTED' })
      expect(await copy.schedules.read(scheduleId)).toMatchObject(schedule)
      const [next] = await copy.submit([RUN])
      expect(await ended(copy, next?.id ?? '')).toMatchObject({ state: 'succeeded' })
    }
  },
)
