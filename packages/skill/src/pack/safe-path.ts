import { SkillError } from '@skillwright/contract'
import { SKIPPED_FOLDERS } from '../read-files.ts'

const MAX_PATH_BYTES = 240
// Names Windows keeps for devices, with any ending; the digits may be raised ones.
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)(?:\.|$)/i
// Some file systems leave out what is not seen: there a name with such a character is another name.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2028\u2029\u3164\uffa0\ufffd]|\u034f|\u17b4|\u17b5/u

/** Refuses paths that are not the same plain file everywhere: traversal, absolute paths, colliding names, names that some system cannot store. */
export function checkPaths(paths: readonly string[]): void {
  const seen = new Map<string, string>()
  const folders = new Map<string, string>()
  for (const path of paths) {
    const reason = whyUnsafe(path)
    if (reason) throw refused(path, reason)
    const key = foldedPath(path)
    const twin = seen.get(key)
    if (twin !== undefined)
      throw refused(
        path,
        twin === path ? 'stands twice in the package' : `is the same file as ${JSON.stringify(twin)} on some systems`,
      )
    seen.set(key, path)
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1))
      folders.set(foldedPath(path.slice(0, end)), path)
  }
  for (const [key, path] of seen)
    if (folders.has(key)) throw refused(path, `is a file, and a folder for ${JSON.stringify(folders.get(key))}`)
}

function whyUnsafe(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute'
  if (path.includes('\\')) return 'has a backslash'
  if (INVISIBLE.test(path)) return 'has control or invisible characters'
  if (/[<>:"|?*]/.test(path)) return 'has characters that some systems do not allow'
  for (const step of path.split('/')) {
    if (step === '' || step === '.' || step === '..') return 'has an empty, . or .. step'
    if (/[. ]$/.test(step) || step.startsWith(' ')) return 'has a step that ends in a dot or begins or ends in a space'
    if (DEVICE_NAME.test(step.normalize('NFKC'))) return 'has the name of a device'
    if (isNeverPacked(step)) return `has ${step} in it, which is never part of a package`
  }
  return undefined
}

// On some systems ".GIT" and "git~2" are the folder that git runs things from.
function isNeverPacked(step: string): boolean {
  const low = step.normalize('NFKC').toLowerCase()
  return SKIPPED_FOLDERS.has(low) || /^git~\d+$/.test(low) || /\.py[co]$/.test(low)
}

/** The form in which two paths are equal that some file system takes for one: letter case and Unicode normal form folded. */
function foldedPath(path: string): string {
  return path.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC')
}

function refused(path: string, reason: string): SkillError {
  return new SkillError('INVALID_INPUT', `The path ${JSON.stringify(path.slice(0, 300))} ${reason}`, {
    hint: 'Rename or remove that file',
    details: { path: path.slice(0, 300) },
  })
}
