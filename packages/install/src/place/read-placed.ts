import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '@skillwright/skill'
import type { PlacedFolder } from './receipt.ts'

/** What is in a placed folder now. */
export interface PlacedContent {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Links and other things that are no files; they are never read. */
  readonly others: readonly string[]
}

/** Reads all of a folder; undefined when there is none. */
export async function readPlaced(dir: string): Promise<PlacedContent | undefined> {
  const stats = await lstat(dir).catch(() => undefined)
  if (stats === undefined || !stats.isDirectory()) return undefined
  const files = new Map<string, Uint8Array>()
  const others: string[] = []
  const pending = ['']
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) pending.push(path)
      else if (entry.isFile()) files.set(path, await readFile(join(dir, path)))
      else others.push(path)
    }
  }
  return { files, others }
}

/** How a placed folder differs from what was put there. */
export interface PlacedEdits {
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Compares a placed folder with its receipt. */
export function editsOf({ files: written }: PlacedFolder, { files, others }: PlacedContent): PlacedEdits {
  const paths = Object.keys(written)
  return {
    changed: paths.filter((path) => {
      const bytes = files.get(path)
      return bytes !== undefined && sha256(bytes) !== written[path]
    }),
    removed: paths.filter((path) => !files.has(path) && !others.includes(path)),
    added: [...[...files.keys()].filter((path) => !Object.hasOwn(written, path)), ...others].toSorted(),
  }
}

/** Whether anything differs. */
export function isEdited({ changed, removed, added }: PlacedEdits): boolean {
  return changed.length + removed.length + added.length > 0
}
