import { join } from 'node:path'
import { isObject } from '@skillwright/contract'
import type { Client, Digest } from '@skillwright/skill'
import { type Project, readIfThere } from '../project.ts'
import { seal, unseal } from '../transaction/seal.ts'

/** A folder, or a link to one, that was put into an agent's folder. */
export interface PlacedFolder {
  /** Relative to the project, with `/`; absolute when it is elsewhere. */
  readonly path: string
  /** The skill's name in the lock. */
  readonly name: string
  readonly digest: Digest
  readonly dialect: Client['dialect']
  /** Path of the placed folder that it is a link to; undefined for a copy. */
  readonly linkTo?: string
  /** SHA-256 of every file as it was written; empty for a link. */
  readonly files: Readonly<Record<string, string>>
}

/** What was put where: only this is ever changed or removed. */
export interface Receipt {
  readonly folders: readonly PlacedFolder[]
  /** The lock as it was installed here last: what stands in it was checked, and agreed to. */
  readonly lock: string
}

const NOTHING: Receipt = { folders: [], lock: '' }

/** The file of the receipt of a project. */
export function receiptFile({ stateDir }: Project): string {
  return join(stateDir, 'receipt.json')
}

/** Reads the receipt of a project; an empty one when there is none, or none of this user's. */
export async function readReceipt(project: Project): Promise<Receipt> {
  const sealed = await readIfThere(receiptFile(project))
  const text = sealed === undefined ? undefined : await unseal(sealed)
  if (text === undefined) return NOTHING
  const value: unknown = JSON.parse(text)
  return isObject(value) && Array.isArray(value.folders) ? { ...NOTHING, ...(value as Partial<Receipt>) } : NOTHING
}

/** A receipt as text, the same for the same folders. */
export function writeReceipt({ folders, lock }: Receipt): Promise<string> {
  const sorted = folders.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return seal(`${JSON.stringify({ folders: sorted, lock }, null, 1)}\n`)
}
