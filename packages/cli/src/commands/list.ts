import { SkillError } from '@skillwright/contract'
import { findProject, listAllAgents, listInstalled, listOutdated, writeSbom } from '@skillwright/install'
import type { Command } from 'commander'
import { columns } from '../hub/columns.ts'
import { printAnswer } from '../hub/hub-verb.ts'
import { type InstallFlags, installVerb } from '../install/install-verb.ts'
import { openInstaller } from '../install/open-installer.ts'
import type { Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface ListFlags extends InstallFlags {
  readonly allAgents?: boolean
  readonly sbom?: boolean
}

/** `list`: what is installed; with --all-agents everything that any agent of this machine reads. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['list', 'list --user --json', 'list --all-agents', 'list --sbom > skills.cdx.json'])
    .option('--all-agents', 'every skill that any agent reads here: from where, outdated, modified, shadowed, unused')
    .option('--sbom', 'print a software bill of materials instead: CycloneDX 1.6, JSON')
    .action(async ({ allAgents = false, sbom = false, ...flags }: ListFlags) => {
      if (sbom) return terminal.print(await writeSbom(findProject({ user: flags.user ?? false })))
      if (allAgents) return listEverything(terminal, flags)
      const skills = await listInstalled(findProject({ user: flags.user ?? false }))
      const lines = columns(
        skills.map(({ name, id, version, state, isAskedFor, pinned }) => [
          name,
          version,
          id,
          said([
            state === 'installed' ? '' : state,
            isAskedFor ? '' : 'needed by others',
            pinned === undefined ? '' : 'pinned',
          ]),
        ]),
      )
      printAnswer(terminal, flags, skills, lines)
      if (skills.length === 0) terminal.note('nothing is installed here: skillwright install <skill>')
    })
}

async function listEverything(terminal: Terminal, flags: InstallFlags): Promise<void> {
  const [ofProject, ofUser] = [await newestOf(terminal, flags, false), await newestOf(terminal, flags, true)]
  const newest = { project: ofProject, user: ofUser }
  const skills = await listAllAgents(findProject(), findProject({ user: true }), { newest })
  const rows = skills.map(
    ({ name, version = '', path, agents, from, newest: newer, isModified, shadowedFor, isUnused }) => [
      name,
      version,
      agents.length > 4 ? `${agents.slice(0, 3).join(', ')} and ${agents.length - 3} more` : agents.join(', '),
      from,
      path,
      said([
        newer === undefined ? '' : `outdated: ${newer}`,
        isModified ? 'modified' : '',
        shadowedFor.length === 0 ? '' : `shadowed for ${shadowedFor.slice(0, 3).join(', ')}`,
        isUnused ? 'unused' : '',
      ]),
    ],
  )
  printAnswer(terminal, flags, skills, columns(rows))
  if (skills.length === 0) terminal.note('no agent reads a skill here: skillwright install <skill>')
}

/** The newest versions of what is outdated; without an answer of its source nothing is known to be. */
async function newestOf(terminal: Terminal, flags: InstallFlags, user: boolean): Promise<ReadonlyMap<string, string>> {
  try {
    const outdated = await listOutdated(await openInstaller({ ...flags, user }))
    return new Map(outdated.flatMap(({ name, current, latest }) => (current === latest ? [] : [[name, latest]])))
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    terminal.note(`what is outdated could not be asked: ${visibleText(thrown.message)}`)
    return new Map()
  }
}

function said(words: readonly string[]): string {
  return words.filter((word) => word !== '').join(', ')
}
