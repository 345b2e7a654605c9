import { diffInstalled } from '@skillwright/install'
import type { Command } from 'commander'
import { printAnswer } from '../hub/hub-verb.ts'
import { hubOption } from '../hub/open-hub-client.ts'
import { type InstallFlags, installVerb } from '../install/install-verb.ts'
import { openInstaller } from '../install/open-installer.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

/** `diff`: what you changed in an installed skill, or what another version of it would change. */
export function diffCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['diff digest', 'diff digest 1.3.0'])
    .argument('<skill>', 'the name of its folder, or @scope/name')
    .argument('[version]', 'compare what is installed with this version, instead of with what is on disk')
    .addOption(hubOption())
    .action(async (skill: string, version: string | undefined, flags: InstallFlags) => {
      const answer = await diffInstalled(await openInstaller(flags), skill, version)
      const { permissions = [], contract } = answer.change ?? {}
      printAnswer(terminal, flags, answer, [
        ...permissions.flatMap(({ permission, added, removed }) => [
          ...added.map((item) => visibleText(`may also: ${permission} ${item}`)),
          ...removed.map((item) => visibleText(`no longer: ${permission} ${item}`)),
        ]),
        ...(contract?.changes ?? []).map(({ path, reason, breaking }) =>
          visibleText(`contract ${breaking ? 'breaks' : 'changes'}: ${path} ${reason}`),
        ),
        ...answer.files.flatMap(({ path, what, lines }) => [
          paint('bold', visibleText(`${what} ${path}`)),
          ...lines.map(paintLine),
        ]),
      ])
      if (answer.files.length > 0) terminal.exitCode = 1
      else terminal.note('no difference')
    })
}

function paintLine(line: string): string {
  const text = visibleText(line)
  if (line.startsWith('@@')) return paint('cyan', text)
  return line.startsWith('+') ? paint('green', text) : line.startsWith('-') ? paint('red', text) : text
}
