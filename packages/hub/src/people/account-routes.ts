import type { FastifyInstance } from 'fastify'
import { NAME_PATTERN } from '../api/names.ts'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { changePerson, listPeople, type PersonChange } from './administer.ts'
import { createPerson } from './create-person.ts'

const TAGS = ['people']
const NAME = { type: 'string', minLength: 2, maxLength: 64, pattern: NAME_PATTERN } as const

/** What administrators do with accounts, over HTTP. */
export function accountRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Querystring: { after?: string; limit?: number } }>(
    '/v1/people',
    {
      config: { needs: 'admin' },
      schema: {
        tags: TAGS,
        summary: 'Everybody',
        operationId: 'listPeople',
        querystring: {
          type: 'object',
          properties: { after: { type: 'string' }, limit: { type: 'integer', minimum: 1, maximum: 100 } },
        },
      },
    },
    async ({ query }) => ({ items: await listPeople(hub, query) }),
  )
  app.post<{
    Body: { handle: string; display_name?: string; email?: string; password?: string; role?: SignedIn['role'] }
  }>(
    '/v1/people',
    {
      config: { needs: ['admin', 'account'] },
      schema: {
        tags: TAGS,
        summary: 'Make an account for somebody',
        operationId: 'createPerson',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['handle'],
          properties: {
            handle: NAME,
            display_name: { type: 'string', maxLength: 200 },
            email: { type: 'string', maxLength: 200 },
            password: { type: 'string', maxLength: 500 },
            role: { enum: ['member', 'reviewer', 'admin'] },
          },
        },
      },
    },
    async ({ principal, body: { display_name, ...person } }, reply) => {
      const made = await createPerson(
        hub,
        { ...person, ...(display_name === undefined ? {} : { displayName: display_name }) },
        { by: principal.person?.handle ?? '', mayUseReserved: true },
      )
      return reply.code(201).send({ handle: made.handle, role: made.role })
    },
  )
  app.patch<{ Params: { handle: string }; Body: PersonChange }>(
    '/v1/people/:handle',
    {
      config: { needs: ['admin', 'account'] },
      schema: {
        tags: TAGS,
        summary: 'Change what somebody may do',
        operationId: 'changePerson',
        body: {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          properties: {
            role: { enum: ['member', 'reviewer', 'admin'] },
            disabled: { type: 'boolean' },
            password: { type: 'string', maxLength: 500 },
          },
        },
      },
    },
    async ({ principal, params, body }, reply) => {
      await changePerson(hub, principal, params.handle, body)
      return reply.code(204).send()
    },
  )
}
