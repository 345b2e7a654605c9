import { type Contract, SkillError } from '@skillwright/contract'
import type { CALLABLE, Wire } from '@skillwright/hub-api'
import { contractOfDescriptor } from '@skillwright/skill'
import type { FastifyInstance } from 'fastify'
import * as Type from 'typebox'
import { callsOf } from '../calls/calls-of.ts'
import type { HubContext } from '../hub-context.ts'
import { isWithinToken } from '../people/token-bound.ts'
import type { Principal } from '../principal.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { urlFor } from '../server/url-for.ts'
import { type SkillOperations, skillOperations } from './skill-operations.ts'
import { skillsDocument } from './skills-document.ts'

/** As many as are held in memory; those of one scope can be asked for. */
const MOST_SKILLS = 500
const PAGE = 100

const QUERY = Type.Object({ scope: Type.Optional(Type.String({ maxLength: 100 })) }, { additionalProperties: false })

/** The skills that a caller may call as one OpenAPI document, for generated clients and whatever reads such documents. */
export function skillsDocumentRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) =>
    app.withTypeProvider<SchemaTypes>().route({
      method: 'GET',
      url: '/openapi/skills.json',
      // A token that is bound to a scope or a skill sees that alone.
      config: { needs: hub.config.calls.anonymous ? 'anyone' : 'invoke', isOfToken: true },
      schema: { hide: true, querystring: QUERY },
      handler: async (request, reply) => {
        const url = urlFor(hub, request)
        const skills = await operationsFor(hub, request.principal, {
          url,
          scope: request.query.scope?.replace(/^@/, ''),
        })
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(skillsDocument(url, skills)))
      },
    })
}

interface Listing {
  readonly url: string
  readonly scope: string | undefined
}

async function operationsFor(
  hub: HubContext,
  principal: Principal,
  listing: Listing,
): Promise<readonly SkillOperations[]> {
  const { source } = await callsOf(hub)
  const found = new Map<string, SkillOperations | undefined>()
  let cursor: string | undefined
  do {
    const page = await source.list(principal, { limit: PAGE, cursor, url: listing.url })
    for (const callable of page.items) {
      const { name, scope } = callable
      const isMeant = listing.scope === undefined || scope === listing.scope
      if (isMeant && !found.has(name) && isWithinToken(principal, callable))
        found.set(name, await readOperations(hub, principal, callable, listing.url))
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && found.size < MOST_SKILLS)
  return [...found.values()].filter((one) => one !== undefined)
}

// Made once for a skill as it stands, however often the document is asked for.
const made = new WeakMap<Contract, { readonly isOpen: boolean; readonly operations: SkillOperations }>()

/** The operations of a skill; none when it cannot be called after all, which a call would be told. */
async function readOperations(
  hub: HubContext,
  principal: Principal,
  { name, scope, skill: id, version, description, access }: Wire<typeof CALLABLE>,
  url: string,
): Promise<SkillOperations | undefined> {
  const { source } = await callsOf(hub)
  const place = { scope, name: id, version }
  try {
    const { skill } = await source.open(principal, place)
    // One that states no contract is searched.
    const contract = skill.contract ?? contractOfDescriptor(await source.describe(principal, place, { url }))
    const isOpen = hub.config.calls.anonymous && access === 'public'
    const known = made.get(contract)
    if (known?.isOpen === isOpen) return known.operations
    const operations = skillOperations({ name, version, description, contract, isOpen })
    made.set(contract, { isOpen, operations })
    return operations
  } catch (thrown) {
    if (thrown instanceof SkillError) return undefined
    throw thrown
  }
}
