import { SkillError } from '@skillwright/contract'
import { createHubClient, WHO_AM_I } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { readKnownHubs } from '../hub/known-hubs.ts'
import { selectHub, tokenFromEnvironment } from '../hub/open-hub-client.ts'
import type { Terminal } from '../terminal.ts'

const PATIENCE_MS = 10_000

interface Membership {
  readonly hub: string
  readonly is_default: boolean
  readonly handle?: string | null
  readonly role?: string | null
  readonly scopes?: readonly string[]
  readonly bound_to?: string | null
  readonly problem?: string
}

/** `whoami`: the accounts you are signed in with. */
export function whoamiCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['whoami']).action(async (flags: HubVerbFlags) => {
    const { hubs } = await readKnownHubs()
    const selected = await selectHub(flags)
    const wanted = flags.hub === undefined ? [...new Set([...Object.keys(hubs), selected])] : [selected]
    const asked = wanted.map((url) => {
      const given = url === selected ? tokenFromEnvironment(url) : undefined
      return askHub(url, given ?? hubs[url]?.token, url === selected)
    })
    const rows = (await Promise.all(asked)).filter((row) => row !== undefined)
    if (rows.length === 0 && !flags.json)
      throw new SkillError('AUTHENTICATION_REQUIRED', 'You are not signed in', {
        hint: `Sign in: skillwright login ${selected}`,
      })
    printAnswer(terminal, flags, rows, columns(rows.map(cells)))
    terminal.exitCode = rows.some(({ handle }) => handle !== undefined) ? 0 : 1
  })
}

async function askHub(hub: string, token: string | undefined, is_default: boolean): Promise<Membership | undefined> {
  if (token === undefined) return undefined
  try {
    const me = await createHubClient({ url: hub, token }).call(WHO_AM_I, { timeoutMs: PATIENCE_MS })
    return { hub, is_default, handle: me.handle, role: me.role, scopes: me.scopes, bound_to: me.bound_to }
  } catch (error) {
    return { hub, is_default, problem: error instanceof Error ? error.message : String(error) }
  }
}

function cells({ hub, is_default, handle, role, scopes = [], bound_to = null, problem }: Membership): string[] {
  const where = bound_to === null ? '' : ` for ${bound_to} alone`
  const who = problem === undefined ? [`${handle}`, `${role}`, `may ${scopes.join(', ')}${where}`] : ['?', '?', problem]
  return [is_default ? '*' : ' ', hub, ...who]
}
