import { Command } from 'commander'
import { paint, type Terminal } from '../terminal.ts'
import { untilInterrupted } from '../until-interrupted.ts'

interface HubCommandFlags {
  readonly config?: string
  readonly port?: string
  readonly host?: string
  readonly dir?: string
  readonly examples?: string
}

/** `hub`: runs the server until it is interrupted. */
export function hubCommand(terminal: Terminal): Command {
  return new Command('hub')
    .description('run a hub: publish, review and share skills from this machine')
    .option('-c, --config <file>', 'settings (default: skillwright-hub.json here, if there is one)')
    .option('-p, --port <port>', 'port to listen on, 0 for any (default: 7171)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('-d, --dir <folder>', 'where database and packages are kept (default: skillwright-hub)')
    .option('--examples <folder>', 'publish the skills of this folder as @official/…')
    .addHelpText(
      'after',
      `
Flags win over the environment (SKILLWRIGHT_HUB_*, DATABASE_URL), which wins over the file. The administrator's token is
shown once, on the first start.

Examples:
  $ skillwright hub
  $ skillwright hub --port 0 --dir /tmp/hub --examples skills
  $ DATABASE_URL=postgres://… skillwright hub`,
    )
    .action(async ({ examples, ...flags }: HubCommandFlags) => {
      // The server is only loaded by whoever runs it: the other verbs stay quick.
      const { publishExamples, readHubConfig, startHub } = await import('@skillwright/hub')
      const settings = await readHubConfig({ flags: { ...flags } })
      using interruption = untilInterrupted()
      await using hub = await startHub(settings)
      if (examples !== undefined) {
        const published = await publishExamples(hub.context, examples)
        for (const { name, version, state } of published) terminal.print(`${state} ${name}@${version}`)
      }
      terminal.print(`${paint('green', 'hub')} at ${paint('bold', hub.url)}`)
      terminal.print(`  kept in ${settings.dir}; API at ${hub.url}/docs`)
      if (hub.adminToken !== undefined) {
        terminal.print(`  administrator's token, shown this once: ${hub.adminToken}`)
        terminal.print(`  to use it: skillwright login ${hub.url}`)
      }
      terminal.note('Ctrl-C stops it')
      await new Promise<void>((resolve) =>
        interruption.signal.addEventListener('abort', () => resolve(), { once: true }),
      )
      terminal.note('stopping')
    })
}
