import * as Type from 'typebox'
import { HANDLE } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { oneOf, TIME, text } from './text.ts'

const TAGS = ['people'] as const

/** The role of a user at the hub. */
export const ROLE = oneOf(['member', 'reviewer', 'admin'])

/** A secret chosen by a user: any characters, because it is never stored. */
export const PASSWORD = Type.String({ maxLength: 500 })

/** An account as it is shown. */
export const DISPLAY_NAME = text(200)

/** A person as an administrator sees them. */
export const PERSON = Type.Object(
  {
    handle: Type.String(),
    kind: oneOf(['person', 'organisation']),
    display_name: Type.String(),
    role: ROLE,
    disabled: Type.Boolean(),
    created_at: TIME,
  },
  { title: 'Person' },
)

/** What an administrator changes about an account. */
export const PERSON_CHANGE = Type.Object(
  {
    role: Type.Optional(ROLE),
    disabled: Type.Optional(Type.Boolean()),
    password: Type.Optional(PASSWORD),
  },
  { title: 'PersonChange', additionalProperties: false, minProperties: 1 },
)

/** Lists people. */
export const LIST_PEOPLE = {
  method: 'GET',
  url: '/v1/people',
  config: { needs: 'admin' },
  schema: {
    operationId: 'listPeople',
    tags: TAGS,
    summary: 'All users and organisations, by handle',
    querystring: pageQuery({}),
    response: { 200: pageOf(PERSON) },
  },
} as const satisfies Operation

/** Makes an account. */
export const CREATE_PERSON = {
  method: 'POST',
  url: '/v1/people',
  config: { needs: ['admin', 'account'] },
  schema: {
    operationId: 'createPerson',
    tags: TAGS,
    summary: 'Make an account for a user',
    body: Type.Object(
      {
        handle: HANDLE,
        display_name: Type.Optional(DISPLAY_NAME),
        email: Type.Optional(text(200)),
        password: Type.Optional(PASSWORD),
        role: Type.Optional(ROLE),
      },
      { additionalProperties: false },
    ),
    response: { 201: Type.Object({ handle: Type.String(), role: ROLE }, { description: 'The account.' }) },
  },
} as const satisfies Operation

/** Changes an account. */
export const CHANGE_PERSON = {
  method: 'PATCH',
  url: '/v1/people/:handle',
  config: { needs: ['admin', 'account'] },
  schema: {
    operationId: 'changePerson',
    tags: TAGS,
    summary: 'Change the role, state or password of a user',
    params: Type.Object({ handle: HANDLE }),
    body: PERSON_CHANGE,
    response: { 204: DONE },
  },
} as const satisfies Operation
