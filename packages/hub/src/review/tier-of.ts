import type { Kysely } from 'kysely'
import type { Row, Tables } from '../store/tables.ts'

/** How far a skill is trusted, and what speaks for it. */
export interface TierEvidence {
  readonly tier: Row<'skills'>['tier']
  readonly evidence: readonly Evidence[]
}

/** One condition of a tier, and whether the newest published version meets it. */
interface Evidence {
  readonly name: 'published' | 'owner-proven' | 'scan-clean' | 'verify-passed' | 'signed-off' | 'official-scope'
  readonly met: boolean
  /** What was seen, in words. */
  readonly detail: string
}

/** The tier of a skill, from evidence about its newest published version alone. Nothing in the package has a say. */
export async function tierOf(db: Kysely<Tables>, skillId: string): Promise<Row<'skills'>['tier']> {
  return (await evidenceOf(db, skillId)).tier
}

/** The tier of a skill with every condition it is judged by. */
export async function evidenceOf(db: Kysely<Tables>, skillId: string): Promise<TierEvidence> {
  const scope = await db
    .selectFrom('skills')
    .innerJoin('scopes', 'scopes.name', 'skills.scope')
    .select(['scopes.name', 'scopes.official', 'scopes.proof', 'scopes.proven_at'])
    .where('skills.id', '=', skillId)
    .executeTakeFirstOrThrow()
  const newest = db
    .selectFrom('versions')
    .select(['id', 'version', 'scan'])
    .where('skill_id', '=', skillId)
    .where('state', '=', 'published')
    .orderBy('version_order', 'desc')
    .limit(1)
  // A pre-release counts only while there is no release, as it does for `latest`.
  const version =
    (await newest.where('version', 'not like', '%-%').executeTakeFirst()) ?? (await newest.executeTakeFirst())
  const checks =
    version === undefined
      ? []
      : await db.selectFrom('checks').selectAll().where('version_id', '=', version.id).orderBy('at', 'desc').execute()
  const [verify, signOff] = (['verify', 'sign-off'] as const).map((kind) => checks.find((check) => check.kind === kind))
  const { verdict } = version === undefined ? {} : (JSON.parse(version.scan) as { verdict?: string })
  const proof = scope.proof === null ? undefined : (JSON.parse(scope.proof) as Record<string, string>)
  const evidence: Evidence[] = [
    { name: 'published', met: version !== undefined, detail: version?.version ?? 'no version is published' },
    {
      name: 'owner-proven',
      met: scope.proven_at !== null,
      detail: proof === undefined ? `nobody proved who owns @${scope.name}` : describeProof(proof),
    },
    { name: 'scan-clean', met: verdict === 'pass', detail: `the scanner says ${verdict ?? 'nothing'}` },
    {
      name: 'verify-passed',
      met: verify?.outcome === 'pass',
      detail: describeCheck('the verify run of the hub', verify),
    },
    { name: 'signed-off', met: signOff?.outcome === 'pass', detail: describeCheck('the sign-off', signOff) },
    {
      name: 'official-scope',
      met: scope.official === 1,
      detail: `@${scope.name} is ${scope.official === 1 ? '' : 'not '}official`,
    },
  ]
  return { tier: judge(evidence), evidence }
}

function judge(evidence: readonly Evidence[]): TierEvidence['tier'] {
  const isMet = (...names: Evidence['name'][]) =>
    names.every((name) => evidence.find((item) => item.name === name)?.met)
  if (isMet('published', 'official-scope')) return 'official'
  return isMet('published', 'owner-proven', 'scan-clean', 'verify-passed', 'signed-off') ? 'verified' : 'community'
}

function describeProof({ kind, domain, note, by }: Readonly<Record<string, string>>): string {
  return kind === 'domain' ? `${by} controls ${domain}` : `${by} vouches: ${note}`
}

function describeCheck(what: string, check: Row<'checks'> | undefined): string {
  if (check === undefined) return `${what} is missing`
  const word = { pass: 'passed', fail: 'failed', pending: 'waits', running: 'runs', unavailable: 'could not be done' }
  return `${what} ${word[check.outcome]}, by ${check.by} at ${new Date(check.at).toISOString()}`
}
