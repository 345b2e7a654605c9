import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { SkillError } from '@skillwright/contract'
import { keyFolder, openSigningKey, packageStatement, packSkill, readSkill, signStatement } from '@skillwright/skill'
import { Command, Option } from 'commander'
import { findingLines } from '../finding-lines.ts'
import { checkHubLog } from '../hub/check-hub-log.ts'
import type { HubClient } from '../hub/hub-client.ts'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import { versionPath } from '../hub/skill-reference.ts'
import { showProgress } from '../progress.ts'
import { paint, type Terminal } from '../terminal.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { visibleText } from '../visible-text.ts'

interface PublishFlags extends HubFlags {
  readonly scope?: string
  readonly access?: string
  readonly key?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** What a hub says of a package. */
interface Outcome {
  readonly name: string
  readonly version: string
  readonly state: 'pending' | 'published' | 'quarantined' | 'yanked'
  readonly reasons: readonly string[]
  readonly findings: readonly Finding[]
  readonly scan: { readonly verdict: string; readonly findings: readonly Finding[] }
  readonly comparison: { readonly bump?: string; readonly previous?: string } | null
  readonly digest: string
  readonly log_index?: number
  readonly dry_run: boolean
}

/** `publish`: packs a skill and gives it to a hub. */
export function publishCommand(terminal: Terminal): Command {
  return new Command('publish')
    .description('publish a skill to a hub, which repeats every check')
    .argument('<skill>', 'skill folder')
    .option('--scope <scope>', 'publish as @scope/name (default: your handle)')
    .addOption(
      new Option('--access <access>', 'who may see it, when it is new').choices(['public', 'restricted', 'private']),
    )
    .option('-k, --key <name>', 'sign it with this key of yours (see: skillwright sign)')
    .option('-n, --dry-run', 'show exactly what the hub would say, and publish nothing')
    .option('--json', 'print the answer of the hub as JSON')
    .addOption(hubOption())
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright publish digest --dry-run
  $ skillwright publish digest --scope acme --key default

Exit code 0 means published (or would be), 1 that it was refused or waits for review.`,
    )
    .action(async (path: string, flags: PublishFlags) => {
      const skill = await readSkill(path)
      const version = skill.version
      if (version === undefined)
        throw new SkillError('INVALID_INPUT', `${path} states no version`, {
          hint: 'Add version: 1.0.0 to its SKILL.md',
        })
      const { archive, digest } = await packSkill(path)
      const client = await openHubClient(flags)
      const scope = flags.scope?.replace(/^@/, '') ?? (await ownHandle(client))
      using interruption = untilInterrupted()
      const outcome = await client.ask<Outcome>(
        `${versionPath({ scope, name: skill.id, version })}?${query(flags, digest)}`,
        {
          method: 'PUT',
          bytes: archive,
          signal: interruption.signal,
          headers: flags.key === undefined ? {} : await signature(flags.key, skill, digest),
          onProgress: (sent, total) => showProgress('uploading kB', Math.floor(sent / 1000), Math.floor(total / 1000)),
        },
      )
      if (outcome.log_index !== undefined)
        await checkHubLog(client, outcome.log_index, { skill: outcome.name, version, digest: outcome.digest })
      terminal.exitCode = outcome.state === 'published' ? 0 : 1
      if (flags.json) return terminal.print(JSON.stringify(outcome, null, 2))
      for (const line of outcomeLines(outcome, client.url)) terminal.print(line)
    })
}

async function ownHandle(client: HubClient): Promise<string> {
  const { handle } = await client.ask<{ handle: string | null }>('/v1/whoami')
  if (handle !== null) return handle
  throw new SkillError('AUTHENTICATION_REQUIRED', `You are not signed in to ${client.url}`, {
    hint: `Sign in first: skillwright login ${client.url}`,
  })
}

function query({ access, dryRun }: PublishFlags, digest: string): URLSearchParams {
  return new URLSearchParams({
    digest,
    ...(access === undefined ? {} : { access }),
    ...(dryRun ? { dry_run: 'true' } : {}),
  })
}

async function signature(
  name: string,
  skill: Parameters<typeof packageStatement>[0],
  digest: string,
): Promise<Record<string, string>> {
  const key = await openSigningKey({ name })
  const envelope = signStatement(packageStatement(skill, digest), key.privateKey)
  const public_key = await readFile(join(keyFolder(), `${name}.pub.pem`), 'utf8')
  return { 'skillwright-signature': Buffer.from(JSON.stringify({ envelope, public_key })).toString('base64') }
}

const STATE_COLOUR = { published: 'green', pending: 'yellow', quarantined: 'red', yanked: 'yellow' } as const

function outcomeLines(outcome: Outcome, url: string): string[] {
  const { name, version, state, reasons, findings, scan, comparison, digest, log_index, dry_run } = outcome
  const word = dry_run ? `would be ${state}` : state
  return [
    `${paint(STATE_COLOUR[state], word)} ${name}@${version}  ${digest}`,
    ...reasons.map((reason) => `  because: ${visibleText(reason)}`),
    ...(comparison?.bump === undefined
      ? []
      : [`  compared with ${comparison.previous ?? 'the version before'}: ${comparison.bump}`]),
    ...findingLines([...findings, ...(scan.verdict === 'pass' ? [] : scan.findings)], { paint }).map(
      (line) => `  ${line}`,
    ),
    ...(log_index === undefined ? [] : [`  in the log of the hub at ${log_index}, checked`]),
    ...(dry_run ? ['  nothing was published'] : [`  ${url}/v1/skills/${name}`]),
  ]
}
