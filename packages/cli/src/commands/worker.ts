import type { Command } from 'commander'
import { logStream } from '../hub/log-lines.ts'
import { untilAborted } from '../hub/until-aborted.ts'
import { readCount } from '../read-count.ts'
import { paint, type Terminal, untilInterrupted } from '../terminal.ts'

interface WorkerFlags {
  readonly config?: string
  readonly dir?: string
  readonly concurrency?: number
  readonly json?: boolean
}

/** `worker`: does the runs of a hub until it is interrupted. */
export function workerCommand(command: Command, terminal: Terminal): Command {
  return command
    .option('-c, --config <file>', 'settings of the hub (default: skillwright-hub.json here, if there is one)')
    .option('-d, --dir <folder>', 'what it keeps on this machine (default: skillwright-hub)')
    .option('--concurrency <number>', 'runs at the same time (default: calls.workers of the settings, 64)', readCount)
    .option('--json', 'print what it works for as one line of JSON')
    .addHelpText(
      'after',
      `
It has the settings of the hub: its database, its object store or shared folder, its public address, its secretsKey. Any number may
run, on any machines; a hub with calls.workers 0 leaves all runs to them. Ctrl-C and SIGTERM take no new run and let those that run
end, for as long as timeouts.stop says; others take over what is left. The log goes to stderr.

Examples:
  $ DATABASE_URL=postgres://… SKILLWRIGHT_HUB_SECRETS_KEY=… skillwright worker --config hub.json
  $ skillwright worker --concurrency 8 --dir /var/lib/skillwright-worker`,
    )
    .action(async ({ concurrency, json, ...flags }: WorkerFlags) => {
      // The server is only loaded by the verbs that run a part of it.
      const { readHubConfig, startWorker } = await import('@skillwright/hub')
      const { calls, ...settings } = await readHubConfig({ flags })
      const workers = concurrency ?? calls.workers
      using interruption = untilInterrupted()
      await using worker = await startWorker({ ...settings, calls: { ...calls, workers }, logTo: logStream() })
      const hub = worker.context.url()
      if (json) terminal.print(JSON.stringify({ hub, dir: settings.dir, concurrency: workers }))
      else {
        terminal.print(`${paint('green', 'worker')} for ${paint('bold', hub)}, up to ${workers} runs at once`)
        terminal.print('Ctrl-C stops it')
      }
      await untilAborted(interruption.signal)
      terminal.note('stopping; Ctrl-C again ends it at once')
    })
}
