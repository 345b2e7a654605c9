import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { addRemoteOptions, noSandboxOption, openRuntime, type RuntimeFlags, yesOption } from '../open-runtime.ts'
import { type IndexFlags, openSkillIndex } from '../open-skill-index.ts'
import { ownVersion } from '../own-version.ts'
import { readEnvironment } from '../read-environment.ts'
import { repeatable } from '../repeatable.ts'
import { paint, type Terminal, untilInterrupted } from '../terminal.ts'

interface McpFlags extends Pick<IndexFlags, 'client'>, RuntimeFlags {
  readonly tools: 'auto' | 'each' | 'compact'
  readonly env?: readonly string[]
  readonly config?: string
  readonly write?: boolean
}

/** `mcp`: the skills of this machine for an MCP client. */
export function mcpCommand(command: Command, terminal: Terminal): Command {
  command
    .argument('[roots...]', 'folders of skills, the first wins (default: those of all clients)')
    .option('--client <id>', 'also the folders of this client, such as claude-code; repeat for several', repeatable)
    .addOption(
      new Option('--tools <how>', 'a tool for each action, or three to find, describe and run skills')
        .choices(['auto', 'each', 'compact'])
        .default('auto'),
    )
    .option('--config <client>', 'print what this client needs to start it, instead of starting it')
    .option('--write', 'put that into the settings of the client, and change nothing else of them')
  return addRemoteOptions(command)
    .option('-e, --env <name>', 'a variable that skills which declare it may see; repeat for several', repeatable)
    .addOption(yesOption())
    .addOption(noSandboxOption())
    .addHelpText(
      'after',
      `
It speaks MCP over stdin and stdout, and is started by a client. Above 40 skills the tools are find_skills, describe_skill and
run_skill, unless --tools each is given.

Examples:
  $ skillwright mcp skills
  $ skillwright mcp --config claude-desktop ~/skills
  $ skillwright mcp --config codex --write ~/skills
  $ claude mcp add skillwright -- skillwright mcp ~/skills`,
    )
    .action(async (roots: readonly string[], flags: McpFlags) => {
      if (flags.config !== undefined) return configure(terminal, flags.config, roots, flags)
      return serve(terminal, roots, flags)
    })
}

async function serve(terminal: Terminal, roots: readonly string[], flags: McpFlags): Promise<void> {
  // Only loaded by this verb: the others start quickly.
  const { createAnswerBoard, openFolderCatalog, serveSkills } = await import('@skillwright/mcp')
  using interruption = untilInterrupted()
  const { tools, client, env = [], ...runtimeFlags } = flags
  const where = {
    cache: true,
    ...(roots.length === 0 ? {} : { root: roots }),
    ...(client === undefined ? {} : { client }),
  }
  await using index = await openSkillIndex(where, { watch: true })
  const board = createAnswerBoard()
  const { runtime } = await openRuntime(terminal, runtimeFlags, { board })
  await using _ = runtime
  using catalog = openFolderCatalog({ index, runtime, board, env: readEnvironment(env) })
  await serveSkills({
    catalog,
    version: ownVersion(),
    compact: tools === 'auto' ? tools : tools === 'compact',
    signal: interruption.signal,
    onError: (error) => terminal.note(error.message),
  })
}

async function configure(
  terminal: Terminal,
  client: string,
  roots: readonly string[],
  { write = false, tools, client: clients = [], env = [], yes, unsafeNoSandbox, credential, allow = [] }: McpFlags,
): Promise<void> {
  const { clientConfig } = await import('@skillwright/mcp')
  const words = [
    'mcp',
    ...roots.map((root) => resolve(root)),
    ...clients.flatMap((id) => ['--client', id]),
    ...(tools === 'auto' ? [] : ['--tools', tools]),
    ...env.flatMap((name) => ['--env', name]),
    ...(credential === undefined ? [] : ['--credential', credential]),
    ...allow.flatMap((host) => ['--allow', host]),
    ...(yes ? ['--yes'] : []),
    ...(unsafeNoSandbox ? ['--unsafe-no-sandbox'] : []),
  ]
  // By their full paths: a program of the desktop has not the PATH of your shell.
  const args = [...process.execArgv, ...process.argv.slice(1, 2), ...words]
  const { home, cwd, platform } = { home: homedir(), cwd: process.cwd(), platform: process.platform }
  const config = clientConfig(client, { command: process.execPath, args }, { home, cwd, platform, env: process.env })
  if (!write) {
    terminal.print(config.text.trimEnd())
    terminal.note(`${config.client.name} reads it from ${config.file}; --write puts it there`)
    return
  }
  const outcome = config.write()
  terminal.print(`${paint('green', outcome)} ${config.file}`)
  if (outcome !== 'unchanged') terminal.note(`Start ${config.client.name} again to see the skills`)
}
