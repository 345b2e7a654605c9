import { type AnswerOf, type HubClient, SYNC_MIRROR } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { findMirror, type MirrorProblem } from '../../hub/mirrors.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'
import { untilInterrupted } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

const RUN_MS = 15 * 60_000

/** `mirror sync`: brings a mirror up to date now. */
export function syncCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['mirror sync https://hub.example.com'])
    .argument('<mirror>', 'its address, or id')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { id } = await findMirror(client, text)
      const report = await syncAll(terminal, client, id)
      const { published, held, changed, failed } = report
      if (failed.length > 0) terminal.exitCode = 1
      printAnswer(terminal, flags, report, [
        `${published} published, ${held} held for review, ${changed} changed, ${failed.length} not taken over`,
        ...failed.map(({ subject, code, message }) => `  ${visibleText(`${subject}: ${code}: ${message}`)}`),
      ])
    })
}

/** One run takes over a part; so many as it takes. */
async function syncAll(terminal: Terminal, client: HubClient, id: string): Promise<AnswerOf<typeof SYNC_MIRROR>> {
  using interruption = untilInterrupted()
  const total = { published: 0, held: 0, changed: 0, failed: [] as MirrorProblem[], done: false }
  while (!total.done) {
    const run = await client.call(SYNC_MIRROR, {
      params: { id },
      signal: interruption.signal,
      timeoutMs: RUN_MS,
    })
    total.published += run.published
    total.held += run.held
    total.changed += run.changed
    total.failed.push(...run.failed)
    total.done = run.done
    if (!run.done) terminal.note(`${total.published} published so far …`)
  }
  return total
}
