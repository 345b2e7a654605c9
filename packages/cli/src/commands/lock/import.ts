import { readFile, stat } from 'node:fs/promises'
import { SkillError } from '@skillwright/contract'
import { readForeignLock, readGhFolder } from '@skillwright/install'
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
    'lock import .agents/skills --force',
  ])
    .argument(
      '<file>',
      'skills-lock.json, .skill-lock.json, .clawhub/lock.json, .hub/lock.json of Hermes, apm.lock.yaml, or the folder that gh put skills into',
    )
    .option('--registry <url>', "where ClawHub's skills come from (default: the hub)")
    .action(async (file: string, { registry, ...flags }: ImportFlags) => {
      const { skills } = await readForeign(file, registry ?? (await selectHub(flags)))
      for (const { name } of skills.filter(({ source }) => source === undefined))
        terminal.note(`left out ${visibleText(name)}: it is not said where it comes from`)
      const add = skills.flatMap(({ id, source, version = '*' }) =>
        source === undefined ? [] : [{ id, source, version }],
      )
      await runInstall(terminal, flags, { title: `lock import ${file}`, add })
    })
}

async function readForeign(file: string, registry: string): Promise<ReturnType<typeof readForeignLock>> {
  try {
    if ((await stat(file)).isDirectory()) return await readGhFolder(file)
    return readForeignLock(await readFile(file, 'utf8'), file, { registry: registry.replace(/\/+$/, '') })
  } catch (thrown) {
    throw thrown instanceof SkillError ? thrown : unreadablePath(file, thrown)
  }
}
