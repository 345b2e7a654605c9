import { SkillError } from '@skillwright/contract'
import {
  type AnswerOf,
  type HubClient,
  parseScoped,
  READ_RELEASES,
  READ_VERSION,
  type RELEASE,
  type Wire,
} from '@skillwright/hub-api'
import { checkSignature, type Digest, readArchive, sha256 } from '@skillwright/skill'
import type { Download } from '../store/download.ts'
import { isMeant } from './is-meant.ts'
import { requireDigest } from './require-digest.ts'
import type { Offer, Offers, Source } from './source.ts'

/** The kind of source that hubs are. */
export const HUB = 'hub+'

const NAMES_AT_ONCE = 100

/** The skills of a hub. */
export function hubSource(client: HubClient, download: Download): Source {
  return {
    spec: `${HUB}${client.url}`,
    async offers(ids, { signal }) {
      const batches = Array.from({ length: Math.ceil(ids.length / NAMES_AT_ONCE) }, (_, i) =>
        ids.slice(i * NAMES_AT_ONCE, (i + 1) * NAMES_AT_ONCE),
      )
      const answers = await Promise.all(
        batches.map((names) =>
          client.call(READ_RELEASES, { body: { names }, ...(signal === undefined ? {} : { signal }) }),
        ),
      )
      const found = answers.flatMap(({ skills }) => skills)
      return new Map(ids.map((id) => [id, offersOf(found.find(({ asked }) => asked === id))]))
    },
    async fetch({ id, version, digest, archive: expected }, { signal }) {
      const { scope, skill } = parseScoped(id)
      const path = `/v1/skills/@${scope}/${skill}/versions/${encodeURIComponent(version)}/package`
      const archive = await download(`${client.url}${path}`, { sha256: expected, signal })
      // The digest of the files alone decides what is installed; this one only says early that something is wrong.
      requireDigest(`The archive of ${id} ${version}`, sha256(archive), expected)
      const read = await readArchive(archive)
      requireDigest(`${id} ${version}`, read.digest, digest)
      return { ...read, archive }
    },
    async signerOf({ id, version, digest }, { signal }) {
      const { scope, skill } = parseScoped(id)
      const params = { scope, skill, version }
      const { signature } = await client.call(READ_VERSION, { params, ...(signal === undefined ? {} : { signal }) })
      return signature === null ? undefined : checkSignature(signature, { name: skill, version, digest }).signedBy
    },
  }
}

type Releases = AnswerOf<typeof READ_RELEASES>['skills'][number]

function offersOf(found: Releases | undefined): Offers {
  if (found === undefined) throw new SkillError('EXTERNAL_SERVICE_ERROR', 'The hub left out a skill it was asked for')
  const { asked, name, tier, access, problem, releases, deprecated } = found
  if (name === null) return { id: asked, offers: [], problem: problem ?? 'there is no such skill' }
  // What a hub calls a skill becomes the name of a folder.
  parseScoped(name)
  if (!isMeant(asked, name))
    throw new SkillError('INTEGRITY_FAILED', `The hub was asked for ${asked}, and answers with ${name}`, {
      hint: 'Do not use it, and tell the operator of the hub',
    })
  return {
    id: name,
    ...(tier === undefined ? {} : { tier }),
    offers: releases.map((release) => {
      const offer = offerOf(release, deprecated ?? undefined)
      // What is available to everyone must be in the log of the hub.
      if (offer.logIndex !== undefined || access === 'private') return offer
      return { ...offer, withdrawn: offer.withdrawn ?? 'the log of the hub lacks it' }
    }),
  }
}

function offerOf(release: Wire<typeof RELEASE>, deprecated: string | undefined): Offer {
  const { version, state, state_reason: why, digest, archive_sha256: archive, archive_bytes: archiveBytes } = release
  const { license, hermes_version: hostRange, log_index: logIndex, signed_by: signedBy } = release
  const message = release.deprecated ?? deprecated
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `The hub states no digest of version ${version}`)
  return {
    version,
    dependencies: new Map(Object.entries(release.dependencies ?? {})),
    tools: release.tools_required,
    permissions: release.permissions,
    digest: digest as Digest,
    archive,
    archiveBytes,
    publishedAt: release.published_at,
    openReports: release.open_reports,
    scan: release.scan,
    ...(hostRange === undefined ? {} : { hostRange }),
    ...(license === undefined ? {} : { license }),
    ...(logIndex === null ? {} : { logIndex }),
    ...(signedBy === null ? {} : { signedBy }),
    ...(message === undefined ? {} : { deprecated: message }),
    ...(state === 'yanked' ? { yanked: why ?? 'no reason was given' } : {}),
    ...(state === 'quarantined' || state === 'pending' ? { withdrawn: why ?? 'no reason was given' } : {}),
  }
}
