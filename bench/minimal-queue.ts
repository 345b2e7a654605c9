import { DatabaseSync } from 'node:sqlite'

/** The least that can be called a queue: one table, one index, prepared statements. It knows no crash, no retry and no second process. */
export interface MinimalQueue extends Disposable {
  /** Milliseconds until a number of waiting jobs has been done, so many in a transaction, and their outcomes stored. */
  drain(count: number, batch: number): Promise<number>
}

/** Opens it over a file of its own. One that is not durable may lose what it acknowledged when the machine stops. */
export function minimalQueue(file: string, { isDurable }: { readonly isDurable: boolean }): MinimalQueue {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = ${isDurable ? 'full' : 'normal'};
    create table queue (
      id integer primary key, payload text not null, priority integer not null, state text not null, outcome text
    );
    create index queue_next on queue (priority desc, id) where state = 'queued'`)
  const insert = database.prepare("insert into queue (payload, priority, state) values (?, 0, 'queued')")
  const claim = database.prepare(`
    update queue set state = 'running' where id in (
      select id from queue where state = 'queued' order by priority desc, id limit ?) returning id, payload`)
  const end = database.prepare("update queue set state = 'done', outcome = ? where id = ?")
  const together = (work: () => void): void => {
    database.exec('begin immediate')
    work()
    database.exec('commit')
  }
  return {
    async drain(count, batch) {
      const payload = JSON.stringify({ action: 'report', params: { days: 7, topic: 'builds', format: 'markdown' } })
      together(() => {
        for (let n = 0; n < count; n++) insert.run(payload)
      })
      const start = performance.now()
      for (;;) {
        let claimed: readonly Record<string, unknown>[] = []
        together(() => {
          claimed = claim.all(batch)
        })
        if (claimed.length === 0) return performance.now() - start
        const answers = await Promise.all(claimed.map((row) => handle(JSON.parse(String(row.payload)))))
        together(() => {
          for (const [i, { id }] of claimed.entries()) end.run(JSON.stringify(answers[i]), Number(id))
        })
      }
    },
    [Symbol.dispose]: () => database.close(),
  }
}

async function handle(_request: unknown): Promise<unknown> {
  return { status: 'success', data: { ok: true } }
}
