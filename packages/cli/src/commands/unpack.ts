import { counted } from '@skillwright/contract'
import { parseSkill, readArchive, unpackSkill } from '@skillwright/skill'
import type { Command } from 'commander'
import { readArchiveBytes } from '../read-package.ts'
import { paint, type Terminal } from '../terminal.ts'

/** `unpack`: an archive into a new folder, whole or not at all. */
export function unpackCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<archive>', 'archive made by pack, or - for stdin')
    .argument('[folder]', 'folder to make (default: ./<id>)')
    .option('--digest <digest>', 'refuse any other content, such as sha256:…')
    .option('--json', 'print folder, digest and files as JSON')
    .addHelpText(
      'after',
      `
Links, devices, paths that lead out, twins and bombs are refused before anything is written.

Examples:
  $ skillwright unpack digest-1.0.0.tgz
  $ skillwright unpack - somewhere/digest --digest sha256:… < digest-1.0.0.tgz`,
    )
    .action(async (path: string, folder: string | undefined, flags: { digest?: string; json?: boolean }) => {
      const archive = await readArchiveBytes(terminal, path)
      const target = folder ?? (await folderName(archive))
      const options = flags.digest === undefined ? {} : { digest: flags.digest }
      const { digest, files } = await unpackSkill(archive, target, options)
      if (flags.json) return terminal.print(JSON.stringify({ folder: target, digest, files }, null, 2))
      terminal.print(`${paint('green', 'unpacked')} ${target}: ${counted(files.length, 'file')}`)
      terminal.print(digest)
    })
}

async function folderName(archive: Uint8Array): Promise<string> {
  const { id } = parseSkill((await readArchive(archive)).files)
  // The id is the author's word: of it only what makes a plain name is used.
  return id.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+/, '') || 'skill'
}
