import { parseVersion, SkillError } from '@skillwright/contract'
import {
  type AnswerOf,
  type HubClient,
  PUBLISH_VERSION,
  READ_SKILL,
  type RequestOf,
  scopeOf,
  WHO_AM_I,
} from '@skillwright/hub-api'
import {
  openSigningKey,
  packageStatement,
  packFiles,
  type Skill,
  signStatement,
  statedVersion,
} from '@skillwright/skill'
import { type Command, Option } from 'commander'
import { ACCESS_MEANING } from '../hub/access-meaning.ts'
import { checkLogEntry, checkLogGrowth } from '../hub/check-hub-log.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import { outcomeLines } from '../hub/outcome-lines.ts'
import { showUpload } from '../hub/upload-progress.ts'
import { readPackage } from '../read-package.ts'
import type { Terminal } from '../terminal.ts'
import { untilInterrupted } from '../terminal.ts'

interface PublishFlags extends HubVerbFlags {
  readonly scope?: string
  readonly version?: string
  readonly access?: keyof typeof ACCESS_MEANING
  readonly key?: string
  readonly dryRun?: boolean
}

/** `publish`: packs a skill and gives it to a hub. */
export function publishCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'publish digest --dry-run',
    'publish digest --scope acme --key default',
    'publish pdf-reader --version 1.0.0',
    'publish digest-1.0.0.tgz --access private',
  ])
    .argument('<skill>', 'folder of a skill or of an agent with one skill, a script, or an archive')
    .option('--scope <scope>', 'publish as @scope/name (default: your handle)')
    .option('--version <version>', 'the version it gets, when its SKILL.md states none')
    .addOption(
      new Option('--access <access>', 'who may see it, when it is new (default: what it states, else public)').choices(
        Object.keys(ACCESS_MEANING),
      ),
    )
    .option('-k, --key <name>', 'sign it with this key of yours, such as default')
    .option('-n, --dry-run', 'show exactly what the hub would say, and publish nothing')
    .addHelpText(
      'after',
      '\nExit code 0 means published (or would be), 1 that it was refused, waits for review or is quarantined.',
    )
    .action(async (path: string, flags: PublishFlags) => {
      const { skill, files } = await readPackage(path)
      const { archive, digest } = await packFiles(files)
      const client = await openHubClient(flags)
      const scope = flags.scope === undefined ? await ownHandle(client) : scopeOf(flags.scope)
      const version = await versionOf(client, { scope, skill, path, asked: flags.version })
      await checkLogGrowth(client)
      const headers =
        flags.key === undefined ? {} : await signature(terminal, flags.key, { id: skill.id, version }, digest)
      const outcome = await send(client, {
        params: { scope, skill: skill.id, version },
        query: { digest, access: flags.access, dry_run: flags.dryRun },
        headers,
        body: archive,
      })
      if (outcome.log_index !== undefined)
        await checkLogEntry(client, outcome.log_index, { type: 'publish', skill: outcome.name, version, digest })
      terminal.exitCode = outcome.state === 'published' ? 0 : 1
      printAnswer(terminal, flags, outcome, outcomeLines(outcome))
    })
}

/** What SKILL.md states, else what was asked for: a package never says it is another version than the one it is published as. */
async function versionOf(
  client: HubClient,
  { scope, skill, path, asked }: { scope: string; skill: Skill; path: string; asked: string | undefined },
): Promise<string> {
  const stated = statedVersion(skill.version) ?? skill.version
  if (stated !== undefined && asked !== undefined && asked !== stated)
    throw new SkillError('INVALID_INPUT', `${path} states version ${stated}, and --version says ${asked}`, {
      hint: `Leave --version out, or change the version in its SKILL.md to ${asked}`,
    })
  const version = stated ?? asked
  if (version !== undefined) return version
  const latest = await latestVersion(client, { scope, skill: skill.id })
  const next = latest === undefined ? '1.0.0' : nextPatch(latest)
  throw new SkillError('MISSING_REQUIRED_PARAM', `${path} states no version`, {
    hint: `Give it ${latest === undefined ? 'its first one' : `the one after ${latest}`}: skillwright publish ${path} --version ${next}`,
  })
}

async function latestVersion(client: HubClient, params: { scope: string; skill: string }): Promise<string | undefined> {
  try {
    return (await client.call(READ_SKILL, { params })).latest ?? undefined
  } catch (thrown) {
    if (thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND') return undefined
    throw thrown
  }
}

function nextPatch(version: string): string {
  const { major, minor, patch } = parseVersion(version)
  return `${major}.${minor}.${patch + 1}`
}

async function ownHandle(client: HubClient): Promise<string> {
  const { handle } = await client.call(WHO_AM_I)
  if (handle !== null) return handle
  throw new SkillError('AUTHENTICATION_REQUIRED', `You are not signed in to ${client.url}`, {
    hint: `Sign in: skillwright login ${client.url}`,
  })
}

async function send(
  client: HubClient,
  request: RequestOf<typeof PUBLISH_VERSION>,
): Promise<AnswerOf<typeof PUBLISH_VERSION>> {
  using interruption = untilInterrupted()
  using upload = showUpload(`${request.params.skill} ${request.params.version}`)
  const { signal } = interruption
  const { onProgress } = upload
  // Awaited here, so that both are open while it runs.
  return await client.call(PUBLISH_VERSION, { ...request, signal, onProgress })
}

async function signature(
  terminal: Terminal,
  name: string,
  skill: Pick<Skill, 'id' | 'version'>,
  digest: string,
): Promise<Readonly<Record<string, string>>> {
  const { privateKey, publicKey, isNew } = await openSigningKey({ name })
  if (isNew) terminal.note(`made your key ${name}; from now on the hub expects your versions to be signed with it`)
  const envelope = signStatement(packageStatement(skill, digest), privateKey)
  const public_key = publicKey.export({ type: 'spki', format: 'pem' })
  return { 'skillwright-signature': Buffer.from(JSON.stringify({ envelope, public_key })).toString('base64') }
}
