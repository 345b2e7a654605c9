import { READ_RUN } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortDuration } from '../../hub/run-lines.ts'
import { shortTime } from '../../hub/short-time.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `runs show`: one run. */
export function showCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['runs show 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41'])
    .argument('<run>', 'its id, from: skillwright runs')
    .action(async (id: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const run = await client.call(READ_RUN, { params: { run: id } })
      const { name, version, status, caller, via, attempt, created_at, duration_ms, progress, message } = run
      const { data, errors = [] } = run.response ?? {}
      printAnswer(terminal, flags, run, [
        `${paint('bold', visibleText(`${name}@${version ?? 'latest'}`))}  ${status}${run.is_dead ? ', dead' : ''}`,
        visibleText(`  by ${caller} via ${via} at ${shortTime(created_at)}, attempt ${attempt}`),
        ...(duration_ms === null ? [] : [`  took ${shortDuration(duration_ms)}`]),
        ...(progress === undefined
          ? []
          : [visibleText(`  ${Math.round(progress * 100)} % ${message ?? ''}`.trimEnd())]),
        visibleText(`  asked ${JSON.stringify(run.request)}`),
        ...errors.map((error) => `  ${paint('red', visibleText(error.code))}: ${visibleText(error.message)}`),
        ...(data === undefined ? [] : [visibleText(`  answered ${JSON.stringify(data)}`)]),
      ])
      if (run.is_dead) terminal.note(`again: skillwright jobs requeue ${id}; not again: skillwright jobs discard ${id}`)
      else if (run.finished_at === null) terminal.note(`to follow it: skillwright runs logs ${id}`)
    })
}
