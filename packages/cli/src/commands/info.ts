import { SkillError } from '@skillwright/contract'
import type { Command } from 'commander'
import { checkLogEntry } from '../hub/check-hub-log.ts'
import { columns } from '../hub/columns.ts'
import type { HubClient } from '../hub/hub-client.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import { readItems } from '../hub/read-items.ts'
import { shortTime } from '../hub/short-time.ts'
import { resolveReference, skillPath, versionPath } from '../hub/skill-reference.ts'
import { paintTier } from '../hub/tier.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface VersionInfo {
  readonly full_name: string
  readonly version: string
  readonly state: string
  readonly state_reason: string | null
  readonly tier: string
  readonly access: string
  readonly title?: string
  readonly description?: string
  readonly license?: string
  readonly tags?: readonly string[]
  readonly digest: string
  readonly deprecated: string | null
  readonly signed_by: string | null
  readonly published_by: string
  readonly published_at: string
  readonly log_index: number | null
  readonly asks_for?: readonly string[]
  readonly actions?: readonly { readonly name: string; readonly description?: string }[]
}

interface Evidence {
  readonly tier: string
  readonly evidence: readonly { readonly name: string; readonly met: boolean; readonly detail: string }[]
}

interface VersionSummary {
  readonly version: string
  readonly state: string
}

const SHOWN_VERSIONS = 10

/** `info`: everything a hub knows of a skill, checked against its log. */
export function infoCommand(terminal: Terminal): Command {
  return hubVerb('info', 'show a skill of a hub: what it does, what it may do, and why it is trusted', [
    'info web-research-summarizer',
    'info official/core-research@1.2.0',
    "info '@acme/web-search@^2'",
  ])
    .argument('<skill>', 'name, scope/name, or @scope/name@range')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const reference = await resolveReference(client, text)
      const [info, evidence, versions] = await Promise.all([
        client.ask<VersionInfo>(versionPath(reference)),
        client.ask<Evidence>(`${skillPath(reference)}/evidence`),
        readItems<VersionSummary>(client, `${skillPath(reference)}/versions`, { limit: SHOWN_VERSIONS }),
      ])
      await checkLogged(client, info)
      printAnswer(terminal, flags, { ...info, ...evidence, versions }, [
        ...factLines(info, versions),
        ...evidenceLines(evidence),
        '',
        `curl -L ${client.url}${versionPath(reference)}/package | tar xz`,
      ])
    })
}

/** What everybody can get must be in the log of the hub; what is private, or was never released, is not. */
async function checkLogged(client: HubClient, info: VersionInfo): Promise<void> {
  const { full_name: skill, version, digest, log_index: index } = info
  if (index !== null) await checkLogEntry(client, index, { type: 'publish', skill, version, digest })
  else if (info.access !== 'private' && (info.state === 'published' || info.state === 'yanked'))
    throw new SkillError('INTEGRITY_FAILED', `${skill} ${version} is given to everybody and is not in the log of the hub`, {
      hint: 'Do not use it, and tell the operator of the hub',
    })
}

function factLines(info: VersionInfo, versions: readonly VersionSummary[]): string[] {
  const facts: [string, string | null | undefined][] = [
    ['state', info.state === 'published' ? undefined : `${info.state}: ${info.state_reason ?? 'no reason was given'}`],
    ['deprecated', info.deprecated],
    ['access', info.access],
    ['licence', info.license],
    ['tags', info.tags?.join(', ')],
    ['versions', versions.map(({ version, state }) => (state === 'published' ? version : `${version} (${state})`)).join(', ')],
    ['published', `${shortTime(info.published_at)} by ${info.published_by}`],
    ['signed by', info.signed_by],
    ['digest', info.digest],
    ['log', info.log_index === null ? 'not in it, since nobody else can see it' : `entry ${info.log_index}, checked`],
  ]
  const { title = '', description = '', asks_for = [], actions = [] } = info
  return [
    `${paint('bold', visibleText(info.full_name))} ${visibleText(info.version)}  ${visibleText(title)}`,
    visibleText(description),
    '',
    ...columns(facts.flatMap(([name, value]) => (value ? [[name, value]] : []))),
    '',
    'it may:',
    ...(asks_for.length === 0 ? ['nothing beyond its own folder'] : asks_for).map((line) => `  ${visibleText(line)}`),
    ...(actions.length > 1 ? ['', 'actions:'] : []),
    ...(actions.length > 1 ? columns(actions.map(({ name, description: does = '' }) => [`  ${name}`, does])) : []),
  ]
}

function evidenceLines({ tier, evidence }: Evidence): string[] {
  const marks = evidence.map(({ met }) => (met ? paint('green', '✓') : paint('dim', '✗')))
  const lines = columns(evidence.map(({ name, detail }) => [name.replaceAll('-', ' '), detail]))
  return ['', `tier: ${paintTier(tier)}, by what the hub saw of its newest version:`, ...lines.map((line, i) => `  ${marks[i]} ${line}`)]
}
