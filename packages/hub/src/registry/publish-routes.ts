import { SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { Row } from '../store/tables.ts'
import { publishSkill } from './publish-skill.ts'
import { ACCESS, OUTCOME_SCHEMA, VERSION_PARAMS } from './registry-schemas.ts'
import { scopeOf } from './skill-name.ts'

const ARCHIVE_TYPES = ['application/gzip', 'application/x-gzip', 'application/octet-stream']

interface PublishQuery {
  readonly dry_run: boolean
  readonly access?: Row<'skills'>['access']
  readonly digest?: string
}

/** Publishing, over HTTP. */
export function publishRoutes(app: FastifyInstance, hub: HubContext): void {
  app.addContentTypeParser(ARCHIVE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.put<{
    Params: { scope: string; name: string; version: string }
    Querystring: PublishQuery
    Headers: { 'skillwright-signature'?: string }
  }>(
    '/v1/skills/:scope/:name/versions/:version',
    {
      config: { needs: 'publish' },
      bodyLimit: hub.config.maxPackageBytes,
      schema: {
        tags: ['publish'],
        summary: 'Publish a version: the body is the package, a gzipped tar with SKILL.md at its root',
        operationId: 'publishVersion',
        consumes: ARCHIVE_TYPES,
        params: VERSION_PARAMS,
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            dry_run: {
              type: 'boolean',
              default: false,
              description: 'Say what would become of it, and store nothing.',
            },
            access: { ...ACCESS, description: 'Of a new skill; what the package states when absent, else public.' },
            digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$', description: 'Digest of its files.' },
          },
        },
        headers: {
          type: 'object',
          properties: {
            'skillwright-signature': {
              type: 'string',
              maxLength: 8_000,
              description: 'Base64 of { "envelope": …, "public_key": "PEM" } as JSON.',
            },
          },
        },
        response: { 200: OUTCOME_SCHEMA, 201: OUTCOME_SCHEMA },
      },
    },
    async ({ principal, params, query, headers, body }, reply) => {
      const outcome = await publishSkill(hub, principal, {
        scope: scopeOf(params.scope),
        name: params.name,
        version: params.version,
        archive: archiveOf(body),
        dryRun: query.dry_run,
        ...(query.access === undefined ? {} : { access: query.access }),
        ...(query.digest === undefined ? {} : { digest: query.digest }),
        ...signatureOf(headers['skillwright-signature']),
      })
      return reply.code(outcome.dry_run ? 200 : 201).send(outcome)
    },
  )
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
