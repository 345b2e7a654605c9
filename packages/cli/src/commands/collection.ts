import { SkillError } from '@skillwright/contract'
import { Command } from 'commander'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import { exactReference } from '../hub/skill-reference.ts'
import { readDocument } from '../read-document.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface JsonFlags extends HubFlags {
  readonly json?: boolean
}

interface CollectionInfo {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly skills: readonly {
    readonly name: string
    readonly range: string
    readonly version: string | null
    readonly problem?: string
  }[]
}

/** `collection`: named sets of skills. */
export function collectionCommand(terminal: Terminal): Command {
  return new Command('collection')
    .description('list, show and publish collections of skills')
    .addCommand(listCommand(terminal))
    .addCommand(infoCommand(terminal))
    .addCommand(publishCommand(terminal))
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('the collections of a hub')
    .option('--json', 'print them as JSON')
    .addOption(hubOption())
    .action(async ({ json, ...flags }: JsonFlags) => {
      const { items } = await (await openHubClient(flags)).ask<{ items: { name: string }[] }>(
        '/v1/collections?limit=100',
      )
      if (json) return terminal.print(JSON.stringify(items, null, 2))
      for (const { name } of items) terminal.print(name)
    })
}

function infoCommand(terminal: Terminal): Command {
  return new Command('info')
    .description('a collection, and which versions its skills resolve to now')
    .argument('<collection>', '@scope/name, with @range for another than the newest')
    .option('--json', 'print it as JSON')
    .addOption(hubOption())
    .action(async (text: string, { json, ...flags }: JsonFlags) => {
      const [, scope, name, range = 'latest'] = /^@?([^@/]+)\/([^@/]+)(?:@(.+))?$/.exec(text) ?? []
      if (scope === undefined || name === undefined)
        throw new SkillError('INVALID_INPUT', `Expected @scope/name, got ${JSON.stringify(text)}`)
      const client = await openHubClient(flags)
      const path = `/v1/collections/@${scope}/${name}?range=${encodeURIComponent(range)}`
      const info = await client.ask<CollectionInfo>(path)
      if (json) return terminal.print(JSON.stringify(info, null, 2))
      terminal.print(`${paint('bold', info.name)} ${info.version}  ${visibleText(info.description)}`)
      for (const { name: skill, range: wanted, version, problem } of info.skills)
        terminal.print(`  ${skill}@${wanted}  ${version ?? paint('yellow', problem ?? 'nothing')}`)
    })
}

function publishCommand(terminal: Terminal): Command {
  return new Command('publish')
    .description('publish a version of a collection')
    .argument('<collection>', '@scope/name@version')
    .argument('<manifest>', 'JSON file: {"description": "…", "skills": [{"name": "@scope/name", "range": "^1"}]}')
    .option('--json', 'print the answer of the hub as JSON')
    .addOption(hubOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright collection publish @acme/research-suite@1.0.0 research-suite.json',
    )
    .action(async (text: string, file: string, { json, ...flags }: JsonFlags) => {
      const { scope, name, version } = exactReference(text)
      const manifest = await readDocument(terminal, file)
      const client = await openHubClient(flags)
      const answer = await client.ask<{ digest: string }>(`/v1/collections/@${scope}/${name}/versions/${version}`, {
        method: 'PUT',
        json: manifest,
      })
      if (json) return terminal.print(JSON.stringify(answer, null, 2))
      terminal.print(`${paint('green', 'published')} the collection ${text}  ${answer.digest}`)
    })
}
