import { SkillError } from '@skillwright/contract'
import type { Transaction } from 'kysely'
import type { JobsContext } from './jobs-context.ts'
import { requireStorable } from './require-storable.ts'
import type { NewRun, Run } from './run.ts'
import { newRunId } from './run-id.ts'
import { changeRows, overRows } from './tables/over-rows.ts'
import { newRunRow, RUN_COLUMNS, runOf } from './tables/run-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'

/** A run that is to be inserted. */
export type Row = Omit<RunRow, 'sequence'>

/** One call of `submit`: its rows are accepted together or not at all. */
export type Submission = readonly Row[]

/** The rows that would accept these runs. */
export function submissionOf({ clock }: Pick<JobsContext, 'clock'>, runs: readonly NewRun[]): Submission {
  const now = clock()
  return runs.map((run) => {
    requireStorable(run)
    return newRunRow(run.id ?? newRunId(now), run, now)
  })
}

/** Inserts the rows of some submissions in one transaction. A submission that is refused is answered with its error. */
export async function writeSubmissions(
  { kind, db, engine }: JobsContext,
  submissions: readonly Submission[],
): Promise<readonly (readonly Run[] | SkillError)[]> {
  return db.transaction().execute(async (transaction) => {
    const known = new Map<string, RunRow>()
    const keyed = submissions.flat().filter(isKeyed)
    for (const row of await existing({ kind, transaction, rows: keyed })) remember(known, row)
    const answers = submissions.map((submission) => settle(submission, known))
    const added = answers.flatMap((answer) => (answer instanceof SkillError ? [] : answer.added))
    const inserted = await insertRuns({ kind, transaction, rows: added })
    if (inserted.size < added.length) {
      const lost = added.filter(({ id }) => !inserted.has(id))
      for (const row of await existing({ kind, transaction, rows: lost })) remember(known, row)
    }
    const results = answers.map((answer) =>
      answer instanceof SkillError ? answer : resolve(answer.all, { known, inserted }),
    )
    const undone = submissions.filter((_, i) => results[i] instanceof SkillError).flat()
    await undo({ transaction, rows: undone.filter(({ id }) => inserted.has(id)) })
    const accepted = submissions.filter((_, i) => !(results[i] instanceof SkillError)).flat()
    await engine.deliver(
      transaction,
      accepted.filter(({ id, delayed_until }) => inserted.has(id) && delayed_until === null),
    )
    return results
  })
}

/** The run that is there with the key of this row; undefined when only the id is taken. */
export async function sameRunAs({ kind, db }: JobsContext, row: Row): Promise<Run | undefined> {
  const known = new Map<string, RunRow>()
  const rows = await db.transaction().execute((transaction) => existing({ kind, transaction, rows: [row] }))
  for (const there of rows) remember(known, there)
  const conflict = conflictOf(row, known)
  if (conflict !== undefined) throw conflict
  const same = sameRun(row, known)
  return same && runOf(same)
}

interface Rows {
  readonly kind: JobsContext['kind']
  readonly transaction: Transaction<JobTables>
  readonly rows: readonly Row[]
}

/** Inserts rows, and tells which of them were not there. */
export async function insertRuns({ kind, transaction, rows }: Rows): Promise<ReadonlySet<string>> {
  const columns = Object.keys(RUN_COLUMNS).join(', ')
  return changeRows(
    { kind, db: transaction },
    {
      columns: RUN_COLUMNS,
      rows,
      text: ({ x, rowsAfter }) =>
        `insert into runs (${columns}) select ${Object.values(x).join(', ')} ${rowsAfter('from')} where true on conflict do nothing`,
    },
  )
}

const KEYS = { id: 'text', principal: 'text', idempotency_key: 'text', open_singleton: 'text' } as const

/** The rows that are there already and are the same runs, or have the same id. */
async function existing({ kind, transaction, rows }: Rows): Promise<readonly RunRow[]> {
  const keys = rows.map(({ id, principal, idempotency_key, open_singleton }) => ({
    id,
    principal,
    idempotency_key,
    open_singleton,
  }))
  return overRows(
    { kind, db: transaction },
    {
      columns: KEYS,
      rows: keys,
      // One question a key: each is answered from its own index.
      text: ({ x, rowsAfter }) => `
        select runs.* from runs${rowsAfter(',')} where runs.principal = ${x.principal} and runs.idempotency_key = ${x.idempotency_key}
        union select runs.* from runs${rowsAfter(',')} where runs.principal = ${x.principal} and runs.open_singleton = ${x.open_singleton}
        union select runs.* from runs${rowsAfter(',')} where runs.id = ${x.id}`,
    },
  )
}

function remember(known: Map<string, RunRow>, row: RunRow): void {
  if (row.idempotency_key !== null) known.set(idempotencyOf(row), row)
  if (row.open_singleton !== null) known.set(singletonOf(row), row)
}

function settle(
  submission: Submission,
  known: Map<string, RunRow>,
): { all: Submission; added: Submission } | SkillError {
  const conflict = submission.map((row) => conflictOf(row, known)).find((error) => error !== undefined)
  return conflict ?? { all: submission, added: submission.filter((row) => sameRun(row, known) === undefined) }
}

/** The runs of a submission, each its own or the one that was there. */
function resolve(
  rows: Submission,
  { known, inserted }: { known: Map<string, RunRow>; inserted: ReadonlySet<string> },
): readonly Run[] | SkillError {
  const runs: Run[] = []
  for (const row of rows) {
    if (inserted.has(row.id)) {
      runs.push(runOf(row))
      continue
    }
    const conflict = conflictOf(row, known)
    if (conflict !== undefined) return conflict
    const same = sameRun(row, known)
    if (same === undefined)
      return new SkillError('CONFLICT', `There is a run ${row.id} already`, {
        hint: 'Leave the id out, or make a new one',
      })
    runs.push(runOf(same))
  }
  return runs
}

function sameRun(row: Row, known: Map<string, RunRow>): RunRow | undefined {
  const byKey = row.idempotency_key === null ? undefined : known.get(idempotencyOf(row))
  return byKey ?? (row.open_singleton === null ? undefined : known.get(singletonOf(row)))
}

function conflictOf(row: Row, known: Map<string, RunRow>): SkillError | undefined {
  const there = row.idempotency_key === null ? undefined : known.get(idempotencyOf(row))
  if (there === undefined || there.request_digest === row.request_digest) return undefined
  return new SkillError('CONFLICT', `The idempotency key ${row.idempotency_key} was used for another request`, {
    hint: 'Use a new key for a new request',
    details: { run_id: there.id },
  })
}

async function undo({ transaction, rows }: Omit<Rows, 'kind'>): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await transaction.deleteFrom('runs').where('id', 'in', ids).execute()
}

function isKeyed({ idempotency_key, open_singleton }: Row): boolean {
  return idempotency_key !== null || open_singleton !== null
}

function idempotencyOf({ principal, idempotency_key }: Row): string {
  return JSON.stringify(['idempotency', principal, idempotency_key])
}

function singletonOf({ principal, open_singleton }: Row): string {
  return JSON.stringify(['singleton', principal, open_singleton])
}
