import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type GrantPlace, userFolder, whyNeverShown } from '@skillwright/skill'
import { contains, type GrantedPath, grantPlace } from './granted-paths.ts'
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

// More programs than anybody uses at a time; the oldest is forgotten.
const MAX_PROGRAMS = 8

/** What a program needs, and how everything looked that says so. */
interface Remembered {
  readonly program: string
  readonly files: readonly string[]
  readonly stamps: string
}

/**
 * The files that a program needs to start, from a cache folder for as long as none of them, and no folder that they are
 * in, has changed. Where nothing can be read or written they are found each time.
 */
export function rememberFiles(cacheDir: string, program: string, find: () => readonly string[]): readonly string[] {
  const place = join(cacheDir, 'program-files.json')
  const all = recall(place)
  const known = all.find((one) => one.program === program)
  if (known?.stamps === stampsOf(known?.files ?? [])) return known?.files ?? []
  const files = find()
  const others = all.filter((one) => one !== known).slice(1 - MAX_PROGRAMS)
  keep(place, [...others, { program, files, stamps: stampsOf(files) }])
  return files
}

/** A folder of modules changes when one is added, a folder of libraries when another may be found first. */
function stampsOf(files: readonly string[]): string {
  const paths = files.flatMap((file) => [file, dirname(file), join(file, 'lib-dynload')])
  return [...new Set(paths)].map(stampOf).join(' ')
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? '-' : `${found.ino}:${found.size}:${found.mtimeMs}`
}

/** What others may write is not believed: it says what a sandbox shows. */
function recall(place: string): readonly Remembered[] {
  try {
    const { uid, mode } = statSync(place)
    const isOurs = uid === process.getuid?.() && (mode & 0o022) === 0
    const all: unknown = isOurs ? JSON.parse(readFileSync(place, 'utf8')) : []
    return Array.isArray(all) ? all.filter(isRemembered) : []
  } catch {
    return []
  }
}

function isRemembered(one: Partial<Remembered> | null): one is Remembered {
  const { program, files, stamps } = one ?? {}
  const isList = Array.isArray(files) && files.length > 0 && files.every((file) => typeof file === 'string')
  return typeof program === 'string' && typeof stamps === 'string' && isList
}

function keep(place: string, all: readonly Remembered[]): void {
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    const draft = `${place}.${process.pid}`
    writeFileSync(draft, JSON.stringify(all), { mode: 0o600 })
    renameSync(draft, place)
  } catch {}
}
