import { SkillError } from '@skillwright/contract'
import { ASSIGN_TASK } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface AssignFlags extends HubVerbFlags {
  readonly nobody?: boolean
}

/** `tasks assign`: a task is given to another, or back to all. */
export function assignCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'tasks assign 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41 rosa',
    'tasks assign 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41 --nobody',
  ])
    .argument('<task>', 'its id, from: skillwright tasks')
    .argument('[handle]', 'the user who is to do it')
    .option('--nobody', 'give it back to all')
    .action(async (id: string, handle: string | undefined, { nobody = false, ...flags }: AssignFlags) => {
      if ((handle === undefined) !== nobody)
        throw new SkillError('INVALID_INPUT', 'Expected a user, or --nobody to give it back to all', {
          hint: `Write skillwright tasks assign ${id} <handle>`,
        })
      const client = await openHubClient(flags)
      const task = await client.call(ASSIGN_TASK, { params: { task: id }, body: { handle: handle ?? null } })
      const who = handle === undefined ? 'is open to all again' : `is for ${handle} now`
      printAnswer(terminal, flags, task, [visibleText(`${id} ${who}`)])
    })
}
