import { fullName } from '@skillwright/hub-api'
import type { Kysely, Transaction } from 'kysely'
import { tierOf } from '../review/tier-of.ts'
import type { Row, Tables } from '../store/tables.ts'
import { facetsOf } from './facets-of.ts'
import type { SkillDocument } from './read-skill.ts'
import { recordChange } from './record-change.ts'
import type { VersionDocument } from './version-document.ts'
import { SUMMARY_COLUMNS, summariseVersion } from './version-summary.ts'

/** What the row of a skill says of its versions. */
interface SkillSummary {
  readonly tier: Row<'skills'>['tier']
  readonly latest: string | null
  readonly updatedAt: number
  /** What is sent; null while no version was released. */
  readonly document: Omit<SkillDocument, 'downloads'> | null
  /** What lists filter by; undefined while no version is published. */
  readonly facts: VersionDocument | undefined
}

/**
 * Recomputes what a skill's row says of its versions: latest, tier, the document that is sent, what lists filter by. Inside the transaction of the
 * change, which counts as one when something else is sent: who cannot see a version that waits does not hear of it either.
 */
export async function refreshDocument(transaction: Transaction<Tables>, skillId: string): Promise<void> {
  const { tier, latest, updatedAt, document, facts } = await summariseSkill(transaction, skillId)
  const text = document === null ? null : JSON.stringify(document)
  const before = await transaction
    .selectFrom('skills')
    .select('document')
    .where('id', '=', skillId)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('skills')
    .set({ tier, latest, document: text, updated_at: updatedAt })
    .where('id', '=', skillId)
    .execute()
  await writeFacets(transaction, skillId, facts)
  if (text !== before.document) await recordChange(transaction, skillId)
}

/** What a skill's versions, and what speaks for them, make of it. */
export async function summariseSkill(db: Kysely<Tables>, skillId: string): Promise<SkillSummary> {
  const skill = await db.selectFrom('skills').selectAll().where('id', '=', skillId).executeTakeFirstOrThrow()
  const latest = await newestVersion(db, skillId, 'published')
  const shown = latest ?? (await newestVersion(db, skillId, 'yanked'))
  const isReleased = shown !== undefined || (await wasReleased(db, skillId))
  const tier = latest === undefined ? 'community' : await tierOf(db, skillId)
  const updatedAt = latest?.released_at ?? skill.updated_at
  const facts = shown === undefined ? undefined : (JSON.parse(shown.document) as VersionDocument)
  const document = {
    name: fullName(skill),
    scope: skill.scope,
    skill: skill.name,
    access: skill.access,
    tier,
    latest: latest?.version ?? null,
    deprecated: skill.deprecated,
    created_at: new Date(skill.created_at).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
    ...facts,
    latest_version: latest === undefined ? null : summariseVersion(latest),
  }
  return {
    tier,
    latest: latest?.version ?? null,
    updatedAt,
    document: isReleased ? document : null,
    facts: latest === undefined ? undefined : facts,
  }
}

/** The newest release in a state; the newest pre-release while there is no release. */
async function newestVersion(db: Kysely<Tables>, skillId: string, state: 'published' | 'yanked') {
  const newest = db
    .selectFrom('versions')
    .select([...SUMMARY_COLUMNS, 'document', 'released_at'])
    .where('skill_id', '=', skillId)
    .where('state', '=', state)
    .orderBy('version_order', 'desc')
    .limit(1)
  return (await newest.where('version', 'not like', '%-%').executeTakeFirst()) ?? (await newest.executeTakeFirst())
}

async function wasReleased(db: Kysely<Tables>, skillId: string): Promise<boolean> {
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('skill_id', '=', skillId)
    .where('released_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function writeFacets(
  transaction: Transaction<Tables>,
  skillId: string,
  facts: VersionDocument | undefined,
): Promise<void> {
  await transaction.deleteFrom('skill_facets').where('skill_id', '=', skillId).execute()
  if (facts === undefined) return
  const facets = [...facetsOf(facts)]
  await transaction
    .insertInto('skill_facets')
    .values(facets.map((facet) => ({ facet, skill_id: skillId })))
    .execute()
}
