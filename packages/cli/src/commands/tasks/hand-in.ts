import { isObject, openSchema } from '@skillwright/contract'
import { HAND_IN_TASK, READ_TASK } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readDocument } from '../../read-document.ts'
import { collectParam, readParams } from '../../read-request.ts'
import { paint, type Terminal } from '../../terminal.ts'

interface HandInFlags extends HubVerbFlags {
  readonly param?: readonly string[]
  readonly input?: string
}

/** `tasks hand-in`: the result of a task. */
export function handInCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'tasks hand-in 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41 --param decision=approve --param approver=ann',
    'tasks hand-in 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41 --input result.json',
  ])
    .argument('<task>', 'its id, from: skillwright tasks')
    .option('-p, --param <name=value>', 'a field of the result; repeat for several', collectParam)
    .option('-i, --input <file>', 'the result as a JSON file, or - for stdin')
    .action(async (id: string, { param = [], input, ...flags }: HandInFlags) => {
      const client = await openHubClient(flags)
      const { output } = await client.call(READ_TASK, { params: { task: id } })
      const given = input === undefined ? {} : await readDocument(terminal, input)
      const schema = isObject(output) ? openSchema(output) : undefined
      const data =
        param.length === 0
          ? given
          : readParams(param, {
              given: isObject(given) ? given : {},
              judge: schema && ((params) => schema.check(params)),
            })
      const task = await client.call(HAND_IN_TASK, { params: { task: id }, body: { data } })
      printAnswer(terminal, flags, task, [`${paint('green', 'handed in')} ${id}`])
    })
}
