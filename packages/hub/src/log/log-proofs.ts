import { counted, SkillError } from '@skillwright/contract'
import { consistencyRanges, type Hash, inclusionRanges, joinSubtrees, subtreesOf } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/tables.ts'

/** How many entries the log has. */
export async function logSize(db: Kysely<Tables>): Promise<number> {
  const { log_size: size } = await db.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()
  return size
}

/** The root of the tree over the first entries. */
export async function logRoot(db: Kysely<Tables>, size: number): Promise<Hash> {
  return rangeHash(db, 0, size)
}

/** The hashes that lead from an entry to the root of a tree of a size. Throws DATA_NOT_FOUND when it is not in it. */
export async function inclusionProof(db: Kysely<Tables>, index: number, size: number): Promise<Hash[]> {
  await checkSize(db, size)
  if (index >= size)
    throw new SkillError('DATA_NOT_FOUND', `The first ${size} entries of the log have none at ${index}`)
  return Promise.all(inclusionRanges(index, size).map(([begin, end]) => rangeHash(db, begin, end)))
}

/** The hashes that prove that the log of one size became the log of another by adding alone. */
export async function consistencyProof(db: Kysely<Tables>, from: number, to: number): Promise<Hash[]> {
  await checkSize(db, to)
  if (from > to) throw new SkillError('INVALID_INPUT', `Expected a size of at most ${to}, got ${from}`)
  if (from === 0) return []
  return Promise.all(consistencyRanges(from, to).map(([begin, end]) => rangeHash(db, begin, end)))
}

async function checkSize(db: Kysely<Tables>, size: number): Promise<void> {
  const now = await logSize(db)
  if (size > now) throw new SkillError('DATA_NOT_FOUND', `The log has ${counted(now, 'entry')}, not ${size}`)
}

async function rangeHash(db: Kysely<Tables>, begin: number, end: number): Promise<Hash> {
  const hashes = subtreesOf(begin, end).map(async ({ level, position }) => {
    const node = await db
      .selectFrom('log_nodes')
      .select('hash')
      .where('level', '=', level)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    return node.hash
  })
  return joinSubtrees(await Promise.all(hashes))
}
