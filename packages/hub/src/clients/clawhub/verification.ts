import { type CLAWHUB_VERIFY, fullName, type Wire } from '@skillwright/hub-api'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { findSkill, type SkillPlace } from '../../registry/find-skill.ts'
import { readVersion } from '../../registry/read-version.ts'
import { readVerification } from '../../review/verification.ts'
import { slugsOf, wordsOfClawhub } from './slug.ts'

type Verification = Wire<(typeof CLAWHUB_VERIFY.schema.response)[200]>

/**
 * What the hub knows of a version, in ClawHub's words. It passes when it is published, the scan found nothing and the hub's own verify run passed:
 * a run that waits, or could not be made, proves nothing.
 */
export async function clawhubVerification(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  { version, tag }: { readonly version?: string | undefined; readonly tag?: string | undefined },
  url: string,
): Promise<Verification> {
  await findSkill(hub, principal, place).catch(wordsOfClawhub)
  const found = await readVersion(hub, principal, { ...place, version: version ?? 'latest' })
  const run = await readVerification(hub, principal, { ...place, version: found.version })
  const verdict = found.scan.verdict
  const reasons = [
    ...(found.state === 'published' ? [] : [`state.${found.state}`]),
    ...(verdict === 'pass' ? [] : [`scan.${verdict}`]),
    ...(run.outcome === 'pass' ? [] : [`verify.${run.outcome}`]),
  ]
  const { scope, name } = place
  return {
    schema: 'clawhub.skill.verify.v1',
    ok: reasons.length === 0,
    decision: reasons.length === 0 ? 'pass' : 'fail',
    reasons,
    slug: (await slugsOf(hub, principal, [place])).get(fullName(place)) ?? name,
    displayName: found.title,
    pageUrl: `${url}/v1/skills/${fullName(place)}`,
    publisherHandle: scope,
    publisherDisplayName: scope,
    publisherProfileUrl: `${url}/v1/scopes/@${scope}`,
    version: found.version,
    resolvedFrom: version !== undefined ? 'version' : tag !== undefined ? 'tag' : 'latest',
    tag: tag ?? null,
    createdAt: Date.parse(found.published_at),
    card: null,
    artifact: { digest: found.digest, sha256: found.archive_sha256, bytes: found.archive_bytes },
    provenance: { publishedBy: found.published_by, logIndex: found.log_index },
    security: { scan: verdict, verify: run.outcome },
    signature: found.signed_by === null ? null : { keyId: found.signed_by },
  }
}
