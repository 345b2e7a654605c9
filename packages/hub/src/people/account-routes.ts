import { CHANGE_PERSON, CREATE_PERSON, LIST_PEOPLE } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { changePerson, listPeople } from './administer.ts'
import { createPerson } from './create-person.ts'

/** What administrators do with accounts, over HTTP. */
export function accountRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({ ...LIST_PEOPLE, handler: ({ query }) => listPeople(hub, query) })
  app.route({
    ...CREATE_PERSON,
    handler: async ({ principal, body: { display_name, ...person } }, reply) => {
      const made = await createPerson(
        hub,
        { ...person, ...(display_name === undefined ? {} : { displayName: display_name }) },
        { by: principal.person?.handle ?? '', mayUseReserved: true },
      )
      return reply.code(201).send({ handle: made.handle, role: made.role })
    },
  })
  app.route({
    ...CHANGE_PERSON,
    handler: async ({ principal, params, body }, reply) => {
      await changePerson(hub, principal, params.handle, body)
      return reply.code(204).send()
    },
  })
}
