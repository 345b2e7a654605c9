import { isUtf8 } from 'node:buffer'
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
import { unifiedDiff } from '../merge/unified-diff.ts'

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
  /** How many lines come and go in each text that changes, for an update of which both versions are at hand. */
  readonly lines: Readonly<Record<string, { readonly added: number; readonly removed: number }>>
  /** Why it is installed although the scan says `block`. */
  readonly forced?: string
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
      const [former, next] =
        from === undefined || to === undefined ? [] : await Promise.all([filesOf(from), filesOf(to)])
      const files = changedFiles(from, to)
      const contract = contractChange(former, next)
      return {
        name,
        id: shown.id,
        source: shown.source,
        kind: from === undefined ? 'add' : to === undefined ? 'remove' : 'update',
        ...(from === undefined ? {} : { from: from.version }),
        ...(to === undefined ? {} : { to: to.version }),
        permissions: comparePermissions(from?.permissions ?? NO_PERMISSIONS, to?.permissions ?? NO_PERMISSIONS),
        asksFor: describePermissions(to?.permissions ?? NO_PERMISSIONS),
        files,
        lines: Object.fromEntries(files.changed.flatMap((path) => changedLines(path, former, next))),
        ...(to?.forced === undefined ? {} : { forced: to.forced }),
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

function changedLines(path: string, old: SkillFiles | undefined, now: SkillFiles | undefined) {
  const [before, after] = [old?.get(path), now?.get(path)]
  if (before === undefined || after === undefined || !isUtf8(before) || !isUtf8(after)) return []
  const lines = unifiedDiff(Buffer.from(before).toString(), Buffer.from(after).toString())
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  return [[path, { added: count('+'), removed: count('-') }] as const]
}

function contractChange(old: SkillFiles | undefined, now: SkillFiles | undefined): ContractComparison | undefined {
  if (old === undefined || now === undefined) return undefined
  const [before, after] = [parseSkill(old).contract, parseSkill(now).contract]
  return before === undefined || after === undefined ? undefined : compareContracts(before, after)
}
