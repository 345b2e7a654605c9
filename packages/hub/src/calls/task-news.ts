import { randomUUID } from 'node:crypto'
import { fullName } from '@skillwright/hub-api'
import type { JobTables } from '@skillwright/jobs'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import type { Row, Tables } from '../store/tables.ts'
import { checkWebhook, webhookSecret } from './webhooks.ts'

/** Sets where a scope is told of its tasks; null for nowhere. Gives the secret that the messages are signed with. */
export async function setTaskHook(
  hub: HubContext,
  principal: Principal,
  scope: string,
  url: string | null,
): Promise<{ readonly secret: string | null }> {
  await requireScopeRole(hub, principal, scope, 'owner')
  if (url !== null) checkWebhook(hub, url)
  await hub.db.transaction().execute(async (transaction) => {
    if (url === null) await transaction.deleteFrom('task_hooks').where('scope', '=', scope).execute()
    else
      await transaction
        .insertInto('task_hooks')
        .values({ scope, url })
        .onConflict((conflict) => conflict.column('scope').doUpdateSet({ url }))
        .execute()
    await recordAudit(transaction, {
      at: hub.clock(),
      actor: principal.person?.handle ?? '',
      action: 'scope.task-hook',
      subject: `@${scope}`,
      // Not all of the address, which may hold a secret.
      details: { origin: url === null ? null : new URL(url).origin },
    })
  })
  return { secret: url === null ? null : await webhookSecret(hub, hookPrincipal(scope)) }
}

/** Notes that a scope is to be told of a task, in the transaction that changes it. */
export async function queueTaskNews(
  hub: HubContext,
  transaction: Transaction<Tables>,
  type: 'task.created' | 'task.reminder',
  task: Pick<Row<'tasks'>, 'id' | 'scope' | 'skill' | 'action' | 'expires_at'> & { readonly assignee?: string | null },
): Promise<void> {
  const { id, scope, skill, action, assignee = null, expires_at } = task
  const hook = await transaction.selectFrom('task_hooks').select('url').where('scope', '=', scope).executeTakeFirst()
  if (hook === undefined) return
  const now = hub.clock()
  // Not what it is about, which may be secret: that is read with the id.
  const data = { task_id: id, name: fullName({ scope, name: skill }), action, assignee, expires_at: iso(expires_at) }
  await transaction
    .withTables<Pick<JobTables, keyof JobTables>>()
    .insertInto('webhook_deliveries')
    .values({
      id: `msg_${randomUUID()}`,
      run_id: id,
      principal: hookPrincipal(scope),
      url: hook.url,
      body: JSON.stringify({ type, timestamp: iso(now), data }),
      attempt: 0,
      next_at: now,
    })
    .execute()
}

const AT_ONCE = 100

/** Reminds scopes of tasks half of whose time is over and that have not ended. Several nodes may do so: each task is told of once. */
export async function remindOfTasks(hub: HubContext): Promise<void> {
  const due = await hub.db
    .selectFrom('tasks')
    .selectAll()
    .where('remind_at', '<=', hub.clock())
    .limit(AT_ONCE)
    .execute()
  for (const task of due)
    await hub.db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('tasks')
        .set({ remind_at: null })
        .where('id', '=', task.id)
        .where('remind_at', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await queueTaskNews(hub, transaction, 'task.reminder', task)
    })
}

function hookPrincipal(scope: string): string {
  return `scope @${scope}`
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
