import { isObject, SkillError } from '@skillwright/contract'
import { type HubClient, INVOKE_ACTION, INVOKE_SKILL, parseScoped, READ_RUN, REQUEUE_RUN } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { followToEnd, type RunInfo } from '../../hub/follow-to-end.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

interface RetryFlags extends HubVerbFlags {
  readonly detach?: boolean
  readonly debug?: boolean
}

/** `runs retry`: the same again. */
export function retryCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['runs retry 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41'])
    .argument('<run>', 'its id, from: skillwright runs')
    .option('--detach', 'print the id of the run, and do not wait for it')
    .option('--debug', 'show all it says')
    .addHelpText(
      'after',
      '\nA run that failed for good goes on under its id; of any other that has ended a new one is made.',
    )
    .action(async (id: string, { detach = false, ...flags }: RetryFlags) => {
      const client = await openHubClient(flags)
      const again = await runAgain(client, id)
      if (!detach) return followToEnd(terminal, client, again, flags)
      printAnswer(terminal, flags, again, [again.execution_id])
      terminal.note(`to follow it: skillwright runs logs ${again.execution_id}`)
    })
}

async function runAgain(client: HubClient, id: string): Promise<RunInfo> {
  const { is_dead, finished_at, name, version, request } = await client.call(READ_RUN, { params: { run: id } })
  if (is_dead) return client.call(REQUEUE_RUN, { params: { run: id } })
  if (finished_at === null)
    throw new SkillError('CONFLICT', `The run ${id} has not ended yet`, {
      hint: `Follow it: skillwright runs logs ${id}`,
    })
  const place = { ...parseScoped(name), version: version ?? 'latest' }
  const headers = { prefer: 'respond-async' }
  const { action, params } = request
  const run =
    typeof action === 'string'
      ? await client.call(INVOKE_ACTION, { params: { ...place, action }, headers, body: request })
      : await client.call(INVOKE_SKILL, { params: place, headers, body: isObject(params) ? params : {} })
  if ('execution_id' in run) return run
  throw new SkillError('EXTERNAL_SERVICE_ERROR', `${client.url} answered at once, though it was asked not to`)
}
