import { SkillError } from '@skillwright/contract'
import { PACKAGE_TYPES, PUBLISH_VERSION } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { placeOf } from './place-of.ts'
import { publishSkill } from './publish-skill.ts'

/** Publishing, over HTTP. */
export function publishRoutes(server: FastifyInstance, hub: HubContext): void {
  server.addContentTypeParser([...PACKAGE_TYPES], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.withTypeProvider<SchemaTypes>().route({
    ...PUBLISH_VERSION,
    bodyLimit: hub.config.maxPackageBytes,
    handler: async ({ principal, params, query, headers, body }, reply) => {
      const { isNew, ...outcome } = await publishSkill(hub, principal, {
        ...placeOf(params),
        archive: archiveOf(body),
        dryRun: query.dry_run,
        ...(query.access === undefined ? {} : { access: query.access }),
        ...(query.digest === undefined ? {} : { digest: query.digest }),
        ...signatureOf(headers['skillwright-signature']),
      })
      return reply.code(isNew && !outcome.dry_run ? 201 : 200).send(outcome)
    },
  })
}

function archiveOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw new SkillError('INVALID_INPUT', 'Expected the package as the body, as application/gzip', {
    hint: 'curl -T package.tgz -H "content-type: application/gzip" …',
  })
}

function signatureOf(header: string | undefined): { signature?: unknown } {
  if (header === undefined) return {}
  try {
    return { signature: JSON.parse(Buffer.from(header, 'base64').toString()) }
  } catch (cause) {
    throw new SkillError('INVALID_INPUT', 'Expected Skillwright-Signature to be base64 of JSON', { cause })
  }
}
