import { isUtf8 } from 'node:buffer'
import { SkillError } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import type { LockedSkill } from '../lock/lock.ts'
import { unifiedDiff } from '../merge/unified-diff.ts'
import { readPlaced } from '../place/read-placed.ts'
import { renderSkill } from '../place/render-skill.ts'
import type { Installer } from '../plan/installer.ts'
import { Packages } from '../plan/obtain-packages.ts'
import { listChanges, type SkillChange } from '../plan/skill-change.ts'
import { diskPath } from '../project-path.ts'
import { describePackage } from '../sources/describe-package.ts'
import { readState } from './read-state.ts'

/** How one file differs. */
interface FileDifference {
  readonly path: string
  readonly what: 'added' | 'removed' | 'changed'
  /** Lines as `diff -u` writes them; empty for what is no text. */
  readonly lines: readonly string[]
}

/** How an installed skill differs from how it was installed, or from another version of it. */
export interface SkillDifference {
  readonly files: readonly FileDifference[]
  /** What another version would change: permissions and contract. */
  readonly change?: SkillChange
}

/** Compares an installed skill with what was installed, or what was installed with another version. Throws DATA_NOT_FOUND. */
export async function diffInstalled(installer: Installer, name: string, version?: string): Promise<SkillDifference> {
  const { lock, receipt, manifest } = await readState(installer.project)
  const skill = lock.skills.find((one) => one.name === name || one.id === name)
  if (skill === undefined)
    throw new SkillError('DATA_NOT_FOUND', `${name} is not installed`, { hint: 'See what is: skillwright list' })
  const sources = installer.sourcesOf(manifest)
  const packages = new Packages(installer, sources)
  const { files: pristine } = await packages.get(skill)
  if (version === undefined) {
    const folder = receipt.folders.find((one) => one.name === skill.name && one.linkTo === undefined)
    const content = folder === undefined ? undefined : await readPlaced(diskPath(installer.project, folder.path))
    if (folder === undefined || content === undefined)
      throw new SkillError('DATA_NOT_FOUND', `${name} is locked and not there`, {
        hint: 'Bring it back: skillwright install',
      })
    return { files: differences(renderSkill(pristine, folder), content.files) }
  }
  const offers = await sources.open(skill.source).offers([skill.id], { range: version })
  const offer = offers.get(skill.id)?.offers.find((one) => one.version === version)
  if (offer === undefined)
    throw new SkillError('DATA_NOT_FOUND', `${skill.id} has no version ${version}`, {
      hint: `See which there are: skillwright info ${skill.id}`,
    })
  const { files: other } = await packages.get({ ...offer, id: skill.id, source: skill.source })
  const { permissions } = describePackage(other, skill.name).offer
  const next: LockedSkill = { ...skill, version, permissions, digest: offer.digest ?? skill.digest, files: [] }
  const [change] = await listChanges({ roots: [], skills: [skill] }, { roots: [], skills: [next] }, async (one) =>
    one === next ? other : pristine,
  )
  return { files: differences(pristine, other), ...(change === undefined ? {} : { change }) }
}

function differences(before: SkillFiles, after: SkillFiles): FileDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((path): FileDifference[] => {
    const [old, now] = [before.get(path), after.get(path)]
    if (old !== undefined && now !== undefined && Buffer.compare(old, now) === 0) return []
    const isText = [old, now].every((bytes) => bytes === undefined || (isUtf8(bytes) && !bytes.includes(0)))
    const lines = isText ? unifiedDiff(textOf(old), textOf(now)) : []
    return [{ path, what: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed', lines }]
  })
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8')
}
