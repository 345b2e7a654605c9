import type { TIER_EVIDENCE, VERIFY_REPORT, Wire } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import type { Row, Tables } from '../store/tables.ts'
import { type SeenVerification, verificationOf } from './verification.ts'

/** How far a skill is trusted, and what speaks for it. */
export type TierEvidence = Wire<typeof TIER_EVIDENCE>

/** One condition of a tier, and whether the newest published version meets it. */
type Evidence = TierEvidence['evidence'][number]

type Report = Wire<typeof VERIFY_REPORT>

// Versions that wait or were quarantined are no evidence.
const UNPUBLISHED = 'no version is published'

/** The tier of a skill, from evidence about its newest published version alone. Nothing in the package has a say. */
export async function tierOf(db: Kysely<Tables>, skillId: string): Promise<Row<'skills'>['tier']> {
  return (await evidenceOf(db, skillId)).tier
}

/** The tier of a skill with every condition it is judged by. */
export async function evidenceOf(db: Kysely<Tables>, skillId: string): Promise<TierEvidence> {
  const scope = await db
    .selectFrom('skills')
    .innerJoin('scopes', 'scopes.name', 'skills.scope')
    .leftJoin('mirrored_skills', (join) =>
      join.onRef('mirrored_skills.scope', '=', 'skills.scope').onRef('mirrored_skills.name', '=', 'skills.name'),
    )
    .select(['scopes.name', 'scopes.official', 'scopes.proof', 'scopes.proven_at', 'mirrored_skills.source'])
    .where('skills.id', '=', skillId)
    .executeTakeFirstOrThrow()
  const version = await newestVersion(db, skillId)
  const { verdict } = version === undefined ? {} : (JSON.parse(version.scan) as { verdict?: string })
  const proof = scope.proof === null ? undefined : (JSON.parse(scope.proof) as Record<string, string>)
  const isMet = (met: boolean) => ({ met, state: met ? ('met' as const) : ('unmet' as const) })
  const evidence: Evidence[] = [
    { name: 'published', ...isMet(version !== undefined), detail: version?.version ?? UNPUBLISHED },
    {
      name: 'owner-proven',
      ...isMet(scope.proven_at !== null),
      detail: proof === undefined ? `the owner of @${scope.name} is not proven` : describeProof(proof),
    },
    {
      name: 'scan-clean',
      ...(version === undefined ? { met: false, state: 'waiting' as const } : isMet(verdict === 'pass')),
      detail: version === undefined ? UNPUBLISHED : `the scanner says ${verdict ?? 'nothing'}`,
    },
    await verifyEvidence(db, version),
    await signOffEvidence(db, version?.id),
    officialEvidence(scope),
  ]
  return { tier: judge(evidence), evidence }
}

/** What another registry publishes is not the hub's own, whatever scope it is mirrored into. */
function officialEvidence({
  name,
  official,
  source,
}: {
  name: string
  official: number
  source: string | null
}): Evidence {
  const met = official === 1 && source === null
  const origin = official === 1 && source !== null ? `, but this is followed from ${source}` : ''
  const detail = `@${name} is ${official === 1 ? '' : 'not '}official${origin}`
  return { name: 'official-scope', met, state: met ? 'met' : 'unmet', detail }
}

/** The newest published release; a pre-release counts only while there is no release, as it does for `latest`. */
async function newestVersion(db: Kysely<Tables>, skillId: string) {
  const newest = db
    .selectFrom('versions')
    .select(['id', 'version', 'scan'])
    .where('skill_id', '=', skillId)
    .where('state', '=', 'published')
    .orderBy('version_order', 'desc')
    .limit(1)
  return (await newest.where('version', 'not like', '%-%').executeTakeFirst()) ?? (await newest.executeTakeFirst())
}

async function verifyEvidence(
  db: Kysely<Tables>,
  version: { readonly id: string; readonly version: string } | undefined,
): Promise<Evidence> {
  const name = 'verify-passed'
  if (version === undefined) return { name, met: false, state: 'waiting', detail: UNPUBLISHED }
  const seen = await verificationOf(db, version.id)
  const { outcome, report } = seen
  const isOpen = outcome === 'waiting' || outcome === 'running' || outcome === 'missing'
  return {
    name,
    met: outcome === 'pass',
    state: outcome === 'pass' ? 'met' : outcome === 'fail' ? 'unmet' : isOpen ? 'waiting' : 'unavailable',
    detail: `the verify run of the hub ${describeVerification(seen)}`,
    ...(report === null ? {} : { verification: { version: version.version, ...outline(report) } }),
  }
}

function outline({ subject, seed, containment, actions, checks }: Report) {
  return {
    subject,
    seed,
    ...(containment === undefined ? {} : { containment }),
    actions,
    checks: checks.map(({ name, outcome, passed, failed }) => ({ name, outcome, passed, failed })),
  }
}

const WORDS = {
  pass: 'passed',
  fail: 'failed',
  unavailable: 'could not be done',
  waiting: 'waits',
  running: 'runs',
  missing: 'is missing',
} as const

function describeVerification({ outcome, at, report, obstacle, again }: SeenVerification): string {
  const time = at === null ? '' : ` at ${at}`
  const later = again ? '; another run waits' : ''
  return `${WORDS[outcome]}${time}${whyNot(report, obstacle)}${later}`
}

/** The first thing that was wrong, or in the way. */
function whyNot(report: Report | null, obstacle: SeenVerification['obstacle']): string {
  if (obstacle !== null) return `: ${obstacle.message}${obstacle.hint === undefined ? '' : `; ${obstacle.hint}`}`
  if (report === null || report.outcome === 'pass')
    return report?.subject === 'documents' ? ': its documents are in order, nothing was run' : ''
  const check = report.checks.find(({ outcome }) => outcome === report.outcome)
  const first = check?.failures[0]?.problem ?? check?.obstacles[0]
  return check === undefined || first === undefined ? '' : `: ${check.name}: ${first.split('\n', 1)[0]}`
}

async function signOffEvidence(db: Kysely<Tables>, versionId: string | undefined): Promise<Evidence> {
  const check = await db
    .selectFrom('checks')
    .select(['outcome', 'by', 'at'])
    .where('version_id', '=', versionId ?? '')
    .where('kind', '=', 'sign-off')
    .orderBy('at', 'desc')
    .executeTakeFirst()
  if (check === undefined) {
    const detail = versionId === undefined ? UNPUBLISHED : 'the sign-off is missing'
    return { name: 'signed-off', met: false, state: 'waiting', detail }
  }
  const met = check.outcome === 'pass'
  const detail = `the sign-off ${met ? 'passed' : 'failed'}, by ${check.by} at ${new Date(check.at).toISOString()}`
  return { name: 'signed-off', met, state: met ? 'met' : 'unmet', detail }
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
