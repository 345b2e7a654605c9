import { counted } from '@skillwright/contract'
import { type Command, Option } from 'commander'
import { findSkill, NAME_ARGUMENT, skillArgument } from '../find-skill.ts'
import { paint, paintNote, type Terminal, untilInterrupted } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface PrepareFlags {
  readonly allow?: readonly ('sources' | 'scripts')[]
  readonly json?: boolean
}

/** `prepare`: installs what a skill requires. */
export function prepareCommand(command: Command, terminal: Terminal): Command {
  return command
    .addArgument(skillArgument())
    .argument('[name]', NAME_ARGUMENT)
    .addOption(
      new Option(
        '--allow <what...>',
        'sources: packages from other indexes, URLs and repositories; scripts: what packages run when they are installed',
      ).choices(['sources', 'scripts']),
    )
    .option('--json', 'print folder and packages as JSON')
    .addHelpText(
      'after',
      `
Nothing is ever installed unless you say so here. Only built packages of the usual index are taken, and none of their
scripts is run.

Examples:
  $ skillwright prepare digest`,
    )
    .action(async (path: string, name: string | undefined, { allow = [], json }: PrepareFlags) => {
      using interruption = untilInterrupted()
      const { prepareSkill } = await import('@skillwright/runtime')
      const prepared = await prepareSkill((await findSkill(path, name)).skill, {
        allow,
        signal: interruption.signal,
        onProgress: (message) => terminal.note(paintNote('dim', visibleText(message))),
      })
      if (json) return terminal.print(JSON.stringify(prepared, null, 2))
      const { folder, packages, wasReady } = prepared
      if (folder === undefined) return terminal.print(`${paint('green', 'ok')} ${path} needs nothing`)
      const done = wasReady ? 'was prepared before' : 'is prepared'
      terminal.print(`${paint('green', 'ok')} ${path} ${done}: ${counted(packages.length, 'package')} in ${folder}`)
    })
}
