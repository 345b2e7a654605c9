import { describePermissions, type Permissions } from '@skillwright/skill'
import { Command } from 'commander'
import { checkHubLog } from '../hub/check-hub-log.ts'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import { resolveReference, skillPath, versionPath } from '../hub/skill-reference.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface VersionInfo {
  readonly full_name: string
  readonly version: string
  readonly state: string
  readonly tier: string
  readonly access: string
  readonly title?: string
  readonly description?: string
  readonly license?: string
  readonly author?: string
  readonly tags?: readonly string[]
  readonly digest: string
  readonly deprecated: string | null
  readonly signed_by: string | null
  readonly published_by: string
  readonly published_at: string
  readonly log_index: number | null
  readonly permissions?: Permissions
  readonly actions?: readonly { readonly name: string; readonly description?: string }[]
}

interface Evidence {
  readonly tier: string
  readonly evidence: readonly { readonly name: string; readonly met: boolean; readonly detail: string }[]
}

/** `info`: everything a hub knows of a skill, checked against its log. */
export function infoCommand(terminal: Terminal): Command {
  return new Command('info')
    .description('show a skill of a hub: what it does, what it may do, and why it is trusted')
    .argument('<skill>', 'name, scope/name, or @scope/name@range')
    .option('--json', 'print it as JSON')
    .addOption(hubOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright info web-research-summarizer\n  $ skillwright info official/core-research@1.2.0',
    )
    .action(async (text: string, { json, ...flags }: HubFlags & { json?: boolean }) => {
      const client = await openHubClient(flags)
      const reference = await resolveReference(client, text)
      const info = await client.ask<VersionInfo>(versionPath(reference))
      const evidence = await client.ask<Evidence>(`${skillPath(reference)}/evidence`)
      if (info.log_index !== null)
        await checkHubLog(client, info.log_index, { skill: info.full_name, version: info.version, digest: info.digest })
      if (json) return terminal.print(JSON.stringify({ ...info, ...evidence }, null, 2))
      for (const line of infoLines(info, evidence)) terminal.print(line)
      terminal.print('')
      terminal.print(`curl -L ${client.url}${versionPath(reference)}/package | tar xz`)
    })
}

function infoLines(info: VersionInfo, { tier, evidence }: Evidence): string[] {
  const facts: [string, string | null | undefined][] = [
    ['state', info.state === 'published' ? undefined : info.state],
    ['deprecated', info.deprecated],
    ['access', info.access],
    ['licence', info.license],
    ['tags', info.tags?.join(', ')],
    ['published', `${info.published_at} by ${info.published_by}`],
    ['signed by', info.signed_by],
    ['digest', info.digest],
    ['log', info.log_index === null ? undefined : `entry ${info.log_index}, checked`],
  ]
  return [
    `${paint('bold', info.full_name)} ${info.version}  ${visibleText(info.title ?? '')}`,
    visibleText(info.description ?? ''),
    '',
    ...facts.flatMap(([name, value]) => (value ? [`${name.padEnd(12)}${visibleText(value)}`] : [])),
    '',
    'may:',
    ...permissionLines(info.permissions),
    ...(info.actions?.length ? ['', 'actions:'] : []),
    ...(info.actions ?? []).map(({ name, description = '' }) => `  ${name}  ${visibleText(description)}`),
    '',
    `tier: ${tier}`,
    ...evidence.map(({ met, detail }) => `  ${met ? paint('green', '✓') : paint('dim', '-')} ${visibleText(detail)}`),
  ]
}

function permissionLines(permissions: Permissions | undefined): string[] {
  const lines = permissions === undefined ? [] : describePermissions(permissions)
  return lines.length === 0 ? ['  nothing beyond its own folder'] : lines.map((line) => `  ${visibleText(line)}`)
}
