import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { Row } from '../store/tables.ts'
import { changeState, type StateChange } from './change-state.ts'
import { deprecate } from './deprecate.ts'
import { grantAccess, listGrants, revokeAccess } from './grant-access.ts'
import { ACCESS, GRANT_PARAMS, PLAIN_TEXT, SKILL_PARAMS, VERSION_PARAMS } from './registry-schemas.ts'
import { setAccess } from './set-access.ts'
import { scopeOf } from './skill-name.ts'

const TAGS = ['publish']
const PUBLISH = { needs: 'publish' } as const

interface SkillParams {
  readonly scope: string
  readonly name: string
}

/** What owners and reviewers do with what is published, over HTTP. */
export function manageRoutes(app: FastifyInstance, hub: HubContext): void {
  stateRoute(app, hub, 'yank', 'Give a version to nobody new; whoever has it locked keeps it')
  stateRoute(app, hub, 'unyank', 'Take the yank of a version back')
  stateRoute(app, hub, 'quarantine', 'Give a version to nobody')
  stateRoute(app, hub, 'release', 'Publish a version that was held or quarantined')
  deprecationRoutes(app, hub)
  accessRoutes(app, hub)
}

function stateRoute(app: FastifyInstance, hub: HubContext, change: StateChange, summary: string): void {
  const isReview = change === 'quarantine' || change === 'release'
  app.post<{ Params: SkillParams & { version: string }; Body: { reason: string } }>(
    `/v1/skills/:scope/:name/versions/:version/${change}`,
    {
      config: { needs: isReview ? 'review' : 'publish' },
      schema: {
        tags: [isReview ? 'review' : 'publish'],
        summary,
        operationId: `${change}Version`,
        params: VERSION_PARAMS,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['reason'],
          properties: { reason: PLAIN_TEXT },
        },
        response: { 200: { type: 'object', additionalProperties: true } },
      },
    },
    ({ principal, params, body }) =>
      changeState(hub, principal, { ...params, scope: scopeOf(params.scope) }, change, body.reason),
  )
}

function deprecationRoutes(app: FastifyInstance, hub: HubContext): void {
  const body = {
    type: 'object',
    additionalProperties: false,
    required: ['message'],
    properties: {
      message: { ...PLAIN_TEXT, type: ['string', 'null'], description: 'What to use instead; null takes it back.' },
    },
  } as const
  app.put<{ Params: SkillParams; Body: { message: string | null } }>(
    '/v1/skills/:scope/:name/deprecation',
    {
      config: PUBLISH,
      schema: { tags: TAGS, summary: 'Deprecate a skill', operationId: 'deprecateSkill', params: SKILL_PARAMS, body },
    },
    async ({ principal, params, body: { message } }, reply) => {
      await deprecate(hub, principal, { scope: scopeOf(params.scope), name: params.name }, message)
      return reply.code(204).send()
    },
  )
  app.put<{ Params: SkillParams & { version: string }; Body: { message: string | null } }>(
    '/v1/skills/:scope/:name/versions/:version/deprecation',
    {
      config: PUBLISH,
      schema: {
        tags: TAGS,
        summary: 'Deprecate a version',
        operationId: 'deprecateVersion',
        params: VERSION_PARAMS,
        body,
      },
    },
    async ({ principal, params, body: { message } }, reply) => {
      await deprecate(hub, principal, { ...params, scope: scopeOf(params.scope) }, message)
      return reply.code(204).send()
    },
  )
}

function accessRoutes(app: FastifyInstance, hub: HubContext): void {
  app.put<{ Params: SkillParams; Body: { access: Row<'skills'>['access'] } }>(
    '/v1/skills/:scope/:name/access',
    {
      config: PUBLISH,
      schema: {
        tags: TAGS,
        summary: 'Change who may see and use a skill',
        operationId: 'setAccess',
        params: SKILL_PARAMS,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['access'],
          properties: { access: ACCESS },
        },
      },
    },
    async ({ principal, params, body: { access } }, reply) => {
      await setAccess(hub, principal, { ...params, scope: scopeOf(params.scope) }, access)
      return reply.code(204).send()
    },
  )
  app.get<{ Params: SkillParams }>(
    '/v1/skills/:scope/:name/grants',
    {
      config: PUBLISH,
      schema: {
        tags: TAGS,
        summary: 'Who was let in to a private skill',
        operationId: 'listGrants',
        params: SKILL_PARAMS,
        response: {
          200: { type: 'object', properties: { items: { type: 'array', items: { type: 'string' } } } },
        },
      },
    },
    async ({ principal, params }) => ({
      items: await listGrants(hub, principal, { ...params, scope: scopeOf(params.scope) }),
    }),
  )
  for (const [method, work, summary] of [
    ['PUT', grantAccess, 'Let somebody in to a private skill'],
    ['DELETE', revokeAccess, 'Let somebody in no longer'],
  ] as const)
    app.route<{ Params: SkillParams & { handle: string } }>({
      method,
      url: '/v1/skills/:scope/:name/grants/:handle',
      config: PUBLISH,
      schema: { tags: TAGS, summary, operationId: work.name, params: GRANT_PARAMS },
      async handler({ principal, params: { scope, name, handle } }, reply) {
        await work(hub, principal, { scope: scopeOf(scope), name }, handle)
        return reply.code(204).send()
      },
    })
}
