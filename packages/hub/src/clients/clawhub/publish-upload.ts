import { SkillError, storableText } from '@skillwright/contract'
import { type CLAWHUB_PUBLISH, checkName, checkVersion, PUBLISH_PAYLOAD, type Wire } from '@skillwright/hub-api'
import type { SkillFiles } from '@skillwright/skill'
import Value from 'typebox/value'
import type { HubContext } from '../../hub-context.ts'
import { requireScopeRole } from '../../people/scope-role.ts'
import type { Principal } from '../../principal.ts'
import { publishSkill } from '../../registry/publish-skill.ts'
import { registryOf } from '../../registry/registry-of.ts'
import { fingerprintOf } from './fingerprint.ts'
import { placeInSlug } from './slug.ts'

/** What ClawHub's clients state about a version they publish, as far as it is used. */
export type PublishPayload = Wire<typeof PUBLISH_PAYLOAD>

/** The answer they get. */
export type PublishAnswer = Wire<(typeof CLAWHUB_PUBLISH.schema.response)[200]>

/** Reads what a client states about a version it publishes. Throws INVALID_INPUT that says what is wrong. */
export function readPayload(payload: unknown): PublishPayload {
  if (Value.Check(PUBLISH_PAYLOAD, payload)) return payload
  const [first] = Value.Errors(PUBLISH_PAYLOAD, payload)
  throw new SkillError('INVALID_INPUT', `The payload is not one of a publish: ${first?.instancePath} ${first?.message}`)
}

/** Publishes the files that a ClawHub client sent, by the checks that apply to every client. The name and version it states are used. */
export async function publishUpload(
  hub: HubContext,
  principal: Principal,
  { slug, version, ownerHandle, changelog = '' }: PublishPayload,
  files: SkillFiles,
): Promise<PublishAnswer> {
  const owner = (ownerHandle ?? principal.person?.handle ?? '').replace(/^@/, '').toLowerCase()
  const scope = checkName(owner, 'scope')
  const name = checkName(placeInSlug(slug, owner).name)
  checkVersion(version)
  await requireScopeRole(hub, principal, scope)
  const { archive, offered } = await registryOf(hub).packages.run(
    'assemble',
    { source: files, name, version },
    { caller: principal.person?.id ?? '' },
  )
  const { state, access } = await publishSkill(hub, principal, { scope, name, version, archive, profile: 'clawhub' })
  const ids = await hub.db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.id', 'versions.skill_id'])
    .where('skills.scope', '=', scope)
    .where('skills.name', '=', name)
    .where('versions.version', '=', version)
    .executeTakeFirstOrThrow()
  await hub.db
    .insertInto('clawhub_uploads')
    .values({
      version_id: ids.id,
      skill_id: ids.skill_id,
      fingerprint: fingerprintOf(offered),
      changelog: storableText(changelog),
    })
    // It is published again: what was said the first time stands.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const status = state === 'published' ? 'published' : 'pending'
  return {
    ok: true,
    skillId: ids.skill_id,
    versionId: ids.id,
    slug,
    version,
    access,
    status,
    publicationStatus: status,
  }
}
