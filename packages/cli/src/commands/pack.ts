import { writeFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { packSkill, readSkill } from '@skillwright/skill'
import { Command } from 'commander'
import { count } from '../count.ts'
import { paint, type Terminal } from '../terminal.ts'

/** `pack`: the archive of a skill, the same bytes on every machine. */
export function packCommand(terminal: Terminal): Command {
  return new Command('pack')
    .description('pack a skill folder into one archive, the same bytes on every machine')
    .argument('<folder>', 'skill folder')
    .option('-o, --out <file>', 'the archive to write, or - for stdout (default: ./<id>-<version>.tgz)')
    .option('--json', 'print file, digest, size and every file as JSON')
    .addHelpText(
      'after',
      `
What .skillignore names is left out, and so are .env files, keys and caches.

Examples:
  $ skillwright pack digest
  $ skillwright pack digest -o - | ssh host skillwright unpack -`,
    )
    .action(async (folder: string, flags: { out?: string; json?: boolean }) => {
      const { archive, digest, files } = await packSkill(folder)
      if (flags.out === '-') return terminal.printBytes(archive)
      const file = flags.out ?? (await archiveName(folder))
      refuseInside(folder, file)
      await writeFile(file, archive)
      if (flags.json) return terminal.print(JSON.stringify({ file, digest, bytes: archive.length, files }, null, 2))
      terminal.print(
        `${paint('green', 'packed')} ${file}: ${count(files.length, 'file')}, ${count(archive.length, 'byte')}`,
      )
      terminal.print(digest)
    })
}

async function archiveName(folder: string): Promise<string> {
  const { id, version } = await readSkill(folder)
  return `${[id, version]
    .filter((part) => part !== undefined)
    .join('-')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')}.tgz`
}

/** An archive inside the folder would be part of the next one. */
function refuseInside(folder: string, file: string): void {
  const path = relative(resolve(folder), resolve(file))
  if (path.startsWith(`..${sep}`) || resolve(path) === path) return
  throw new SkillError('INVALID_INPUT', `${file} is inside the folder that is packed`, {
    hint: `Write it elsewhere: skillwright pack ${folder} -o ../${path.split(sep).at(-1)}`,
  })
}
