import { type ContractComparison, compareContracts } from '@skillwright/contract'
import {
  comparePermissions,
  describePermissions,
  NO_PERMISSIONS,
  type PermissionChange,
  parseSkill,
  type SkillFiles,
} from '@skillwright/skill'
import type { Lock, LockedSkill } from '../lock/lock.ts'

/** What happens to one skill. */
export interface SkillChange {
  readonly name: string
  readonly id: string
  readonly kind: 'add' | 'update' | 'remove'
  readonly from?: string
  readonly to?: string
  readonly source: string
  /** What it may do that it could not before, and the other way round. */
  readonly permissions: readonly PermissionChange[]
  /** What it asks for in all, as sentences. */
  readonly asksFor: readonly string[]
  readonly files: {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly changed: readonly string[]
  }
  /** How its contract changed, for an update of which both versions are at hand. */
  readonly contract?: ContractComparison
}

/** What differs between two locks, by the name of the skill. */
export async function listChanges(
  before: Lock,
  after: Lock,
  filesOf: (skill: LockedSkill) => Promise<SkillFiles | undefined>,
): Promise<SkillChange[]> {
  const old = new Map(before.skills.map((skill) => [skill.name, skill]))
  const now = new Map(after.skills.map((skill) => [skill.name, skill]))
  const names = [...new Set([...old.keys(), ...now.keys()])].toSorted()
  const changes = await Promise.all(
    names.map(async (name): Promise<SkillChange | undefined> => {
      const [from, to] = [old.get(name), now.get(name)]
      const shown = to ?? from
      if (shown === undefined || from?.digest === to?.digest) return undefined
      const contract = from === undefined || to === undefined ? undefined : await contractChange(from, to, filesOf)
      return {
        name,
        id: shown.id,
        source: shown.source,
        kind: from === undefined ? 'add' : to === undefined ? 'remove' : 'update',
        ...(from === undefined ? {} : { from: from.version }),
        ...(to === undefined ? {} : { to: to.version }),
        permissions: comparePermissions(from?.permissions ?? NO_PERMISSIONS, to?.permissions ?? NO_PERMISSIONS),
        asksFor: describePermissions(to?.permissions ?? NO_PERMISSIONS),
        files: changedFiles(from, to),
        ...(contract === undefined ? {} : { contract }),
      }
    }),
  )
  return changes.filter((change) => change !== undefined)
}

/** Permissions that a change would give and that no one has agreed to yet. */
export function newPermissions({ kind, permissions }: SkillChange): readonly PermissionChange[] {
  return kind === 'remove' ? [] : permissions.filter(({ added }) => added.length > 0)
}

function changedFiles(from: LockedSkill | undefined, to: LockedSkill | undefined): SkillChange['files'] {
  const old = new Map(from?.files.map(({ path, sha256 }) => [path, sha256]))
  const now = new Map(to?.files.map(({ path, sha256 }) => [path, sha256]))
  return {
    added: [...now.keys()].filter((path) => !old.has(path)),
    removed: [...old.keys()].filter((path) => !now.has(path)),
    changed: [...now.keys()].filter((path) => old.has(path) && old.get(path) !== now.get(path)),
  }
}

async function contractChange(
  from: LockedSkill,
  to: LockedSkill,
  filesOf: (skill: LockedSkill) => Promise<SkillFiles | undefined>,
): Promise<ContractComparison | undefined> {
  const [old, now] = await Promise.all([filesOf(from), filesOf(to)])
  if (old === undefined || now === undefined) return undefined
  const [before, after] = [parseSkill(old).contract, parseSkill(now).contract]
  return before === undefined || after === undefined ? undefined : compareContracts(before, after)
}
