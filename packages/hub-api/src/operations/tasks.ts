import * as Type from 'typebox'
import { HANDLE, SCOPE_PARAMS, SKILL_NAME } from './names.ts'
import type { Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { oneOf, orNull, TIME, text } from './text.ts'

const TAGS = ['tasks'] as const
const INVOKE = { needs: 'invoke' } as const

const TASK_STATE = oneOf(['open', 'claimed', 'done', 'declined', 'cancelled', 'expired'])
const PARAMS = Type.Object({
  task: Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w-]+$', description: 'Its id.' }),
})

/** Work for a person or another agent. */
export const TASK = Type.Object(
  {
    id: Type.String({ description: 'That of the run which waits for it.' }),
    status: TASK_STATE,
    ...SKILL_NAME,
    action: Type.String(),
    description: Type.String({ description: 'What to do.' }),
    params: Type.Unknown({ description: 'What it is about, as the input schema of the action says.' }),
    output: Type.Unknown({ description: 'The JSON Schema of the result.' }),
    caller: Type.String({ description: 'On whose behalf.' }),
    assignee: orNull(Type.String({ description: 'Who works on it.' })),
    result: Type.Unknown({ description: 'Once it is done; null before.' }),
    reason: orNull(Type.String({ description: 'Why it was declined or called off.' })),
    created_at: TIME,
    expires_at: TIME,
    ended_at: orNull(TIME),
  },
  { title: 'Task', description: 'The task as it stands.' },
)

/** Sets where a scope is told of its tasks. */
export const SET_TASK_HOOK = {
  method: 'PUT',
  url: '/v1/scopes/:scope/task-hook',
  config: { needs: 'account' },
  schema: {
    operationId: 'setTaskHook',
    tags: TAGS,
    summary: 'Have a scope told of new tasks and reminded of those that wait, by signed messages',
    params: SCOPE_PARAMS,
    body: Type.Object(
      { url: orNull(text(2_000, { description: 'Where to; null for nowhere.' })) },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        { secret: orNull(Type.String({ description: 'What the messages are signed with (Standard Webhooks).' })) },
        { description: 'It is set.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads the secret of one's own webhooks. */
export const READ_WEBHOOK_SECRET = {
  method: 'GET',
  url: '/v1/webhook-secret',
  config: { needs: 'account' },
  schema: {
    operationId: 'readWebhookSecret',
    tags: TAGS,
    summary: 'What messages about your own runs are signed with',
    response: { 200: Type.Object({ secret: Type.String() }, { description: 'The secret.' }) },
  },
} as const satisfies Operation

/** Lists tasks. */
export const LIST_TASKS = {
  method: 'GET',
  url: '/v1/tasks',
  config: INVOKE,
  schema: {
    operationId: 'listTasks',
    tags: TAGS,
    summary: 'The tasks that you may do, the oldest first; without a status those that wait',
    querystring: pageQuery({
      status: Type.Optional(TASK_STATE),
      skill: Type.Optional(Type.String({ maxLength: 140, description: 'Of this skill: @scope/skill.' })),
      mine: Type.Optional(Type.Boolean({ description: 'Those that you work on.' })),
    }),
    response: { 200: pageOf(TASK) },
  },
} as const satisfies Operation

/** Reads a task. */
export const READ_TASK = {
  method: 'GET',
  url: '/v1/tasks/:task',
  config: INVOKE,
  schema: { operationId: 'readTask', tags: TAGS, summary: 'A task', params: PARAMS, response: { 200: TASK } },
} as const satisfies Operation

/** Takes a task on. */
export const CLAIM_TASK = {
  method: 'POST',
  url: '/v1/tasks/:task/claim',
  config: INVOKE,
  schema: {
    operationId: 'claimTask',
    tags: TAGS,
    summary: 'Take a task on; others leave it to you',
    params: PARAMS,
    response: { 200: TASK },
  },
} as const satisfies Operation

/** Assigns a task. */
export const ASSIGN_TASK = {
  method: 'POST',
  url: '/v1/tasks/:task/assign',
  config: INVOKE,
  schema: {
    operationId: 'assignTask',
    tags: TAGS,
    summary: 'Assign a task, or give it back to all',
    params: PARAMS,
    body: Type.Object({ handle: orNull(HANDLE) }, { additionalProperties: false }),
    response: { 200: TASK },
  },
} as const satisfies Operation

/** Hands in a result. */
export const HAND_IN_TASK = {
  method: 'POST',
  url: '/v1/tasks/:task/result',
  config: INVOKE,
  schema: {
    operationId: 'handInTask',
    tags: TAGS,
    summary: 'Hand in the result of a task, which must fit its output schema',
    params: PARAMS,
    body: Type.Object(
      { data: Type.Unknown({ description: 'What the output schema of the task says.' }) },
      { additionalProperties: false },
    ),
    response: { 200: TASK },
  },
} as const satisfies Operation

/** Declines a task. */
export const DECLINE_TASK = {
  method: 'POST',
  url: '/v1/tasks/:task/decline',
  config: INVOKE,
  schema: {
    operationId: 'declineTask',
    tags: TAGS,
    summary: 'Decline a task: the call fails with your reason',
    params: PARAMS,
    body: Type.Object({ reason: text(1_000) }, { additionalProperties: false }),
    response: { 200: TASK },
  },
} as const satisfies Operation
