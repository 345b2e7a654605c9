import { dirname } from 'node:path/posix'
import { SkillError } from '@skillwright/contract'
import { checkPaths, type SkillFiles } from '@skillwright/skill'

const MAX_DEPTH = 4

/**
 * The one skill among the files of an archive or repository: in the folder that is named, else at the root, else in the folder that everything is in, else the only one
 * there is. Throws DATA_NOT_FOUND, or CONFLICT with the folders of several.
 */
export function findInFiles(
  files: SkillFiles,
  { path, what }: { readonly path?: string | undefined; readonly what: string },
): SkillFiles {
  const folder = path?.replace(/^\.?\/+|\/+$/g, '') ?? ''
  for (const root of folder === '' ? ['', wrapperOf(files)] : [folder, `${wrapperOf(files)}/${folder}`]) {
    const found = below(files, root)
    if (found.has('SKILL.md')) return checked(found)
  }
  const folders = skillFolders(files)
  if (path !== undefined || folders.length === 0)
    throw new SkillError('DATA_NOT_FOUND', `There is no SKILL.md in ${path ?? what}`, {
      hint:
        folders.length === 0
          ? 'Name an archive or repository that holds a skill'
          : `There are skills in ${folders.slice(0, 20).join(', ')}`,
    })
  const [only, ...others] = folders
  if (only !== undefined && others.length === 0) return checked(below(files, only))
  throw new SkillError('CONFLICT', `${what} holds ${folders.length} skills: ${folders.slice(0, 20).join(', ')}`, {
    hint: `Name one by its folder: …#path:${folders[0]}`,
    details: { folders },
  })
}

/** The folder that all files are in; empty when there is none. */
function wrapperOf(files: SkillFiles): string {
  const tops = new Set([...files.keys()].map((path) => path.split('/')[0] ?? ''))
  const [only = ''] = tops
  return tops.size === 1 && [...files.keys()].every((path) => path.includes('/')) ? only : ''
}

function below(files: SkillFiles, folder: string): SkillFiles {
  if (folder === '') return files
  return new Map(
    [...files].flatMap(([path, bytes]) =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), bytes]] : [],
    ),
  )
}

/** Folders with a SKILL.md; one inside of another belongs to that. */
function skillFolders(files: SkillFiles): string[] {
  const found = [...files.keys()]
    .filter((path) => path.endsWith('/SKILL.md') && path.split('/').length <= MAX_DEPTH + 1)
    .map((path) => dirname(path))
    .toSorted()
  return found.filter((folder) => !found.some((outer) => folder.startsWith(`${outer}/`)))
}

/** What comes out of a ZIP or a repository is held to the rules of packages. */
function checked(files: SkillFiles): SkillFiles {
  checkPaths([...files.keys()])
  return files
}
