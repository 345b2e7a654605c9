import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { ForeignServer } from '@skillwright/mcp'
import type { Command } from 'commander'
import { readDocument } from '../../read-document.ts'
import { readEnvironment } from '../../read-environment.ts'
import { readSeconds } from '../../read-seconds.ts'
import { repeatable } from '../../repeatable.ts'
import type { Terminal } from '../../terminal.ts'
import { addImportOptions, contractBefore, type ImportFlags, placeImport } from './place-import.ts'

interface ImportMcpFlags extends ImportFlags {
  readonly url?: string
  readonly from?: string
  readonly credential?: string
  readonly timeout: number
  readonly allow?: readonly string[]
}

/** `import mcp`: the tools of a foreign MCP server as a skill. */
export function importMcpCommand(command: Command, terminal: Terminal): Command {
  return addImportOptions(command)
    .argument('<id>', 'kebab-case id of the skill; also the name of its folder')
    .argument('[program...]', 'behind --: what starts the server')
    .option('--url <url>', 'the address of the server, when it is one over HTTP')
    .option('--from <file>', 'a server.json, or settings with mcpServers such as .mcp.json, that name the address')
    .option('-c, --credential <name>', 'the environment variable that holds its token')
    .option('--allow <host>', 'a private host at which the server may be; repeat for several', repeatable)
    .option('-t, --timeout <seconds>', 'how long the server may take to answer', readSeconds, 30)
    .addHelpText(
      'after',
      `
Each tool becomes an action of the skill, with the schemas that the server states. Its calls are then checked, repaired and
limited like those of any other skill, and its words are scanned. Exits with 1 when --check finds a change that breaks callers.

Examples:
  $ skillwright import mcp notes --out skills -- node notes-server.mjs
  $ skillwright import mcp weather --url https://weather.example.com/mcp --credential WEATHER_TOKEN
  $ skillwright import mcp weather --from server.json
  $ skillwright import mcp notes --out skills --check -- node notes-server.mjs`,
    )
    .action(async (id: string, program: readonly string[], flags: ImportMcpFlags) => {
      const dir = join(flags.out, id)
      const before = await contractBefore(dir, flags)
      // Only loaded by this verb: the others start quickly.
      const { importServer, statedUrl } = await import('@skillwright/mcp')
      const { from } = flags
      const url = flags.url ?? (from === undefined ? undefined : statedUrl(await readDocument(terminal, from), id))
      const imported = await importServer(serverOf(program, url), {
        id,
        timeoutMs: flags.timeout * 1_000,
        ...(flags.allow === undefined ? {} : { allow: flags.allow }),
        ...(flags.credential === undefined
          ? {}
          : { token: readEnvironment([flags.credential])[flags.credential] ?? '' }),
        ...(before === undefined ? {} : { before }),
      })
      await placeImport(terminal, dir, imported, flags)
    })
}

function serverOf([command, ...args]: readonly string[], url: string | undefined): ForeignServer {
  if ((command === undefined) === (url === undefined))
    throw new SkillError('INVALID_INPUT', 'Expected the program of the server behind --, or its address with --url', {
      hint: 'skillwright import mcp notes -- node notes-server.mjs',
    })
  if (url === undefined) return { command: command ?? '', args }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new SkillError(
      'INVALID_INPUT',
      `Expected an address such as https://example.com/mcp, got ${url.slice(0, 100)}`,
    )
  return { url }
}
