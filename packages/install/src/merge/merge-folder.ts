import { isUtf8 } from 'node:buffer'
import type { SkillFiles } from '@skillwright/skill'
import { diff3Merge } from 'node-diff3'
import { commonEnds, isComparable } from './comparable.ts'

/** Three states of a folder: as it was installed, as its user left it, as the new version has it. */
export interface MergeInput {
  /** What was installed; a file whose old content is not known any more is absent, and counts as changed by both. */
  readonly base: SkillFiles
  readonly mine: SkillFiles
  readonly theirs: SkillFiles
}

/** What a folder becomes: every path of either side. */
export interface MergedFolder {
  readonly files: SkillFiles
  /** Files in which both sides are. */
  readonly merged: readonly string[]
  /** Files that stay as their user left them. */
  readonly kept: readonly string[]
  /** Files that both sides changed in one place: the user's stays, the new version's stands beside it, as `<file>.new` where that is free. */
  readonly conflicts: readonly Conflict[]
}

/** A file of which there are two now. */
interface Conflict {
  readonly path: string
  /** Where the new version's is. */
  readonly beside: string
}

/** Merges the files of a folder. No byte of the user's is lost: it is in the result as it was, or joined with the new version's text. */
export function mergeFolder({ base, mine, theirs }: MergeInput): MergedFolder {
  const files = new Map<string, Uint8Array>()
  const merged: string[] = []
  const kept: string[] = []
  const conflicts: Conflict[] = []
  for (const path of new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])) {
    const [before, own, next] = [base.get(path), mine.get(path), theirs.get(path)]
    if (same(own, next) || same(own, before)) {
      if (next !== undefined) files.set(path, next)
      continue
    }
    if (own !== undefined) files.set(path, own)
    if (same(next, before) || next === undefined) {
      kept.push(path)
      continue
    }
    const joined = before === undefined || own === undefined ? undefined : mergeText(before, own, next)
    if (joined === undefined) {
      const beside = freePath(`${path}.new`, [base, mine, theirs])
      files.set(beside, next)
      conflicts.push({ path, beside })
    } else {
      files.set(path, joined)
      merged.push(path)
    }
  }
  return { ...apart(files, mine, conflicts), merged, kept }
}

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return Buffer.compare(a, b) === 0
}

/** Both changes in one text; undefined where they meet, or where it is no text. */
function mergeText(base: Uint8Array, mine: Uint8Array, theirs: Uint8Array): Uint8Array | undefined {
  if (![base, mine, theirs].every((bytes) => isUtf8(bytes) && !bytes.includes(0))) return undefined
  // Line ends stay with their lines, so that joining gives every byte back.
  const texts = [base, mine, theirs].map((bytes) =>
    Buffer.from(bytes)
      .toString('utf8')
      .split(/(?<=\n)/),
  )
  const { start, end } = commonEnds(texts)
  const [b = [], m = [], t = []] = texts.map((lines) => lines.slice(start, lines.length - end))
  if (!isComparable(b, m) || !isComparable(b, t)) return undefined
  const regions = diff3Merge(m, b, t, { excludeFalseConflicts: true })
  if (regions.some(({ conflict }) => conflict !== undefined)) return undefined
  const [same = []] = texts
  const joined = regions.flatMap(({ ok = [] }) => ok)
  return Buffer.from([...same.slice(0, start), ...joined, ...same.slice(same.length - end)].join(''))
}

/** Where the user has a folder and the new version a file of that name, or the other way round, or names that differ in case alone, the new one steps aside. */
function apart(
  files: Map<string, Uint8Array>,
  mine: SkillFiles,
  conflicts: readonly Conflict[],
): Pick<MergedFolder, 'files' | 'conflicts'> {
  const own = new Set<string>()
  const folders = new Set<string>()
  for (const path of mine.keys()) {
    own.add(fold(path))
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) folders.add(fold(path.slice(0, end)))
  }
  const found = [...conflicts]
  for (const [path, bytes] of [...files]) {
    if (mine.has(path)) continue
    const isBelowFile = path.split('/').some((_, i, steps) => i > 0 && own.has(fold(steps.slice(0, i).join('/'))))
    if (!isBelowFile && !folders.has(fold(path)) && !own.has(fold(path))) continue
    files.delete(path)
    const beside = freePath(`${path.replaceAll('/', '-')}.new`, [files, mine])
    files.set(beside, bytes)
    found.push({ path, beside })
  }
  return { files, conflicts: found }
}

function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase()
}

function freePath(path: string, taken: readonly SkillFiles[]): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? path : `${path}.${i}`
    if (!taken.some((files) => files.has(name))) return name
  }
}
