import { SkillError } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import { EMPTY_LOCK, type Lock, type LockedSkill } from '../lock/lock.ts'
import { readLock } from '../lock/read-lock.ts'
import { writeLock } from '../lock/write-lock.ts'
import { checkConfig } from '../manifest/check-config.ts'
import { editManifest, type ManifestEdit } from '../manifest/edit-manifest.ts'
import type { Manifest, WantedCollection, WantedSkill } from '../manifest/manifest.ts'
import { readManifest } from '../manifest/read-manifest.ts'
import { chooseRoots, detectAgents } from '../place/choose-roots.ts'
import { checkFolderName } from '../place/folder-name.ts'
import { type FolderPlan, planFolders } from '../place/plan-folders.ts'
import { type Receipt, readReceipt } from '../place/receipt.ts'
import { judgeLocked } from '../policy/judge-locked.ts'
import { whyForbidden } from '../policy/judge-policy.ts'
import { judgeScans } from '../policy/judge-scans.ts'
import type { Policy } from '../policy/policy.ts'
import { readPolicies } from '../policy/read-policies.ts'
import type { PackageScan } from '../policy/scan-package.ts'
import { readIfThere } from '../project.ts'
import type { PackageNode } from '../solve/load-universe.ts'
import type { Offer } from '../sources/source.ts'
import { askUnkept } from './ask-unkept.ts'
import { checkFacts } from './check-facts.ts'
import type { Installer } from './installer.ts'
import { lockDifferences } from './lock-differences.ts'
import { lockChosen, Packages } from './obtain-packages.ts'
import { bareName, resolveLock } from './resolve-lock.ts'
import { listChanges, type SkillChange } from './skill-change.ts'

/** What is to be done. */
export interface InstallRequest {
  /** What the user typed, for the history. */
  readonly title: string
  readonly add?: readonly WantedSkill[]
  readonly addCollections?: readonly WantedCollection[]
  /** Names of folders, or ids as the manifest has them. */
  readonly remove?: readonly string[]
  /** Folder names of the skills that move on to the newest version of their range; `all` for every one. */
  readonly update?: 'all' | readonly string[]
  readonly pins?: readonly { readonly name: string; readonly version?: string }[]
  /** Agents whose folders are written from now on too. */
  readonly agents?: readonly string[]
  /** Installs exactly what the lock says, or fails. */
  readonly frozen?: boolean
  readonly copy?: boolean
  readonly force?: boolean
  /** Why skills are installed although the scan says `block`; it is written into the lock. */
  readonly blockedReason?: string
}

/** What would be done, before anything is. */
export interface InstallPlan {
  readonly title: string
  readonly changes: readonly SkillChange[]
  /** What the scan said of the skills that come, by name. */
  readonly scans: ReadonlyMap<string, PackageScan>
  readonly lock: Lock
  readonly manifest: Manifest
  readonly folders: FolderPlan
  /** What is remembered of it here. */
  readonly receipt: Receipt
  /** Agents that get the skills. */
  readonly agents: readonly string[]
  /** Files that are written besides, where they change: path to new text. */
  readonly texts: ReadonlyMap<string, string>
}

/** Works out what a request changes, and gets the packages for it. Nothing of the project is touched. */
export async function planInstall(installer: Installer, request: InstallRequest): Promise<InstallPlan> {
  const { project, signal, env } = installer
  const [oldText = '', oldLockText] = await Promise.all([
    readIfThere(project.manifestFile),
    readIfThere(project.lockFile),
  ])
  const before = oldLockText === undefined ? EMPTY_LOCK : readLock(oldLockText, project.lockFile)
  const receipt = await readReceipt(project)
  // The lock on disk may have come with the project; what was installed here is what its user knows.
  const installed = receipt.lock === oldLockText ? before : receipt.lock === '' ? EMPTY_LOCK : readLock(receipt.lock)
  const text = editManifest(
    oldText,
    project.manifestFile,
    editsOf(request, readManifest(oldText, project.manifestFile), before, () => detectAgents(project, env)),
  )
  const manifest = readManifest(text, project.manifestFile)
  const sources = installer.sourcesOf(manifest)
  const packages = new Packages(installer, sources)
  const policies = await readPolicies(project, manifest, env)
  const { lock: resolved, offers } = await newLock({
    policies,
    installer,
    request,
    manifest,
    before,
    sources,
    packages,
    hasLock: oldLockText !== undefined,
  })
  const filesOf = async (skill: LockedSkill) => (await packages.get(skill)).files
  await judgeLocked(resolved, policies, installer, sources)
  const unkept = await askUnkept(resolved, installer, sources)
  const formerFiles = async (digest: LockedSkill['digest']): Promise<SkillFiles | undefined> =>
    installer.store.read(digest)
  await checkFacts(resolved, installed, filesOf)
  const { lock, scans } = await judgeScans({
    lock: resolved,
    policies,
    installer,
    filesOf,
    hubScanOf: (name) => (offers.get(name) ?? unkept.get(name))?.scan,
    reason: request.blockedReason,
  })
  for (const { id, as, config } of manifest.skills) {
    const skill = config === undefined ? undefined : lock.skills.find(({ name }) => name === (as ?? bareName(id)))
    if (skill !== undefined && config !== undefined) checkConfig(skill.name, config, await filesOf(skill))
  }
  signal?.throwIfAborted()
  const agents = manifest.agents ?? detectAgents(project, env)
  const folders = await planFolders({
    project,
    lock,
    receipt,
    roots: chooseRoots(project, agents, env),
    copy: request.copy ?? false,
    force: request.force ?? false,
    filesOf,
    formerFiles: ({ digest }) => formerFiles(digest),
  })
  const lockText = writeLock(lock)
  const texts = new Map<string, string>()
  if (text !== oldText) texts.set(project.manifestFile, text)
  // Where there is no manifest nothing was asked for, and there is nothing to lock.
  const hasLock = text !== '' || oldLockText !== undefined
  if (lockText !== oldLockText && !request.frozen && text !== '') texts.set(project.lockFile, lockText)
  const changes = await listChanges(installed, lock, async (skill) =>
    lock.skills.includes(skill) ? filesOf(skill) : formerFiles(skill.digest),
  )
  return {
    title: request.title,
    changes,
    scans,
    lock,
    manifest,
    folders,
    receipt: { folders: folders.placed, lock: hasLock ? lockText : '' },
    agents,
    texts,
  }
}

interface NewLockInput {
  readonly installer: Installer
  readonly request: InstallRequest
  readonly manifest: Manifest
  readonly before: Lock
  readonly sources: ReturnType<Installer['sourcesOf']>
  readonly packages: Packages
  readonly hasLock: boolean
  readonly policies: readonly Policy[]
}

/** A lock, and what the sources say of the skills that were chosen, by name. */
interface NewLock {
  readonly lock: Lock
  readonly offers: ReadonlyMap<string, Offer>
}

async function newLock({
  installer,
  request,
  manifest,
  before,
  sources,
  packages,
  hasLock,
  policies,
}: NewLockInput): Promise<NewLock> {
  const { signal, project } = installer
  const changed = lockDifferences(manifest, before, sources)
  if (request.frozen) {
    if (!hasLock)
      throw new SkillError('DATA_NOT_FOUND', `There is no ${project.lockFile} to install from`, {
        hint: 'Run skillwright install once, and commit the lock that it writes',
      })
    if (changed.length > 0)
      throw new SkillError('CONFLICT', `The lock was made for another manifest; what differs: ${changed.join('; ')}`, {
        hint: 'Run skillwright install, and commit the lock',
      })
    return { lock: before, offers: new Map() }
  }
  // What is locked for exactly this manifest stays, without asking anyone.
  if (changed.length === 0 && request.update === undefined) return { lock: before, offers: new Map() }
  const update = request.update === 'all' ? 'all' : new Set(request.update?.map((what) => lockedName(what, before)))
  const now = (installer.clock ?? (() => new Date()))()
  const forbid = (node: PackageNode, offer: Offer) =>
    policies
      .map((policy) => whyForbidden(policy, { ...offer, source: node.source, tier: node.tier }, now))
      .find(Boolean)
  const { chosen, roots } = await resolveLock({ manifest, lock: before, update, sources, forbid, signal })
  return {
    lock: { roots, skills: await lockChosen(chosen, before.skills, packages, installer) },
    offers: new Map(chosen.map(({ name, offer }) => [name, offer])),
  }
}

/** The folder name of an installed skill, by that or by its id. */
function lockedName(what: string, { skills }: Lock): string {
  const found = skills.find(({ name, id }) => name === what || id === what || id === `@${what}`)
  if (found !== undefined) return found.name
  throw new SkillError('DATA_NOT_FOUND', `${what} is not installed`, { hint: 'See what is: skillwright list' })
}

function editsOf(
  request: InstallRequest,
  manifest: Manifest,
  lock: Lock,
  detected: () => readonly string[],
): ManifestEdit[] {
  const { add = [], addCollections = [], remove = [], pins = [], agents } = request
  for (const { as } of add) if (as !== undefined) checkFolderName(as)
  return [
    ...remove.flatMap((what) => removalsOf(what, manifest, lock)),
    ...add.map((skill): ManifestEdit => ({ add: skill })),
    ...addCollections.map((collection): ManifestEdit => ({ addCollection: collection })),
    ...pins.map(
      ({ name, version }): ManifestEdit => (version === undefined ? { unpin: name } : { pin: name, version }),
    ),
    ...(agents === undefined ? [] : [{ agents: [...new Set([...(manifest.agents ?? detected()), ...agents])] }]),
  ]
}

/** The entries of a manifest that a word means: the id, the folder, or what the lock says that the id became. */
function removalsOf(what: string, { skills, collections, pins }: Manifest, lock: Lock): ManifestEdit[] {
  const plain = what.replace(/^@/, '')
  const isMeant = ({ id, as }: WantedSkill) => id.replace(/^@/, '') === plain || (as ?? bareName(id)) === what
  const found = skills.flatMap((skill, i): ManifestEdit[] => (isMeant(skill) ? [{ removeSkill: i }] : []))
  const sets = collections.flatMap(({ id }, i): ManifestEdit[] =>
    id.replace(/^@/, '') === plain ? [{ removeCollection: i }] : [],
  )
  const names = skills.filter(isMeant).map(({ id, as }) => as ?? bareName(id))
  const unpinned = [...pins.keys()]
    .filter((name) => names.includes(name))
    .map((name): ManifestEdit => ({ unpin: name }))
  if (found.length + sets.length > 0) return [...found, ...sets, ...unpinned]
  const needing = lock.skills.filter(({ dependencies }) => dependencies.has(what)).map(({ name }) => name)
  throw new SkillError(
    'DATA_NOT_FOUND',
    needing.length > 0 ? `${what} is needed by ${needing.join(', ')}` : `The manifest does not ask for ${what}`,
    {
      hint: needing.length > 0 ? `Remove ${needing.join(' and ')} instead` : 'See what is installed: skillwright list',
    },
  )
}
