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
}

/** The file of the receipt of a project. */
export function receiptFile({ stateDir }: Project): string {
  return join(stateDir, 'receipt.json')
}

/** Reads the receipt of a project; an empty one when there is none, or none of this user's. */
export async function readReceipt(project: Project): Promise<Receipt> {
  const sealed = await readIfThere(receiptFile(project))
  const text = sealed === undefined ? undefined : await unseal(sealed)
  if (text === undefined) return { folders: [] }
  const value: unknown = JSON.parse(text)
  return isObject(value) && Array.isArray(value.folders) ? (value as unknown as Receipt) : { folders: [] }
}

/** A receipt as text, the same for the same folders. */
export function writeReceipt({ folders }: Receipt): Promise<string> {
  const sorted = folders.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return seal(`${JSON.stringify({ folders: sorted }, null, 1)}\n`)
}
