import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What calling skills needs: secrets, the files that runs leave, what callers have used up, and tasks for people. */
export const calls: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table secrets (
        scope text not null references scopes(name), skill text not null, name text not null,
        key_id text not null, sealed text not null, set_by text not null, set_at bigint not null,
        primary key (scope, skill, name))`.execute(db)
    await sql`
      create table artifacts (
        run_id text not null, path text not null, sha256 text not null, bytes bigint not null, created_at bigint not null,
        primary key (run_id, path))`.execute(db)
    await sql`create index artifacts_by_content on artifacts (sha256)`.execute(db)
    await sql`create index artifacts_by_age on artifacts (created_at)`.execute(db)
    await sql`
      create table allowances (
        who text primary key, taken double precision not null, at bigint not null)`.execute(db)
    await sql`
      create table tasks (
        id text primary key, scope text not null, skill text not null, action text not null, description text not null,
        params text not null, context text not null, output text not null, caller text not null,
        state text not null, assignee text, result text, reason text, ended_by text,
        created_at bigint not null, claimed_at bigint, expires_at bigint not null, ended_at bigint, remind_at bigint)`.execute(
      db,
    )
    await sql`create index tasks_by_scope on tasks (scope, state, created_at)`.execute(db)
    await sql`create index tasks_by_assignee on tasks (assignee, state, created_at)`.execute(db)
    await sql`create index tasks_to_remind on tasks (remind_at) where remind_at is not null`.execute(db)
    await sql`
      create table task_hooks (
        scope text primary key references scopes(name), url text not null)`.execute(db)
  },
}
