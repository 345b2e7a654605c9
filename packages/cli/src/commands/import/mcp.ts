import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ContractComparison, counted, SkillError } from '@skillwright/contract'
import type { ForeignServer, ImportedServer } from '@skillwright/mcp'
import { readSkill, writeSkill } from '@skillwright/skill'
import type { Command } from 'commander'
import { findingLines } from '../../finding-lines.ts'
import { printChanges } from '../../print-changes.ts'
import { readDocument } from '../../read-document.ts'
import { readEnvironment } from '../../read-environment.ts'
import { readSeconds } from '../../read-seconds.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface ImportMcpFlags {
  readonly url?: string
  readonly from?: string
  readonly credential?: string
  readonly timeout: number
  readonly out: string
  readonly check?: boolean
  readonly update?: boolean
  readonly json?: boolean
}

/** `import mcp`: the tools of a foreign MCP server as a skill. */
export function importMcpCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<id>', 'kebab-case id of the skill; also the name of its folder')
    .argument('[program...]', 'behind --: what starts the server')
    .option('--url <url>', 'the address of the server, when it is one over HTTP')
    .option('--from <file>', 'a server.json, or settings with mcpServers such as .mcp.json, that name the address')
    .option('-c, --credential <name>', 'the environment variable that holds its token')
    .option('-t, --timeout <seconds>', 'how long the server may take to answer', readSeconds, 30)
    .option('-o, --out <dir>', 'where to put its folder', '.')
    .option('--check', 'say what changed since it was imported, and write nothing')
    .option('--update', 'put it in the place of the one that was imported before')
    .option('--json', 'print folder, version, findings and changes as JSON')
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
      const before = flags.check || flags.update ? await contractBefore(dir) : undefined
      // Only loaded by this verb: the others start quickly.
      const { importServer, replaceSkill, statedUrl } = await import('@skillwright/mcp')
      const { from } = flags
      const url = flags.url ?? (from === undefined ? undefined : statedUrl(await readDocument(terminal, from), id))
      const imported = await importServer(serverOf(program, url), {
        id,
        timeoutMs: flags.timeout * 1_000,
        ...(flags.credential === undefined
          ? {}
          : { token: readEnvironment([flags.credential])[flags.credential] ?? '' }),
        ...(before === undefined ? {} : { before }),
      })
      const { comparison } = imported
      if (flags.check && comparison?.bump === 'major') terminal.exitCode = 1
      if (!flags.check) {
        refuseBlocked(id, imported)
        await (flags.update ? replaceSkill(dir, imported.files) : writeSkill(dir, imported.files))
      }
      report(terminal, dir, imported, flags)
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

async function contractBefore(dir: string) {
  const { contract } = existsSync(dir) ? await readSkill(dir) : { contract: undefined }
  if (contract !== undefined) return contract
  throw new SkillError('DATA_NOT_FOUND', `There is no skill in ${dir} that was imported before`, {
    hint: 'Leave out --check and --update the first time',
  })
}

/** What the scanner refuses in a skill of anyone's is refused here too. */
function refuseBlocked(id: string, { scan }: ImportedServer): void {
  if (scan.verdict !== 'block') return
  throw new SkillError('PERMISSION_DENIED', `${id} is not imported: what its server says would harm its user`, {
    findings: scan.findings,
  })
}

function report(
  terminal: Terminal,
  dir: string,
  { files, contract, version, findings, scan, comparison }: ImportedServer,
  { check, json }: ImportMcpFlags,
): void {
  if (json) {
    terminal.print(
      JSON.stringify({ dir, version, actions: [...contract.actions.keys()], findings, scan, comparison }, null, 2),
    )
    return
  }
  for (const line of findingLines([...findings, ...scan.findings])) terminal.note(line)
  if (comparison !== undefined) reportChanges(terminal, comparison, version)
  if (check) return
  const actions = [...contract.actions.keys()].map(visibleText).join(', ')
  terminal.print(`${paint('green', 'imported')} ${dir}: ${counted(files.size, 'file')}, ${actions}`)
  terminal.note(`Next:\n  $ skillwright run ${dir}`)
}

function reportChanges(terminal: Terminal, { bump, changes }: ContractComparison, version: string): void {
  terminal.print(`${paint('bold', bump)}  ${version}`)
  // Which of the tools it is about.
  printChanges(
    terminal,
    changes.map((change) => ({ ...change, path: visibleText(`${change.action ?? ''}${change.path}`) })),
  )
}
