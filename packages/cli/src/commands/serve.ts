import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { logStream } from '../hub/log-lines.ts'
import { untilAborted } from '../hub/until-aborted.ts'
import { addRemoteOptions, type RemoteFlags } from '../open-runtime.ts'
import { remoteSettings } from '../remote-settings.ts'
import { hostFacts, serveFolder } from '../serve/serve-place.ts'
import { paint, type Terminal, untilInterrupted } from '../terminal.ts'

interface ServeFlags extends RemoteFlags {
  readonly port?: number
  readonly json?: boolean
}

/** `serve`: the calls of a hub for folders of this machine. */
export function serveCommand(command: Command, terminal: Terminal): Command {
  command.argument('[roots...]', 'folders of skills or agents (default: skills, agents and .claude/skills here)')
  return addRemoteOptions(command)
    .option('-p, --port <port>', 'also listen on this port of 127.0.0.1; 0 takes any free one', readPort)
    .option('--json', 'print where it listens as one line of JSON')
    .addHelpText(
      'after',
      `
Skills are read from their folders as they are at each call; nothing is published. \`skillwright run\` lets it run what it serves,
which spares the start of processes. Jobs of agents (agent.yaml) are run when they are due. Only you can call: over a socket that
is yours, and over the port with the token in the file that is named.

Examples:
  $ skillwright serve
  $ skillwright serve skills agents/dev_efficiency_analyst --port 7272
  $ curl -H "Authorization: Bearer $(cat ~/.local/state/skillwright/serve/token)" \\
      http://127.0.0.1:7272/.well-known/skill-descriptors`,
    )
    .action((roots: readonly string[], flags: ServeFlags) => runServe(terminal, roots, flags))
}

const USUAL = ['skills', 'agents', '.claude/skills']

async function runServe(
  terminal: Terminal,
  named: readonly string[],
  { port, json, ...remote }: ServeFlags,
): Promise<void> {
  const here = USUAL.filter((path) => existsSync(path))
  const roots = named.length > 0 ? named : here.length > 0 ? here : ['.']
  // The server is only loaded by the verb that runs it: the others start quickly.
  const { startServe } = await import('@skillwright/hub')
  using interruption = untilInterrupted()
  await using serve = await startServe({
    roots,
    dir: serveFolder(),
    host: hostFacts(),
    ...(port === undefined ? {} : { port }),
    remote: () => remoteSettings(remote),
    logTo: logStream(),
  })
  const { socket, loopback, folders } = serve
  const names = folders.skills.map(({ scope, name }) => `@${scope}/${name}`)
  for (const left of folders.left) terminal.note(left)
  if (json)
    terminal.print(
      JSON.stringify({ socket, ...(loopback && { url: loopback.url, token_file: loopback.tokenFile }), skills: names }),
    )
  else {
    terminal.print(`${paint('green', 'serving')} ${names.length} skills of ${roots.join(', ')}: ${names.join(' ')}`)
    terminal.print(`socket ${socket}`)
    if (loopback) terminal.print(`${paint('bold', loopback.url)}, with the token in ${loopback.tokenFile}`)
    terminal.print('Ctrl-C stops it')
  }
  await untilAborted(interruption.signal)
  terminal.note('stopping; Ctrl-C again ends it at once')
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a port from 0 to 65535.')
}
