import { basename } from 'node:path/posix'
import { readTarball, type SkillFiles, sha256, unzipFiles } from '@skillwright/skill'
import type { Download } from '../store/download.ts'
import { findInFiles } from './find-in-files.ts'
import { singleSource } from './single-source.ts'
import type { Source } from './source.ts'
import { splitPath } from './split-path.ts'

/** The skill in an archive at an address: a gzipped tar or a ZIP, with SKILL.md at its root or in a folder. */
export function archiveSource(spec: string, download: Download): Source {
  const { address, path } = splitPath(spec)
  return singleSource(spec, {
    folder: basename(new URL(address).pathname).replace(/\.(?:tgz|tar\.gz|zip)$/i, ''),
    async find(_, { signal }) {
      const archive = await download(address, { signal })
      return { files: await readAnyArchive(archive, { path, what: address }), archive: sha256(archive) }
    },
  })
}

/** The files of the skill in an archive, whichever kind it is. Refuses hostile ones before anything is written. */
export async function readAnyArchive(
  archive: Uint8Array,
  where: { readonly path?: string | undefined; readonly what: string },
): Promise<SkillFiles> {
  const isZip = archive[0] === 0x50 && archive[1] === 0x4b
  return findInFiles(isZip ? unzipFiles(archive) : await readTarball(archive), where)
}
