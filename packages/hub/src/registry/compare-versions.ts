import {
  type Bump,
  bumpBetween,
  bumpIsEnough,
  type ContractChange,
  compareContracts,
  type Finding,
} from '@skillwright/contract'
import { comparePermissions, type PermissionChange, type Permissions } from '@skillwright/skill'

/** What of a version the next one is compared with. */
export interface ComparedVersion {
  readonly version: string
  /** The contract as JSON text; null when it has none. */
  readonly contract: string | null
  readonly permissions: Permissions
}

/** How far a version is from the one before. */
export interface VersionComparison {
  readonly previous: string
  /** The smallest step the changes take. */
  readonly required: Bump
  /** The step between the two version numbers. */
  readonly step: Bump | 'downgrade'
  readonly enough: boolean
  readonly changes: readonly ContractChange[]
  readonly permissions: readonly PermissionChange[]
}

const MAX_CHANGES = 100
const MAX_WITNESS_CHARACTERS = 4_000

/** Compares a version with the one before: contract, permissions, and whether the step between their numbers is honest. */
export function compareVersions(before: ComparedVersion, after: ComparedVersion): VersionComparison {
  const { bump, changes } = compareStatedContracts(before.contract, after.contract)
  return {
    previous: before.version,
    required: bump,
    step: bumpBetween(before.version, after.version),
    enough: bumpIsEnough(before.version, after.version, bump),
    changes: changes
      .toSorted((one, other) => Number(other.breaking) - Number(one.breaking))
      .slice(0, MAX_CHANGES)
      .map(withoutHugeWitness),
    permissions: comparePermissions(before.permissions, after.permissions),
  }
}

/** Why a step is too small, one finding for each change that takes a larger one; empty when it is enough. */
export function stepFindings(
  { previous, required, step, enough, changes }: VersionComparison,
  version: string,
): Finding[] {
  if (enough) return []
  return changes
    .filter((change) => !bumpIsEnough(previous, version, change.bump))
    .map(({ action, direction, path, reason, witness, bump }) => ({
      rule: 'hub/version-step',
      severity: 'error',
      file: 'contract.json',
      pointer: path,
      message: `${reason}${place(action, direction)} This takes a ${bump} step, and from ${previous} to ${version} is a ${step} one.${
        witness === undefined ? '' : ` Witness: ${JSON.stringify(witness)}`
      }`,
      why: `Callers that rely on ${previous} would break when they update.`,
      fix: `Publish it as a ${required} step, or undo the change.`,
    }))
}

function compareStatedContracts(before: string | null, after: string | null) {
  if (before !== null && after !== null) return compareContracts(before, after)
  if (before === after) return { bump: 'none', changes: [] } as const
  const isRemoved = after === null
  const reason = isRemoved ? 'The contract was removed.' : 'A contract was added.'
  const bump = isRemoved ? 'major' : 'minor'
  return { bump, changes: [{ path: '', reason, breaking: isRemoved, bump }] } as const
}

function withoutHugeWitness(change: ContractChange): ContractChange {
  const { witness, ...rest } = change
  return witness === undefined || JSON.stringify(witness).length <= MAX_WITNESS_CHARACTERS ? change : rest
}

function place(action: string | undefined, direction: string | undefined): string {
  const words = [action === undefined ? '' : `action ${action}`, direction ?? ''].filter((word) => word !== '')
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}
