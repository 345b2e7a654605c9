import { closeSync, constants, type Dirent, lstatSync, opendirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENTS } from '@skillwright/skill'

/** What a folder turned out to be. */
export type Visit =
  | { readonly kind: 'skill'; readonly file: string }
  | { readonly kind: 'agent' }
  | { readonly kind: 'folder'; readonly entries: readonly Dirent[]; readonly isCut: boolean }
  | { readonly kind: 'unreadable'; readonly code: string }

/** The most entries of one folder that are read. */
export const MAX_ENTRIES = 250_000

/** Says what a folder is without recursion: most skills are recognised by one check for SKILL.md. */
export function visitFolder(dir: string): Visit {
  if (isThere(join(dir, 'SKILL.md'))) return { kind: 'skill', file: 'SKILL.md' }
  try {
    const { entries, isCut } = entriesOf(dir)
    const named = (pattern: RegExp) => entries.find(({ name }) => pattern.test(name))?.name
    const other = named(/^skill\.md$/i)
    if (other !== undefined && beginsWithFields(join(dir, other))) return { kind: 'skill', file: other }
    if (named(/^skill\.json$/)) return { kind: 'skill', file: 'skill.json' }
    return named(/^agent\.yaml$/) ? { kind: 'agent' } : { kind: 'folder', entries, isCut }
  } catch (cause) {
    return { kind: 'unreadable', code: (cause as NodeJS.ErrnoException).code ?? 'EIO' }
  }
}

// Folders beside the clients' own whose name begins with a dot and that hold skills.
const KNOWN_HIDDEN = ['.curated', '.experimental', '.system']
const SKIPPED = new Set(['node_modules', '__pycache__', 'venv', 'bower_components'])
const CLIENT_FOLDERS = new Set(
  CLIENTS.flatMap(({ project }) => project.filter((path) => path.startsWith('.')).map((path) => path.split('/')[0])),
)

/** Whether a folder below `parent` is searched: a hidden one only when it is known to hold skills, and of a client's only `skills`. */
export function isSearched(name: string, parent: string | undefined): boolean {
  if (parent !== undefined && CLIENT_FOLDERS.has(parent)) return name === 'skills'
  if (name.startsWith('.')) return CLIENT_FOLDERS.has(name) || KNOWN_HIDDEN.includes(name)
  return !SKIPPED.has(name)
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** True for a file that begins with front matter: a page of documentation may be called skill.md as well. */
function beginsWithFields(path: string): boolean {
  if (!lstatSync(path).isFile()) return false
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const start = Buffer.alloc(8)
    readSync(handle, start)
    return start
      .toString()
      .replace(/^\uFEFF/, '')
      .startsWith('---')
  } finally {
    closeSync(handle)
  }
}

/** The entries of a folder, sorted by name. Read one after the other, because a hostile folder may hold millions. */
function entriesOf(dir: string): { entries: Dirent[]; isCut: boolean } {
  const folder = opendirSync(dir, { bufferSize: 1_024 })
  try {
    const entries: Dirent[] = []
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
      if (entries.length === MAX_ENTRIES) return { entries: sorted(entries), isCut: true }
      entries.push(entry)
    }
    return { entries: sorted(entries), isCut: false }
  } finally {
    folder.closeSync()
  }
}

function sorted(entries: Dirent[]): Dirent[] {
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}
