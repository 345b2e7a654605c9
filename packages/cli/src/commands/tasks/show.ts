import { READ_TASK, type TASK, type Wire } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `tasks show`: one task. */
export function showCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['tasks show 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41'])
    .argument('<task>', 'its id, from: skillwright tasks')
    .action(async (id: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const task = await client.call(READ_TASK, { params: { task: id } })
      printAnswer(terminal, flags, task, taskLines(task))
      if (task.ended_at === null)
        terminal.note(
          `done: skillwright tasks hand-in ${id} --param …; not to be done: skillwright tasks decline ${id} --reason …`,
        )
    })
}

function taskLines(task: Wire<typeof TASK>): string[] {
  const { name, action, status, assignee, caller, description, params, output, result, reason } = task
  return [
    `${paint('bold', visibleText(`${name} ${action}`))}  ${visibleText(`${status}${assignee === null ? '' : ` by ${assignee}`}, until ${shortTime(task.expires_at)}`)}`,
    visibleText(`  ${description}`),
    visibleText(`  asked by ${caller}: ${JSON.stringify(params)}`),
    visibleText(`  the result must fit ${JSON.stringify(output)}`),
    ...(result === null || result === undefined ? [] : [visibleText(`  handed in: ${JSON.stringify(result)}`)]),
    ...(reason === null ? [] : [visibleText(`  ${reason}`)]),
  ]
}
