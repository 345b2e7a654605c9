import * as Type from 'typebox'
import { DISPLAY_NAME } from './accounts.ts'
import { HANDLE, MEMBER_PARAMS, SCOPE_PARAMS } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { oneOf, orNull, TIME, text } from './text.ts'

const TAGS = ['people'] as const
const ACCOUNT = { needs: 'account' } as const

/** The role of a user in a scope. */
const SCOPE_ROLE = oneOf(['owner', 'maintainer'])

/** How the owner of a scope was proven. */
const PROOF = Type.Object(
  {
    kind: oneOf(['domain', 'administrator']),
    domain: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    by: Type.String(),
  },
  { title: 'ScopeProof' },
)

/** The public view of a scope. */
export const SCOPE_INFO = Type.Object(
  {
    scope: Type.String(),
    owner: Type.String(),
    owner_kind: oneOf(['person', 'organisation']),
    official: Type.Boolean(),
    proof: Type.Union([PROOF, Type.Null()]),
    proven_at: orNull(TIME),
  },
  { title: 'Scope', description: 'The scope.' },
)

/** A member of a scope. */
export const MEMBER = Type.Object({ handle: Type.String(), role: SCOPE_ROLE }, { title: 'Member' })

/** Reads a scope. */
export const READ_SCOPE = {
  method: 'GET',
  url: '/v1/scopes/:scope',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'readScope',
    tags: TAGS,
    summary: 'A scope',
    params: SCOPE_PARAMS,
    response: { 200: SCOPE_INFO },
  },
} as const satisfies Operation

/** Makes an organisation. */
export const CREATE_ORGANISATION = {
  method: 'POST',
  url: '/v1/organisations',
  config: ACCOUNT,
  schema: {
    operationId: 'createOrganisation',
    tags: TAGS,
    summary: 'Make an organisation and its scope',
    body: Type.Object(
      {
        handle: HANDLE,
        display_name: Type.Optional(DISPLAY_NAME),
        owner: Type.Optional(
          Type.String({ ...HANDLE, description: 'Its first owner, when an administrator makes it for them.' }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Type.Object({ handle: Type.String() }, { description: 'The organisation.' }) },
  },
} as const satisfies Operation

/** Lists members. */
export const LIST_MEMBERS = {
  method: 'GET',
  url: '/v1/scopes/:scope/members',
  config: { needs: 'read' },
  schema: {
    operationId: 'listMembers',
    tags: TAGS,
    summary: 'Who belongs to a scope, by handle',
    params: SCOPE_PARAMS,
    querystring: pageQuery({}),
    response: { 200: pageOf(MEMBER) },
  },
} as const satisfies Operation

/** Adds a member. */
export const SET_MEMBER = {
  method: 'PUT',
  url: '/v1/scopes/:scope/members/:handle',
  config: ACCOUNT,
  schema: {
    operationId: 'setMember',
    tags: TAGS,
    summary: 'Add a user to a scope',
    params: MEMBER_PARAMS,
    body: Type.Object({ role: SCOPE_ROLE }, { additionalProperties: false }),
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Removes a member. */
export const REMOVE_MEMBER = {
  method: 'DELETE',
  url: '/v1/scopes/:scope/members/:handle',
  config: ACCOUNT,
  schema: {
    operationId: 'removeMember',
    tags: TAGS,
    summary: 'Remove a user from a scope',
    params: MEMBER_PARAMS,
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Says what proves a scope. */
export const READ_PROOF = {
  method: 'GET',
  url: '/v1/scopes/:scope/proof',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'readProof',
    tags: TAGS,
    summary: 'What proves a scope',
    params: SCOPE_PARAMS,
    response: {
      200: Type.Object({ path: Type.String(), line: Type.String() }, { description: 'What to put where.' }),
    },
  },
} as const satisfies Operation

/** Proves a scope by a domain. */
export const PROVE_SCOPE = {
  method: 'POST',
  url: '/v1/scopes/:scope/proof',
  config: ACCOUNT,
  schema: {
    operationId: 'proveScope',
    tags: TAGS,
    summary: 'Prove a scope by a domain of yours',
    params: SCOPE_PARAMS,
    body: Type.Object({ domain: text(253) }, { additionalProperties: false }),
    response: { 200: SCOPE_INFO },
  },
} as const satisfies Operation

/** Vouches for a scope. */
export const VOUCH_FOR_SCOPE = {
  method: 'POST',
  url: '/v1/scopes/:scope/vouch',
  config: { needs: 'admin' },
  schema: {
    operationId: 'vouchForScope',
    tags: TAGS,
    summary: 'Vouch for the owner of a scope',
    params: SCOPE_PARAMS,
    body: Type.Object({ note: text(500) }, { additionalProperties: false }),
    response: { 200: SCOPE_INFO },
  },
} as const satisfies Operation

/** Marks a scope as official. */
export const SET_OFFICIAL = {
  method: 'PUT',
  url: '/v1/scopes/:scope/official',
  config: { needs: 'admin' },
  schema: {
    operationId: 'setOfficial',
    tags: TAGS,
    summary: 'Mark a scope as official, or not',
    params: SCOPE_PARAMS,
    body: Type.Object({ official: Type.Boolean() }, { additionalProperties: false }),
    response: { 200: SCOPE_INFO },
  },
} as const satisfies Operation
