import {
  ASSIGN_TASK,
  CLAIM_TASK,
  DECLINE_TASK,
  fullName,
  HAND_IN_TASK,
  LIST_TASKS,
  READ_TASK,
  READ_WEBHOOK_SECRET,
  SET_TASK_HOOK,
  scopeOf,
  type TASK,
  type Wire,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { isoTime } from '../people/tokens.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import type { Row } from '../store/tables.ts'
import { callPrincipal } from './call-principal.ts'
import { setTaskHook } from './task-news.ts'
import { assignTask, claimTask, declineTask, findTask, handInTask, listTasks } from './tasks.ts'
import { webhookSecret } from './webhooks.ts'

/** Tasks for people and agents, over HTTP. */
export function taskRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...LIST_TASKS,
    handler: async ({ principal, query }) => {
      const { items, ...rest } = await listTasks(hub, principal, query)
      return { items: items.map(taskDocument), ...rest }
    },
  })
  app.route({
    ...SET_TASK_HOOK,
    handler: ({ principal, params, body }) => setTaskHook(hub, principal, scopeOf(params.scope), body.url),
  })
  app.route({
    ...READ_WEBHOOK_SECRET,
    handler: async ({ principal, ip }) => ({ secret: await webhookSecret(hub, callPrincipal(principal, ip)) }),
  })
  app.route({
    ...READ_TASK,
    handler: async ({ principal, params }) => taskDocument(await findTask(hub, principal, params.task)),
  })
  app.route({
    ...CLAIM_TASK,
    handler: async ({ principal, params }) => taskDocument(await claimTask(hub, principal, params.task)),
  })
  app.route({
    ...ASSIGN_TASK,
    handler: async ({ principal, params, body }) =>
      taskDocument(await assignTask(hub, principal, params.task, body.handle)),
  })
  app.route({
    ...HAND_IN_TASK,
    handler: async ({ principal, params, body }) =>
      taskDocument(await handInTask(hub, principal, params.task, body.data)),
  })
  app.route({
    ...DECLINE_TASK,
    handler: async ({ principal, params, body }) =>
      taskDocument(await declineTask(hub, principal, params.task, body.reason)),
  })
}

function taskDocument(row: Row<'tasks'>): Wire<typeof TASK> {
  const { scope, skill, state, params, output, result } = row
  return {
    id: row.id,
    status: state,
    name: fullName({ scope, name: skill }),
    scope,
    skill,
    action: row.action,
    description: row.description,
    params: JSON.parse(params),
    output: JSON.parse(output),
    caller: row.caller,
    assignee: row.assignee,
    result: result === null ? null : JSON.parse(result),
    reason: row.reason,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
    ended_at: isoTime(row.ended_at),
  }
}
