import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How skills were called, hour by hour; and what nodes and workers agree on. */
export const callStats: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table call_stats (
        skill text not null, hour bigint not null, code text not null, step integer not null, calls bigint not null,
        primary key (skill, hour, code, step))`.execute(db)
    await sql`create table hub_facts (name text primary key, value text not null)`.execute(db)
    await sql`create index call_stats_by_age on call_stats (hour)`.execute(db)
  },
}
