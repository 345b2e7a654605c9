import { Command } from 'commander'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import { exactReference, skillPath } from '../hub/skill-reference.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface JsonFlags extends HubFlags {
  readonly json?: boolean
}

interface Waiting {
  readonly name: string
  readonly version: string
  readonly state: string
  readonly reason: string | null
  readonly published_by: string
  readonly verdict: string
  readonly appeals: number
}

interface Report {
  readonly id: string
  readonly kind: string
  readonly skill: string
  readonly by: string
  readonly reason: string
  readonly state: string
}

/** `review`: what reviewers do, and how others reach them. */
export function reviewCommand(terminal: Terminal): Command {
  return new Command('review')
    .description('see what waits for review, decide about it, report and appeal')
    .addCommand(queueCommand(terminal))
    .addCommand(decideCommand(terminal, 'approve', 'release a version if it waits, and sign it off'))
    .addCommand(decideCommand(terminal, 'reject', 'take a version out of circulation'))
    .addCommand(verifyCommand(terminal))
    .addCommand(fileCommand(terminal, 'report', 'tell the reviewers that a skill is wrong'))
    .addCommand(fileCommand(terminal, 'appeal', 'ask for a decision about a skill of yours to be looked at again'))
    .addCommand(reportsCommand(terminal))
    .addCommand(resolveCommand(terminal))
}

function queueCommand(terminal: Terminal): Command {
  return new Command('queue')
    .description('what waits for a decision, the oldest first')
    .option('--json', 'print it as JSON')
    .addOption(hubOption())
    .action(async ({ json, ...flags }: JsonFlags) => {
      const answer = await (await openHubClient(flags)).ask<{ items: Waiting[] }>('/v1/review/queue')
      if (json) return terminal.print(JSON.stringify(answer, null, 2))
      if (answer.items.length === 0) terminal.print('nothing waits')
      for (const { name, version, state, reason, published_by, verdict, appeals } of answer.items) {
        terminal.print(`${name}@${version}  ${paint('yellow', state)}  scan ${verdict}  by ${published_by}`)
        if (reason !== null) terminal.print(`  ${visibleText(reason)}`)
        if (appeals > 0) terminal.print(`  ${appeals} open appeals`)
      }
    })
}

function decideCommand(terminal: Terminal, decision: 'approve' | 'reject', description: string): Command {
  return new Command(decision)
    .description(description)
    .argument('<skill>', '@scope/name@version')
    .requiredOption('-n, --note <text>', 'why; it is kept for ever')
    .option('--json', 'print the evidence as JSON')
    .addOption(hubOption())
    .action(async (text: string, { note, json, ...flags }: JsonFlags & { note: string }) => {
      const { scope, name, version } = exactReference(text)
      const answer = await (await openHubClient(flags)).ask<{ tier: string }>(
        `/v1/review/@${scope}/${name}/${version}`,
        {
          method: 'POST',
          json: { decision, note },
        },
      )
      if (json) return terminal.print(JSON.stringify(answer, null, 2))
      terminal.print(`${decision === 'approve' ? 'approved' : 'rejected'} ${text}; its tier is ${answer.tier}`)
    })
}

function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description('have the hub verify a version again')
    .argument('<skill>', '@scope/name@version')
    .addOption(hubOption())
    .action(async (text: string, flags: HubFlags) => {
      const { scope, name, version } = exactReference(text)
      await (await openHubClient(flags)).ask(`/v1/review/@${scope}/${name}/${version}/verify`, { method: 'POST' })
      terminal.print(`${text} waits for its verify run`)
    })
}

function fileCommand(terminal: Terminal, kind: 'report' | 'appeal', description: string): Command {
  return new Command(kind)
    .description(description)
    .argument('<skill>', '@scope/name@version')
    .requiredOption('-r, --reason <text>', 'what is wrong')
    .addOption(hubOption())
    .action(async (text: string, { reason, ...flags }: HubFlags & { reason: string }) => {
      const { version, ...skill } = exactReference(text)
      const client = await openHubClient(flags)
      const { id } = await client.ask<{ id: string }>(`${skillPath(skill)}/reports`, {
        method: 'POST',
        json: { kind, version, reason },
      })
      terminal.print(`filed ${id}`)
    })
}

function reportsCommand(terminal: Terminal): Command {
  return new Command('reports')
    .description('your reports and appeals; all of them for a reviewer')
    .option('--json', 'print them as JSON')
    .addOption(hubOption())
    .action(async ({ json, ...flags }: JsonFlags) => {
      const { items } = await (await openHubClient(flags)).ask<{ items: Report[] }>('/v1/reports')
      if (json) return terminal.print(JSON.stringify(items, null, 2))
      for (const { id, kind, skill, by, reason, state } of items)
        terminal.print(`${id}  ${kind} about ${skill} by ${by}: ${visibleText(reason)}  (${state})`)
    })
}

function resolveCommand(terminal: Terminal): Command {
  return new Command('resolve')
    .description('end a report or appeal')
    .argument('<id>', 'from: skillwright review reports')
    .requiredOption('-n, --note <text>', 'what was decided, and why')
    .option('--dismiss', 'it was not right (default: it was)')
    .addOption(hubOption())
    .action(async (id: string, { note, dismiss, ...flags }: HubFlags & { note: string; dismiss?: boolean }) => {
      const state = dismiss ? 'dismissed' : 'upheld'
      const json = { state, resolution: note }
      await (await openHubClient(flags)).ask(`/v1/reports/${encodeURIComponent(id)}/resolution`, {
        method: 'POST',
        json,
      })
      terminal.print(`${state} ${id}`)
    })
}
