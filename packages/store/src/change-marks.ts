import type { Pool } from 'pg'

/** Any number; the same on every node. */
const LOCK = 7_210_636
const TABLE = 'change_marks'
/** A row for each connection there ever was: from so many on, those of closed ones become one. */
const MANY = 1_000

/** Counts the transactions that changed something worth noticing. */
export interface ChangeMarks {
  /** How many there were, as text: another one after each. */
  read(): Promise<string>
}

/**
 * Makes every table but the quiet ones of a PostgreSQL database mark its changes. Each connection counts in a row of its own, which
 * none waits for; a count is seen when the transaction that made it is committed, never before, so their sum changes exactly then.
 */
export async function markChanges(pool: Pool, quiet: readonly string[]): Promise<ChangeMarks> {
  await addTriggers(pool, quiet)
  return {
    async read() {
      const { rows } = await pool.query<{ stamp: string; rows: number }>(
        `select coalesce(sum(marks), 0)::text as stamp, count(*)::integer as rows from ${TABLE}`,
      )
      const [found] = rows
      if ((found?.rows ?? 0) > MANY) await fold(pool)
      return found?.stamp ?? ''
    },
  }
}

async function addTriggers(pool: Pool, quiet: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    await client.query(`create table if not exists ${TABLE} (pid integer primary key, marks bigint not null)`)
    await client.query(`
      create or replace function mark_change() returns trigger language plpgsql as $$
      begin
        insert into ${TABLE} as own (pid, marks) values (pg_backend_pid(), 1)
        on conflict (pid) do update set marks = own.marks + 1;
        return null;
      end $$`)
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = current_schema() and tablename <> all($1::text[]) and not exists (
         select from pg_trigger where tgrelid = quote_ident(tablename)::regclass and tgname = 'mark_change')`,
      [[...quiet, TABLE]],
    )
    for (const { name } of rows)
      await client.query(
        `create trigger mark_change after insert or update or delete or truncate on ${name} execute function mark_change()`,
      )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Adds the counts of connections that are closed into one row; the sum stays what it was. */
async function fold(pool: Pool): Promise<void> {
  await pool.query(`
    with gone as (
      delete from ${TABLE} where pid <> 0 and pid not in (select pid from pg_stat_activity) returning marks)
    insert into ${TABLE} as kept (pid, marks) select 0, coalesce(sum(marks), 0) from gone
    on conflict (pid) do update set marks = kept.marks + excluded.marks`)
}
