import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** More programs than anybody uses at a time; the oldest is forgotten. */
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
