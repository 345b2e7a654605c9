import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type GrantPlace, userFolder, whyNeverShown } from '@skillwright/skill'
import { contains, type GrantedPath, grantPlace } from './granted-paths.ts'
import { rememberFiles } from './remembered-files.ts'
import { sharedLibraries } from './shared-libraries.ts'

/** Where a program is judged from. */
interface ProgramPlace {
  /** What lies in here comes from the skill's verified copy, never from the host. */
  readonly skillDir: string
  readonly home: string
  /** Where it is remembered what a Python needs. */
  readonly cacheDir?: string
}

const PYTHON = /^(?:python|pypy)[\d.]*t?$/
const PYTHON_LIBRARY = /^(?:python|pypy)\d+(?:\.\d+)?t?$/
// Kept beside its libraries by a Python that brings its own OpenSSL.
const CERTIFICATES = ['ssl/cert.pem', 'ssl/cacert.pem']

/**
 * What a program outside the system needs to start, file by file: itself, the shared libraries it names by place, for
 * Python the folder of its standard library, and of a virtual environment the packages. Never the folder it is
 * installed in, which may be a home folder.
 */
export function programMounts(
  program: string,
  { skillDir, home, cacheDir = userFolder('cache') }: ProgramPlace,
): GrantedPath[] {
  if (contains(skillDir, program)) return []
  const real = realpathSync(program)
  const place = grantPlace(home)
  const paths = [...new Set([...ownFiles(real, cacheDir), ...venvFiles(program)])]
  return paths.map((path) => {
    const source = realpathSync(path)
    refuseExposed(path, source, place)
    return { path, source }
  })
}

/** What is bound into a sandbox shows no keys and no home folder, whether a skill or the operator asks for it. */
export function refuseExposed(path: string, source: string, place: GrantPlace): void {
  for (const each of [path, source]) {
    const why = whyNeverShown(each, place)
    if (why !== undefined)
      throw new SkillError('PERMISSION_DENIED', `A sandbox may not show ${each}: ${why}`, {
        hint: 'Move the skill or its interpreter to a folder of its own',
      })
  }
}

/** The path by which a program is started inside: the one it was called by, when that exists there. */
export function programInside(program: string, { skillDir }: ProgramPlace): string {
  return isSystem(program) || contains(skillDir, program) || isInVenv(program) ? program : realpathSync(program)
}

const known = new Map<string, readonly string[]>()

/** Found once for each program, and for Python once for all runs: its modules are many, and each names libraries of its own. */
function ownFiles(real: string, cacheDir: string): readonly string[] {
  if (isSystem(real)) return []
  const { size, mtimeMs } = statSync(real)
  const key = `${real} ${size} ${mtimeMs}`
  const find = () => {
    const folders = PYTHON.test(basename(real)) ? pythonLibraries(real) : []
    return folders.length === 0 ? findFiles(real, []) : rememberFiles(cacheDir, real, () => findFiles(real, folders))
  }
  const files = known.get(key) ?? find()
  known.set(key, files)
  return files
}

function findFiles(real: string, folders: readonly string[]): string[] {
  const modules = folders.flatMap((folder) => {
    const extensions = join(folder, 'lib-dynload')
    return entriesOf(extensions)
      .filter((name) => name.endsWith('.so'))
      .map((name) => join(extensions, name))
  })
  const isThere = (path: string) => isSystem(path) || folders.some((folder) => contains(folder, path))
  const certificates = CERTIFICATES.map((name) => join(dirname(dirname(real)), name))
  return [
    real,
    ...folders,
    ...sharedLibraries([real, ...modules], isThere),
    ...(folders.length === 0 ? [] : certificates.filter((file) => existsSync(file))),
  ]
}

/** The standard library, found as Python finds it: in a `lib` beside the program's folder or further up, by its `os.py`. */
function pythonLibraries(real: string): string[] {
  for (let above = dirname(real); above !== '/'; above = dirname(above)) {
    const found = librariesIn(above).filter((folder) => existsSync(join(folder, 'os.py')))
    const named = found.filter((folder) => basename(folder) === basename(real))
    if (found.length > 0) return (named.length > 0 ? named : found).filter((folder) => !isSystem(folder))
  }
  return []
}

function venvFiles(program: string): string[] {
  if (!isInVenv(program)) return []
  const venv = dirname(dirname(program))
  return [program, join(venv, 'pyvenv.cfg'), ...librariesIn(venv)]
}

function isInVenv(program: string): boolean {
  return existsSync(join(dirname(dirname(program)), 'pyvenv.cfg'))
}

function librariesIn(prefix: string): string[] {
  return ['lib', 'lib64'].flatMap((lib) =>
    entriesOf(join(prefix, lib))
      .filter((name) => PYTHON_LIBRARY.test(name))
      .map((name) => join(prefix, lib, name)),
  )
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isSystem(path: string): boolean {
  return /^\/(usr|bin|sbin|lib|lib32|lib64|libx32)\//.test(path)
}
