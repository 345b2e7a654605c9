import * as Type from 'typebox'
import { HANDLE, SKILL_PARAMS } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { ACCESS } from './skill.ts'

const TAGS = ['publish'] as const
const PUBLISH = { needs: 'publish' } as const
const GRANT_PARAMS = Type.Object({ ...SKILL_PARAMS.properties, handle: HANDLE })

/** A user or organisation with access to a private skill. */
const GRANT = Type.Object({ handle: Type.String() }, { title: 'Grant' })

/** Changes who may see and use a skill. */
export const SET_ACCESS = {
  method: 'PUT',
  url: '/v1/skills/:scope/:skill/access',
  config: PUBLISH,
  schema: {
    operationId: 'setAccess',
    tags: TAGS,
    summary: 'Change who may see and use a skill',
    params: SKILL_PARAMS,
    body: Type.Object({ access: ACCESS }, { additionalProperties: false }),
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Lists who was let in. */
export const LIST_GRANTS = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/grants',
  config: PUBLISH,
  schema: {
    operationId: 'listGrants',
    tags: TAGS,
    summary: 'Users and organisations with access to a private skill',
    params: SKILL_PARAMS,
    querystring: pageQuery({}),
    response: { 200: pageOf(GRANT) },
  },
} as const satisfies Operation

/** Gives a user or organisation access. */
export const GRANT_ACCESS = {
  method: 'PUT',
  url: '/v1/skills/:scope/:skill/grants/:handle',
  config: PUBLISH,
  schema: {
    operationId: 'grantAccess',
    tags: TAGS,
    summary: 'Give a user or an organisation access to a private skill',
    params: GRANT_PARAMS,
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Takes it back. */
export const REVOKE_ACCESS = {
  method: 'DELETE',
  url: '/v1/skills/:scope/:skill/grants/:handle',
  config: PUBLISH,
  schema: {
    operationId: 'revokeAccess',
    tags: TAGS,
    summary: 'Remove that access',
    params: GRANT_PARAMS,
    response: { 204: DONE },
  },
} as const satisfies Operation
