import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Says whether a program is there. */
export type FindProgram = (name: string) => boolean

/** Makes a lookup of programs on the PATH that caches its results; make a new one to search again. */
export function programFinder(env: Readonly<Record<string, string | undefined>> = process.env): FindProgram {
  const found = new Map<string, boolean>()
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['', ...(env.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').split(';')] : ['']
  return (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    // A path is no program of the PATH, and must not be opened: it may be anything.
    const isThere =
      /^[\w.+@-]{1,128}$/.test(name) &&
      folders.some((folder) => endings.some((ending) => isProgram(join(folder, name + ending))))
    found.set(name, isThere)
    return isThere
  }
}

function isProgram(path: string): boolean {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
