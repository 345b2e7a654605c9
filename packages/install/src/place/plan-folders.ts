import { cp, lstat, mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { digestFiles, type SkillFiles, sha256 } from '@skillwright/skill'
import type { Lock, LockedSkill } from '../lock/lock.ts'
import { type MergedFolder, mergeFolder } from '../merge/merge-folder.ts'
import type { Project } from '../project.ts'
import { diskPath, storedPath } from '../project-path.ts'
import { inParallel } from '../transaction/in-parallel.ts'
import type { Change } from '../transaction/run-transaction.ts'
import { type AgentRoot, realOf } from './choose-roots.ts'
import { editsOf, isEdited, type PlacedContent, type PlacedEdits, readPlaced } from './read-placed.ts'
import type { PlacedFolder, Receipt } from './receipt.ts'
import { renderSkill } from './render-skill.ts'

/** What becomes of one folder that its user had changed. */
interface FolderMerge extends Omit<MergedFolder, 'files'> {
  readonly name: string
  readonly path: string
}

/** What has to change on disk. */
export interface FolderPlan {
  readonly changes: readonly Change[]
  /** Every folder that is there afterwards. */
  readonly placed: readonly PlacedFolder[]
  readonly merges: readonly FolderMerge[]
}

/** What a plan of folders is made from. */
export interface FolderPlanInput {
  readonly project: Project
  readonly lock: Lock
  readonly receipt: Receipt
  readonly roots: readonly AgentRoot[]
  /** Copies everywhere instead of links to the first folder. */
  readonly copy: boolean
  /** Moves to the history what is in the way, or was changed and is to be removed. */
  readonly force: boolean
  /** The files of a package of the new lock. */
  readonly filesOf: (skill: LockedSkill) => Promise<SkillFiles>
  /** The files of a package that was installed before; undefined when they are not to be had any more. */
  readonly formerFiles: (placed: PlacedFolder) => Promise<SkillFiles | undefined>
}

/** Works out which folders change and how: nothing that was not put there by us is replaced, nothing that was changed is lost. */
export async function planFolders(input: FolderPlanInput): Promise<FolderPlan> {
  const wanted = wantedFolders(input)
  const placeOf = openPlaces(input.project)
  // Where a link has become another way to a copy, the copy is what is there.
  const placed = input.receipt.folders.toSorted(
    (a, b) => Number(b.linkTo !== undefined) - Number(a.linkTo !== undefined),
  )
  const before = new Map(placed.map((folder) => [placeOf(folder.path), folder]))
  const after: PlacedFolder[] = []
  const changes: Change[] = []
  const merges: FolderMerge[] = []
  const rendered = new Map<string, Promise<SkillFiles>>()
  const render = (skill: LockedSkill, dialect: PlacedFolder['dialect']) => {
    const key = `${skill.name} ${dialect}`
    const files =
      rendered.get(key) ?? input.filesOf(skill).then((all) => renderSkill(all, { name: skill.name, dialect }))
    rendered.set(key, files)
    return files
  }
  await inParallel(wanted, async ({ skill, folder }) => {
    const planned = await planFolder(input, before.get(placeOf(folder.path)), folder, () =>
      render(skill, folder.dialect),
    )
    after.push(planned.folder)
    if (planned.change !== undefined) changes.push(planned.change)
    if (planned.merge !== undefined) merges.push({ name: skill.name, path: folder.path, ...planned.merge })
  })
  const kept = new Set(wanted.map(({ folder }) => placeOf(folder.path)))
  for (const folder of input.receipt.folders)
    if (!kept.has(placeOf(folder.path))) changes.push(...(await planRemoval(input, folder)))
  return { changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), placed: after, merges }
}

/** Tells where a placed folder really is: one that is reached by two ways, through a link above it, is one. */
function openPlaces(project: Project): (path: string) => string {
  const parents = new Map<string, string>()
  return (path) => {
    const disk = diskPath(project, path)
    const parent = dirname(disk)
    const real = parents.get(parent) ?? realOf(parent)
    parents.set(parent, real)
    return join(real, basename(disk))
  }
}

interface WantedFolder {
  readonly skill: LockedSkill
  readonly folder: Omit<PlacedFolder, 'files'>
}

function wantedFolders({ project, lock, roots, copy }: FolderPlanInput): WantedFolder[] {
  return lock.skills.flatMap((skill) =>
    roots.map(({ dir, dialect }): WantedFolder => {
      const first = roots.find((root) => root.dialect === dialect)
      const path = storedPath(project, join(dir, skill.name))
      const target =
        first === undefined || first.dir === dir || copy ? undefined : storedPath(project, join(first.dir, skill.name))
      const { name, digest } = skill
      return { skill, folder: { path, name, digest, dialect, ...(target === undefined ? {} : { linkTo: target }) } }
    }),
  )
}

interface PlannedFolder {
  readonly folder: PlacedFolder
  readonly change?: Change
  readonly merge?: Omit<MergedFolder, 'files'>
}

async function planFolder(
  input: FolderPlanInput,
  known: PlacedFolder | undefined,
  folder: Omit<PlacedFolder, 'files'>,
  render: () => Promise<SkillFiles>,
): Promise<PlannedFolder> {
  const path = diskPath(input.project, folder.path)
  const change = (make: Change['make']): Change => ({
    path,
    stageIn: dirname(dirname(path)),
    ...(make === undefined ? {} : { make }),
  })
  const isSame =
    known !== undefined &&
    known.digest === folder.digest &&
    known.dialect === folder.dialect &&
    known.linkTo === folder.linkTo
  const stats = await lstat(path).catch(() => undefined)
  if (isSame && stats !== undefined) return { folder: { ...known, path: folder.path } }
  if (folder.linkTo !== undefined) {
    const target = diskPath(input.project, folder.linkTo)
    const placed = { ...folder, files: {} }
    if (stats?.isSymbolicLink() && (await leadsTo(path, target))) return { folder: placed }
    if (stats !== undefined) await requireOurs(input, known, path, stats.isSymbolicLink())
    return { folder: placed, change: change((staged) => makeLink(staged, target, path)) }
  }
  const theirs = await render()
  const placed = { ...folder, files: hashesOf(theirs) }
  const fresh = { folder: placed, change: change((staged) => writeTree(staged, theirs)) }
  if (stats === undefined) return fresh
  const content = await readPlaced(path)
  if (content === undefined || known === undefined || known.linkTo !== undefined) {
    // Whatever is there is exactly what would be written: it was installed by another machine, or from a checkout.
    if (
      content !== undefined &&
      content.others.length === 0 &&
      digestFiles(content.files).digest === digestFiles(theirs).digest
    )
      return { folder: placed }
    await requireOurs(input, known, path, stats.isSymbolicLink())
    return fresh
  }
  const edits = editsOf(known, content)
  if (!isEdited(edits)) return fresh
  const base = await baseOf(input, known, content)
  const { files, ...merge } = mergeFolder({ base, mine: content.files, theirs })
  return { folder: placed, merge, change: change((staged) => writeMerged(staged, path, content, files)) }
}

async function planRemoval(input: FolderPlanInput, folder: PlacedFolder): Promise<Change[]> {
  const path = diskPath(input.project, folder.path)
  const stats = await lstat(path).catch(() => undefined)
  const isLink = stats?.isSymbolicLink() === true
  // What stands there instead is not ours.
  if (stats === undefined || isLink !== (folder.linkTo !== undefined)) return []
  await requireOurs(input, folder, path, isLink)
  return [{ path, stageIn: dirname(dirname(path)) }]
}

/** Throws CONFLICT when what is at a path was not put there by us, or was changed since, unless it may be moved away. */
async function requireOurs(
  { force }: FolderPlanInput,
  known: PlacedFolder | undefined,
  path: string,
  isLink: boolean,
): Promise<void> {
  if (force || (isLink && known?.linkTo !== undefined)) return
  if (known === undefined)
    throw new SkillError('CONFLICT', `${path} is there already, and skillwright did not put it there`, {
      hint: 'Give the skill another name with --as, move the folder away, or let --force keep it in the history',
    })
  const content = known.linkTo === undefined ? await readPlaced(path) : undefined
  const edits = content === undefined ? undefined : editsOf(known, content)
  if (edits !== undefined && !isEdited(edits)) return
  const what = edits === undefined ? 'it is something else now' : shown(edits)
  throw new SkillError('CONFLICT', `${path} was changed since it was installed: ${what}`, {
    hint: 'Save what you need, or let --force move the folder to the history, from which `skillwright rollback` brings it back',
  })
}

function shown({ changed, removed, added }: PlacedEdits): string {
  const all = [...changed, ...removed, ...added]
  return `${all.slice(0, 5).join(', ')}${all.length > 5 ? ` and ${all.length - 5} more` : ''}`
}

/** What was installed, byte for byte, where that is still known. */
async function baseOf(
  { formerFiles }: FolderPlanInput,
  known: PlacedFolder,
  content: PlacedContent,
): Promise<SkillFiles> {
  const former = await formerFiles(known)
  const rendered = former === undefined ? new Map<string, Uint8Array>() : renderSkill(former, known)
  return new Map(
    Object.entries(known.files).flatMap(([path, hash]): [string, Uint8Array][] => {
      const bytes = [rendered.get(path), content.files.get(path)].find(
        (one) => one !== undefined && sha256(one) === hash,
      )
      return bytes === undefined ? [] : [[path, bytes]]
    }),
  )
}

function hashesOf(files: SkillFiles): Record<string, string> {
  return Object.fromEntries(digestFiles(files).files.map((file) => [file.path, file.sha256]))
}

/** Writes files into a new folder. */
async function writeTree(dir: string, files: SkillFiles): Promise<void> {
  await mkdir(dir, { recursive: true })
  const folders = new Set([...files.keys()].map((path) => dirname(path)).filter((path) => path !== '.'))
  for (const folder of folders) await mkdir(join(dir, folder), { recursive: true })
  for (const [path, bytes] of files) await writeFile(join(dir, path), bytes, { flag: 'wx', mode: modeOf(bytes) })
}

/** A copy of the folder as it is, links and all, with what the merge changed written over it. */
async function writeMerged(staged: string, path: string, content: PlacedContent, files: SkillFiles): Promise<void> {
  await cp(path, staged, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  for (const old of content.files.keys()) if (!files.has(old)) await rm(join(staged, old), { force: true })
  for (const [file, bytes] of files) {
    const mine = content.files.get(file)
    if (mine !== undefined && Buffer.compare(mine, bytes) === 0) continue
    await mkdir(dirname(join(staged, file)), { recursive: true })
    await writeFile(join(staged, file), bytes, { mode: modeOf(bytes) })
  }
}

/** A script is what begins like one, on every machine. */
function modeOf(bytes: Uint8Array): number {
  return bytes[0] === 0x23 && bytes[1] === 0x21 ? 0o755 : 0o644
}

/** A link to a folder: relative, so that the project can be moved; on Windows a junction, which needs no rights. Throws INVALID_INPUT where the file system knows no links. */
async function makeLink(staged: string, target: string, path: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  const to = isWindows ? target : relative(dirname(path), target)
  await symlink(to, staged, isWindows ? 'junction' : 'dir').catch((cause: unknown) => {
    throw new SkillError('INVALID_INPUT', `${path} cannot be made a link to ${target}`, { cause, hint: 'Use --copy' })
  })
}

async function leadsTo(link: string, target: string): Promise<boolean> {
  const to = await readlink(link)
  return join(isAbsolute(to) ? '' : dirname(link), to) === target
}
