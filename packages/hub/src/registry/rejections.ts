import type { FileDigest } from '@skillwright/skill'
import type { Kysely, Transaction } from 'kysely'
import type { Row, Tables } from '../store/tables.ts'
import { keepSketch } from './relatives.ts'

const FILES_AT_ONCE = 400
/** What packages share for good reasons: of a version that was rejected this is not remembered. */
const COMMON = [
  /(?:^|\/)(?:licen[cs]e|copying|notice|authors|readme|changelog)[\w-]*(?:\.(?:md|txt|rst))?$/i,
  /(?:^|\/)(?:(?:contract|skill|descriptor)\.json|\.\w*ignore)$/i,
  // What a scaffold brings along, and data to try a skill with.
  /^(?:tests?|examples?|fixtures|prompts\/examples)\/.*\.(?:jsonl?|ya?ml|txt|csv)$/i,
]
const MOST_REASONS = 3

type VersionFiles = Pick<Row<'versions'>, 'id' | 'files'>

/** Remembers a version that was taken back: its files, and what finds those that are nearly the same. */
export async function recordRejection(
  transaction: Transaction<Tables>,
  version: VersionFiles,
  { at, sketch }: { readonly at: number; readonly sketch: readonly string[] },
): Promise<void> {
  await withdrawRejection(transaction, version)
  await keepSketch(transaction, version.id, sketch)
  for (const digests of digestsOf(version, isTelling))
    await transaction
      .insertInto('rejected_files')
      .values(digests.map((sha256) => ({ sha256, version_id: version.id, at })))
      .execute()
}

/** Forgets that a version was rejected; what is in it stays rejected where another version was rejected for it. */
export async function withdrawRejection(
  transaction: Transaction<Tables>,
  { id }: Pick<VersionFiles, 'id'>,
): Promise<void> {
  await transaction.deleteFrom('rejected_files').where('version_id', '=', id).execute()
}

/** Forgets that a version was rejected, and what is in it wherever that was rejected: a reviewer has seen it and found nothing. */
export async function forgetRejection(transaction: Transaction<Tables>, version: VersionFiles): Promise<void> {
  await withdrawRejection(transaction, version)
  for (const digests of digestsOf(version))
    await transaction.deleteFrom('rejected_files').where('sha256', 'in', digests).execute()
}

/** The digests of the files of a version, some at a time. */
function* digestsOf({ files }: VersionFiles, isWanted = (_file: FileDigest) => true): Generator<string[]> {
  const wanted = (JSON.parse(files) as FileDigest[]).filter(isWanted)
  const digests = [...new Set(wanted.map(({ sha256 }) => sha256))]
  for (let i = 0; i < digests.length; i += FILES_AT_ONCE) yield digests.slice(i, i + FILES_AT_ONCE)
}

/**
 * Why a package has to wait although the scan passes it: a version of the same skill was rejected and none has been looked at since, or
 * it holds a file that was rejected, under whatever name. What the skill has in a version that stands is no reason.
 */
export async function findRejections(
  db: Kysely<Tables>,
  skillId: string | undefined,
  files: readonly FileDigest[],
): Promise<string[]> {
  const ofSkill = skillId === undefined ? [] : await unseenRejection(db, skillId)
  const own = skillId === undefined ? new Set<string>() : await standingFiles(db, skillId)
  // By content alone: a name says nothing about what a loader beside it makes of the file.
  const others = files.filter(({ sha256 }) => !own.has(sha256))
  const rejected = await rejectedAmong(db, others)
  const same = others.filter(({ sha256 }) => rejected.has(sha256)).map(({ path }) => path)
  return [
    ...ofSkill.map((version) => `Version ${version} was rejected, and no reviewer has seen a later one.`),
    ...same.slice(0, MOST_REASONS).map((path) => `${path} is a file that was rejected before.`),
  ]
}

function isTelling({ path, size }: FileDigest): boolean {
  return size > 0 && !COMMON.some((pattern) => pattern.test(path))
}

/** The version that was rejected last, unless one that came after it was released, which takes a reviewer. */
async function unseenRejection(db: Kysely<Tables>, skillId: string): Promise<string[]> {
  const rejected = await db
    .selectFrom('rejected_files')
    .innerJoin('versions', 'versions.id', 'rejected_files.version_id')
    .select(['versions.version', 'rejected_files.at'])
    .where('versions.skill_id', '=', skillId)
    .orderBy('rejected_files.at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (rejected === undefined) return []
  const seen = await db
    .selectFrom('versions')
    .select('id')
    .where('skill_id', '=', skillId)
    .where('released_at', '>', rejected.at)
    .where('published_at', '>=', rejected.at)
    .limit(1)
    .executeTakeFirst()
  return seen === undefined ? [rejected.version] : []
}

async function standingFiles(db: Kysely<Tables>, skillId: string): Promise<Set<string>> {
  const newest = await db
    .selectFrom('versions')
    .select('files')
    .where('skill_id', '=', skillId)
    .where('state', 'in', ['published', 'yanked'])
    .orderBy('version_order', 'desc')
    .limit(1)
    .executeTakeFirst()
  return new Set((JSON.parse(newest?.files ?? '[]') as FileDigest[]).map(({ sha256 }) => sha256))
}

async function rejectedAmong(db: Kysely<Tables>, files: readonly FileDigest[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let i = 0; i < files.length; i += FILES_AT_ONCE) {
    const digests = files.slice(i, i + FILES_AT_ONCE).map(({ sha256 }) => sha256)
    const rows = await db.selectFrom('rejected_files').select('sha256').where('sha256', 'in', digests).execute()
    for (const { sha256 } of rows) found.add(sha256)
  }
  return found
}
