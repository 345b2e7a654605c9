import { type Command, Option } from 'commander'
import { logStream } from '../hub/log-lines.ts'
import { untilAborted } from '../hub/until-aborted.ts'
import { paint, type Terminal, untilInterrupted } from '../terminal.ts'
import { addVerbs, type Verb } from '../verb.ts'

interface HubCommandFlags {
  readonly config?: string
  readonly port?: string
  readonly host?: string
  readonly dir?: string
  readonly publicUrl?: string
  readonly registration?: string
  readonly logLevel?: string
  readonly examples?: string
  readonly json?: boolean
}

const VERBS: readonly Verb[] = [
  {
    name: 'check',
    summary: 'check what a hub keeps: packages, digests, and the log',
    load: async () => (await import('./hub/check.ts')).checkCommand,
  },
  {
    name: 'backup',
    summary: 'copy everything a hub keeps into a folder, while it runs',
    load: async () => (await import('./hub/backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'make a hub of a backup, where there is none yet',
    load: async () => (await import('./hub/restore.ts')).restoreCommand,
  },
  {
    name: 'recover',
    summary: 'make a token for an administrator who has none left',
    load: async () => (await import('./hub/recover.ts')).recoverCommand,
  },
]

/** `hub`: runs the server until it is interrupted. */
export function hubCommand(command: Command, terminal: Terminal): Command {
  return (
    addVerbs(command, terminal, VERBS)
      // The verbs below have options of the same names.
      .enablePositionalOptions()
      .option('-c, --config <file>', 'settings (default: skillwright-hub.json here, if there is one)')
      .option('-p, --port <port>', 'port to listen on, 0 for any (default: 7171)')
      .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
      .option('-d, --dir <folder>', 'where database and packages are kept (default: skillwright-hub)')
      .option('--public-url <url>', 'address clients reach it by, when that is another')
      .addOption(
        new Option('--registration <who>', 'closed: only administrators make accounts (default)').choices([
          'open',
          'closed',
        ]),
      )
      .addOption(
        new Option('--log-level <level>', 'how much it says (default: info)').choices([
          'silent',
          'error',
          'warn',
          'info',
          'debug',
        ]),
      )
      .option('--examples <folder>', 'publish the skills of this folder as @official/…')
      .option('--json', 'print address, folder and the first token as one line of JSON')
      .addHelpText(
        'after',
        `
Flags win over the environment (SKILLWRIGHT_HUB_*, DATABASE_URL), which wins over the file. The administrator's token is
shown once, on the first start. The log goes to stderr: short lines on a terminal, JSON lines elsewhere. Ctrl-C lets running
requests end; a second one does not.

Examples:
  $ skillwright hub
  $ skillwright hub --port 0 --dir /tmp/hub --examples skills
  $ DATABASE_URL=postgres://… skillwright hub --host 0.0.0.0 --public-url https://hub.example.com`,
      )
      .action((flags: HubCommandFlags) => runHub(terminal, flags))
  )
}

async function runHub(terminal: Terminal, { examples, json, ...flags }: HubCommandFlags): Promise<void> {
  // The server is only loaded by the verb that runs it: the others start quickly.
  const { publishExamples, readHubConfig, startHub } = await import('@skillwright/hub')
  const { publicUrl, logLevel, ...sameName } = flags
  const settings = await readHubConfig({ flags: { ...sameName, 'public-url': publicUrl, 'log-level': logLevel } })
  using interruption = untilInterrupted()
  await using hub = await startHub({ ...settings, logTo: logStream() })
  const { url, adminToken } = hub
  if (json)
    terminal.print(JSON.stringify({ url, dir: settings.dir, ...(adminToken ? { admin_token: adminToken } : {}) }))
  else for (const line of startLines({ url, dir: settings.dir, adminToken })) terminal.print(line)
  const stop = untilAborted(interruption.signal)
  if (examples !== undefined) {
    terminal.note(`publishing the skills of ${examples} …`)
    const published = (await Promise.race([publishExamples(hub.context, examples), stop])) ?? []
    for (const { name, version, state } of published) terminal.note(`${state} ${name}@${version}`)
  }
  await stop
  terminal.note('stopping; Ctrl-C again ends it at once')
}

function startLines({ url, dir, adminToken }: { url: string; dir: string; adminToken: string | undefined }): string[] {
  return [
    `${paint('green', 'hub')} at ${paint('bold', url)}, API at ${url}/docs`,
    `kept in ${dir}`,
    ...(adminToken === undefined
      ? [`sign in: skillwright login ${url}`]
      : [
          `administrator's token, shown this once: ${paint('bold', adminToken)}`,
          `sign in with it: skillwright login ${url} --token, or at ${url}/start`,
        ]),
    'Ctrl-C stops it',
  ]
}
