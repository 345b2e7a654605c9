import { relative, resolve, sep } from 'node:path'
import { counted, SkillError } from '@skillwright/contract'
import { packSkill, type SkillPlace, standsAlone } from '@skillwright/skill'
import type { Command } from 'commander'
import { archiveName } from '../archive-name.ts'
import { type FoundSkill, findSkill, findSkills, NAME_ARGUMENT, skillArgument } from '../find-skill.ts'
import { paint, type Terminal } from '../terminal.ts'
import { writeOutput } from '../write-output.ts'

interface PackFlags {
  readonly out?: string
  readonly json?: boolean
}

/** `pack`: the archive of a skill, the same bytes on every machine. */
export function packCommand(command: Command, terminal: Terminal): Command {
  return command
    .addArgument(skillArgument())
    .argument('[name]', NAME_ARGUMENT)
    .option('-o, --out <file>', 'the archive to write, or - for stdout (default: ./<id>-<version>.tgz)')
    .option('--json', 'print file, digest, size and every file as JSON; for an agent a list of that')
    .addHelpText(
      'after',
      `
What .skillignore names is left out, and so are .env files, keys and caches. Of an agent's folder every skill becomes an
archive. A script is packed together with its agent's folder, or alone, and gets a SKILL.md that says what is known of it.

Examples:
  $ skillwright pack digest
  $ skillwright pack agents/dev_efficiency_analyst build_analysis
  $ skillwright pack digest -o - | ssh host skillwright unpack -`,
    )
    .action(async (path: string, name: string | undefined, flags: PackFlags) => {
      const isMany = flags.out === undefined && name === undefined
      const found = isMany ? await findSkills(path) : [await findSkill(path, name)]
      const packed = await Promise.all(
        found.map(async ({ skill, place }) => ({ skill, place, ...(await packSkill(skill)) })),
      )
      const [first] = packed
      if (flags.out === '-') return first && terminal.printBytes(first.archive)
      const written = packed.map((one) => ({ ...one, file: flags.out ?? archiveName(one.skill) }))
      refuseSameFile(written.map(({ file }) => file))
      for (const { skill, place, file, archive } of written) {
        if (!standsAlone(skill)) refuseInside(place, file)
        await writeOutput(file, archive)
      }
      if (flags.json) {
        const shown = written.map(({ file, digest, archive, files }) => ({
          file,
          digest,
          bytes: archive.length,
          files,
        }))
        return terminal.print(JSON.stringify(isList(found, name) ? shown : shown[0], null, 2))
      }
      for (const { file, digest, archive, files } of written) {
        terminal.print(
          `${paint('green', 'packed')} ${file}: ${counted(files.length, 'file')}, ${counted(archive.length, 'byte')}`,
        )
        terminal.print(digest)
      }
    })
}

/** An agent or a folder of skills is always answered with a list, however many it holds. */
function isList([first, ...others]: readonly FoundSkill[], name: string | undefined): boolean {
  return others.length > 0 || (first?.place.kind === 'agent' && name === undefined)
}

function refuseSameFile(files: readonly string[]): void {
  const twice = files.find((file, i) => files.indexOf(file) < i)
  if (twice === undefined) return
  throw new SkillError('INVALID_INPUT', `Two skills would be packed into ${twice}`, {
    hint: 'Give them different names, or pack one at a time with --out',
  })
}

/** An archive inside the folder would be part of the next one. */
function refuseInside({ path: folder, dir }: SkillPlace, file: string): void {
  const path = relative(dir, resolve(file))
  if (path.startsWith(`..${sep}`) || resolve(path) === path) return
  throw new SkillError('INVALID_INPUT', `${file} is inside the folder that is packed`, {
    hint: `Write it elsewhere: skillwright pack ${folder} -o ../${path.split(sep).at(-1)}`,
  })
}
