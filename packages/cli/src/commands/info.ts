import { SkillError } from '@skillwright/contract'
import {
  type AnswerOf,
  type HubClient,
  installLine,
  LIST_VERSIONS,
  READ_EVIDENCE,
  READ_SKILL,
  READ_VERIFICATION,
  READ_VERSION,
} from '@skillwright/hub-api'
import type { Command } from 'commander'
import { checkLogEntry } from '../hub/check-hub-log.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import { resolveReference } from '../hub/resolve-reference.ts'
import { type SkillInfo, skillInfoLines } from '../hub/skill-info.ts'
import { takeItems } from '../hub/take-items.ts'
import type { Terminal } from '../terminal.ts'

const SHOWN_VERSIONS = 10

/** `info`: everything a hub knows of a skill, checked against its log. */
export function infoCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'info web-research-summarizer',
    'info official/core-research@1.2.0',
    "info '@acme/web-search@^2'",
  ])
    .argument('<skill>', 'name, scope/name, or @scope/name@range')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const params = await resolveReference(client, text)
      const [version, { tier, evidence }, skill, versions, verification] = await Promise.all([
        client.call(READ_VERSION, { params }),
        client.call(READ_EVIDENCE, { params }),
        client.call(READ_SKILL, { params }),
        takeItems(client.list(LIST_VERSIONS, { params, query: { limit: SHOWN_VERSIONS } }), SHOWN_VERSIONS),
        client.call(READ_VERIFICATION, { params }),
      ])
      await checkLogged(client, version)
      const { downloads } = skill
      const info: SkillInfo = {
        ...version,
        deprecated: version.deprecated ?? skill.deprecated,
        downloads,
        tier,
        evidence,
        versions,
        verification,
      }
      printAnswer(terminal, flags, info, [
        ...skillInfoLines(info),
        '',
        `skillwright install @${params.scope}/${params.skill}`,
        ...(info.access === 'public' ? [installLine(client.url, { ...params, name: params.skill })] : []),
      ])
    })
}

/** A version available to everyone must be in the log of the hub; one that is private, or was never released, is not. */
async function checkLogged(client: HubClient, info: AnswerOf<typeof READ_VERSION>): Promise<void> {
  const { name: skill, version, digest, log_index: index } = info
  if (index !== null) return checkLogEntry(client, index, { type: 'publish', skill, version, digest })
  if (info.access === 'private' || (info.state !== 'published' && info.state !== 'yanked')) return
  throw new SkillError(
    'INTEGRITY_FAILED',
    `${skill} ${version} is available to everyone, and the log of the hub lacks it`,
    {
      hint: 'Do not use it, and tell the operator of the hub',
    },
  )
}
