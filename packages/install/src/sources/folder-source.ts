import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { packageFiles, sha256 } from '@skillwright/skill'
import { MAX_ARCHIVE_BYTES } from '../store/download.ts'
import { readAnyArchive } from './archive-source.ts'
import { singleSource } from './single-source.ts'
import type { Source } from './source.ts'
import { splitPath } from './split-path.ts'

/** The skill in a folder or archive of this machine; `spec` is `file:` and its path, relative to the manifest where that is possible. */
export function folderSource(spec: string, base: string): Source {
  const { address, path } = splitPath(spec.slice('file:'.length))
  const place = resolve(base, address)
  return singleSource(spec, {
    folder: basename(place),
    async find() {
      const stats = await stat(place).catch((cause: unknown) => {
        throw new SkillError('DATA_NOT_FOUND', `There is nothing at ${place}`, {
          cause,
          hint: 'Name the folder that holds SKILL.md, or an archive',
        })
      })
      if (stats.isDirectory()) return { files: await packageFiles(path === undefined ? place : resolve(place, path)) }
      if (!stats.isFile() || stats.size > MAX_ARCHIVE_BYTES)
        throw new SkillError('INVALID_INPUT', `${place} is neither a folder nor an archive of a skill`, {
          hint: 'Name the folder that holds SKILL.md, or an archive',
        })
      const archive = await readFile(place)
      return { files: await readAnyArchive(archive, { path, what: place }), archive: sha256(archive) }
    },
  })
}
