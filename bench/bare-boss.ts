import { openStore } from '@skillwright/store'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'

const QUEUE = 'bare'

/** pg-boss and nothing else, over the same pool that jobs use. */
export interface BareBoss extends AsyncDisposable {
  /** Milliseconds until a number of waiting jobs has been done in batches; with `stores`, their outcomes are written. */
  drain(count: number, options: { readonly batch: number; readonly stores: boolean }): Promise<number>
}

/** Opens pg-boss in a database of its own. */
export async function bareBoss(where: string): Promise<BareBoss> {
  const store = await openStore<{ outcomes: { id: string; response: string } }>(where)
  const { db } = store
  await sql`create table outcomes (id text primary key, response text not null)`.execute(db)
  const boss = new PgBoss({ db: fromKysely(db), schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.createQueue(QUEUE)
  return {
    async drain(count, { batch, stores }) {
      const data = { action: 'report', params: { days: 7, topic: 'builds', format: 'markdown' } }
      for (let i = 0; i < count; i += batch)
        await boss.insert(
          QUEUE,
          Array.from({ length: batch }, () => ({ data })),
        )
      const start = performance.now()
      for (;;) {
        const jobs = await boss.fetch(QUEUE, { batchSize: batch })
        if (jobs.length === 0) return performance.now() - start
        const answers = await Promise.all(jobs.map(async ({ id }) => ({ id, response: ANSWER })))
        if (stores)
          await sql`
            insert into outcomes (id, response)
            select id, response from json_to_recordset(${JSON.stringify(answers)}::json) as x(id text, response text)`.execute(
            db,
          )
        await boss.complete(
          QUEUE,
          jobs.map(({ id }) => id),
        )
      }
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: false })
      await store[Symbol.asyncDispose]()
    },
  }
}

const ANSWER = JSON.stringify({ status: 'success', data: { ok: true } })
