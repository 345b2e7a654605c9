import { readFile } from 'node:fs/promises'
import { readForeignLock } from '@skillwright/install'
import { unreadablePath } from '@skillwright/skill'
import type { Command } from 'commander'
import { selectHub } from '../../hub/open-hub-client.ts'
import { type ChangeFlags, changeVerb } from '../../install/install-verb.ts'
import { runInstall } from '../../install/run-install.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface ImportFlags extends ChangeFlags {
  readonly registry?: string
}

/** `lock import`: the skills of another tool's lock become wishes of the manifest, and are installed. */
export function lockImportCommand(command: Command, terminal: Terminal): Command {
  return changeVerb(command, [
    'lock import skills-lock.json',
    'lock import .clawhub/lock.json --registry https://registry.example.com',
  ])
    .argument(
      '<file>',
      'skills-lock.json, .skill-lock.json, .clawhub/lock.json, .hub/lock.json of Hermes, or apm.lock.yaml',
    )
    .option('--registry <url>', "where ClawHub's skills come from (default: the hub)")
    .action(async (file: string, { registry, ...flags }: ImportFlags) => {
      const text = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw unreadablePath(file, cause)
      })
      const { skills } = readForeignLock(text, file, {
        registry: (registry ?? (await selectHub(flags))).replace(/\/+$/, ''),
      })
      for (const { name } of skills.filter(({ source }) => source === undefined))
        terminal.note(`left out ${visibleText(name)}: it is not said where it comes from`)
      const add = skills.flatMap(({ id, source, version = '*' }) =>
        source === undefined ? [] : [{ id, source, version }],
      )
      await runInstall(terminal, flags, { title: `lock import ${file}`, add })
    })
}
