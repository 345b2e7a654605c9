import type { Contract, ContractComparison, Finding } from '@skillwright/contract'
import { oneLine, type ScanReport, type SkillFiles } from '@skillwright/skill'

/** A skill that was made of what others offer. */
export interface ImportedSkill {
  readonly id: string
  readonly files: SkillFiles
  readonly contract: Contract
  readonly version: string
  /** What was left out, and what is to be known. */
  readonly findings: readonly Finding[]
  /** What its words could do to a user. */
  readonly scan: ScanReport
  /** What changed since the last import, with inputs that break. */
  readonly comparison?: ContractComparison
}

/** An id made of a title; `other` when there is nothing in it that an id can have. */
export function idOf(title: string, other: string): string {
  const words = oneLine(title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  if (words === '') return other
  return /^[a-z]/.test(words) ? words : `${other}-${words}`
}

/** A document as a file has it. */
export function jsonFile(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
