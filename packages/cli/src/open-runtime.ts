import type { Approve, Runtime, TaskBoard } from '@skillwright/runtime'
import type { Command } from 'commander'
import { Option } from 'commander'
import { agreeToGrants } from './agree-to-grants.ts'
import { answerTask } from './answer-task.ts'
import { remoteSettings } from './remote-settings.ts'
import { repeatable } from './repeatable.ts'
import { paintNote, type Terminal } from './terminal.ts'

/** What a command says about how skills are run. */
export interface RuntimeFlags extends RemoteFlags {
  readonly unsafeNoSandbox?: boolean
  readonly yes?: boolean
}

/** `--unsafe-no-sandbox`, for every command that runs a skill. */
export function noSandboxOption(): Option {
  return new Option('--unsafe-no-sandbox', 'run it uncontained: it can then read and change whatever you can')
}

/** `--yes`, for every command that runs a skill. */
export function yesOption(): Option {
  return new Option('-y, --yes', 'let it use the files outside its own folder that it asks for, until it changes')
}

/** A runtime for one command. */
export interface OpenRuntime {
  readonly runtime: Runtime
}

/** Opens the runtime for a command; running uncontained is said loudly, every time. Tasks go to the terminal, or to the board that is given. */
export async function openRuntime(
  terminal: Terminal,
  { unsafeNoSandbox = false, yes = false, ...remote }: RuntimeFlags,
  { board }: { readonly board?: TaskBoard } = {},
): Promise<OpenRuntime> {
  // Only loaded by verbs that run something: the others start quickly.
  const { createRuntime, createTaskBoard, rememberedGrants } = await import('@skillwright/runtime')
  if (unsafeNoSandbox)
    terminal.note(`${paintNote('red', 'no sandbox')} the skill can read and change everything that you can`)
  const newBoard = () => {
    const own: TaskBoard = createTaskBoard({
      onTask: (task) => {
        answerTask(terminal, own, task).catch((thrown: unknown) => terminal.note(String(thrown)))
      },
    })
    return own
  }
  let approve: Approve | undefined
  const runtime = await createRuntime({
    contain: !unsafeNoSandbox,
    approve: (wanted) => {
      approve ??= rememberedGrants({ ask: (request) => agreeToGrants(terminal, request, { yes }) })
      return approve(wanted)
    },
    board: board ?? newBoard,
    remote: () => remoteSettings(remote),
  })
  return { runtime }
}

/** How a service is called. */
export interface RemoteFlags {
  readonly credential?: string
  readonly allow?: readonly string[]
}

/** Adds the options of every command that may call a service. */
export function addRemoteOptions(command: Command): Command {
  return command
    .option('-c, --credential <name>', 'the environment variable that holds the key, or the JSON of an OAuth client')
    .option(
      '--allow <host>',
      'a private host or address that may be called all the same; repeat for several',
      repeatable,
    )
}
