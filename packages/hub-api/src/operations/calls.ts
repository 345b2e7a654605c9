import * as Type from 'typebox'
import { SKILL_NAME, WANTED_PARAMS } from './names.ts'
import type { Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { RESPONSE } from './response.ts'
import { RUN } from './runs.ts'
import { ACCESS, CAPABILITY_TYPE } from './skill.ts'
import { orNull } from './text.ts'

const TAGS = ['calls'] as const

/** How a call is accounted for and answered; who may depends on the skill too. */
const CALL = { needs: 'invoke', rate: 'call', failsAs: 'response' } as const

const HEADERS = Type.Object({
  prefer: Type.Optional(
    Type.String({ maxLength: 200, description: 'respond-async answers 202 at once; wait=5 after five seconds.' }),
  ),
  'webhook-url': Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Told when the run has ended, by a signed message.' }),
  ),
  'idempotency-key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The same key is the same run, and its answer.' }),
  ),
})

const BODY = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
  description: 'Parameters alone, or a request: { "action": …, "params": { … }, "context": { … } }.',
})

const ANSWERS = { 200: RESPONSE, 202: RUN, 207: RESPONSE } as const

/** Calls a skill. */
export const INVOKE_SKILL = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/versions/:version/invoke',
  config: CALL,
  schema: {
    operationId: 'invokeSkill',
    tags: TAGS,
    summary: 'Call a skill',
    params: WANTED_PARAMS,
    headers: HEADERS,
    body: BODY,
    response: ANSWERS,
  },
} as const satisfies Operation

/** Calls one action of a skill. */
export const INVOKE_ACTION = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/versions/:version/actions/:action/invoke',
  config: CALL,
  schema: {
    operationId: 'invokeAction',
    tags: TAGS,
    summary: 'Call one action of a skill',
    params: Type.Object({ ...WANTED_PARAMS.properties, action: Type.String({ minLength: 1, maxLength: 100 }) }),
    headers: HEADERS,
    body: BODY,
    response: ANSWERS,
  },
} as const satisfies Operation

/** One thing that can be called here. */
export const CALLABLE = Type.Object(
  {
    ...SKILL_NAME,
    version: Type.String(),
    action: orNull(Type.String({ description: 'Null for the only one.' })),
    capability_type: CAPABILITY_TYPE,
    description: Type.String(),
    access: ACCESS,
    descriptor_url: Type.String(),
  },
  { title: 'Callable' },
)

/** Lists what can be called. */
export const LIST_DESCRIPTORS = {
  method: 'GET',
  url: '/.well-known/skill-descriptors',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'listDescriptors',
    tags: TAGS,
    summary: 'What can be called here, each with the address of its descriptor',
    description: 'A page may hold fewer items than asked for; the list ends where next_cursor is absent.',
    querystring: pageQuery({}),
    response: { 200: pageOf(CALLABLE) },
  },
} as const satisfies Operation
