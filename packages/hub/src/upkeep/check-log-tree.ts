import { isObject } from '@skillwright/contract'
import { type Hash, leafHash } from '@skillwright/hub-api'
import { GrowingTree } from '../log/growing-tree.ts'
import type { Row } from '../store/tables.ts'
import type { StoreProblem } from './check-hub.ts'
import type { StoredHub } from './open-stored.ts'
import { readSignedRoots } from './signed-roots.ts'
import { readPlaces } from './version-places.ts'

const PAGE = 1_000
const NOTHING_BEFORE: Hash = '0'.repeat(64)

/** Checks the log as it was when the check began: every entry, the tree over them, what was signed of it, and that it tells of every version what it is. */
export async function checkLogTree({ db }: StoredHub): Promise<{ size: number; problems: StoreProblem[] }> {
  const problems: StoreProblem[] = []
  const report = (index: number | string, message: string) =>
    problems.push({ subject: typeof index === 'number' ? `entry ${index} of the log` : index, message })
  const { size, ...places } = await readPlaces(db)
  const roots = await readSignedRoots(db, size, report)
  const tree = new GrowingTree()
  let previous = NOTHING_BEFORE
  for (let from = 0; from < size; from += PAGE) {
    const end = Math.min(from + PAGE, size)
    const entries = await entriesOf(db, from, end)
    const nodes = await nodesOf(db, from, end)
    for (let index = from; index < end; index++) {
      const row = entries.get(index)
      if (row === undefined) {
        report(index, 'it is missing')
        return { size, problems }
      }
      const leaf = await leafHash(row.entry)
      if (leaf !== row.leaf_hash) report(index, 'its hash is another than the one that is stored')
      if (row.previous_hash !== previous) report(index, 'it does not name the entry before it')
      const entry = parse(row.entry)
      if (entry.index !== index || entry.previous !== row.previous_hash) report(index, 'it says it stands elsewhere')
      for (const problem of places.compare(index, entry)) report(index, problem)
      for (const { level, position, hash } of await tree.add(leaf))
        if (nodes.get(`${level}/${position}`) !== hash) report(index, `the tree over it is another (level ${level})`)
      const signed = roots.get(index + 1)
      if (signed !== undefined && signed !== (await tree.root()))
        report(index, `the checkpoint of ${index + 1} entries was signed over another tree`)
      previous = row.leaf_hash
    }
  }
  for (const { subject, message } of places.differences()) report(subject, message)
  return { size, problems }
}

async function entriesOf(db: StoredHub['db'], from: number, end: number) {
  const rows = await db
    .selectFrom('log_entries')
    .select(['log_index', 'entry', 'leaf_hash', 'previous_hash'])
    .where('log_index', '>=', from)
    .where('log_index', '<', end)
    .execute()
  return new Map<number, Pick<Row<'log_entries'>, 'entry' | 'leaf_hash' | 'previous_hash'>>(
    rows.map((row) => [row.log_index, row]),
  )
}

/** The stored nodes that the entries of a page complete, by level and position. */
async function nodesOf(db: StoredHub['db'], from: number, end: number): Promise<Map<string, Hash>> {
  const nodes = new Map<string, Hash>()
  for (let level = 0; 2 ** level <= end; level++) {
    const rows = await db
      .selectFrom('log_nodes')
      .select(['position', 'hash'])
      .where('level', '=', level)
      .where('position', '>=', Math.floor(from / 2 ** level))
      .where('position', '<', Math.floor(end / 2 ** level))
      .execute()
    for (const { position, hash } of rows) nodes.set(`${level}/${position}`, hash)
  }
  return nodes
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const entry: unknown = JSON.parse(text)
    return isObject(entry) ? entry : {}
  } catch {
    return {}
  }
}
