import { randomUUID } from 'node:crypto'
import { lstat, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** How much may be kept. */
export interface PruneOptions {
  /** All copies together. */
  readonly maxBytes?: number
  /** A copy that was not used for this long goes in any case. */
  readonly maxIdleMs?: number
}

const HOUR_MS = 3_600_000
// Whatever was used within this time may still be running.
const IN_USE_MS = 24 * HOUR_MS
const LEFTOVER_MS = HOUR_MS

/**
 * Removes copies that were not used for long, and the least recently used ones while they take too much space. The time of a
 * copy's folder says when it was last used, by any process.
 */
export async function pruneCopies(
  root: string,
  { maxBytes = 2 * 1024 ** 3, maxIdleMs = 30 * 24 * HOUR_MS }: PruneOptions = {},
): Promise<void> {
  const entries = await Promise.all((await readdir(root)).map((name) => measure(join(root, name), name)))
  const found = entries.filter((entry) => entry !== undefined).sort((a, b) => a.usedAt - b.usedAt)
  let bytes = found.reduce((sum, entry) => sum + entry.bytes, 0)
  for (const { path, usedAt, bytes: own, isCopy } of found) {
    const idleMs = Date.now() - usedAt
    const isTooMuch = isCopy ? idleMs > IN_USE_MS && (idleMs > maxIdleMs || bytes > maxBytes) : idleMs > LEFTOVER_MS
    if (!isTooMuch) continue
    await removeUnused(path, usedAt, root)
    bytes -= own
  }
}

/** Moves it away before it is removed, so that no process ever sees half of it; back again if a process used it at that moment. */
async function removeUnused(path: string, usedAt: number, root: string): Promise<void> {
  const away = join(root, `old-${randomUUID()}`)
  try {
    await rename(path, away)
    const isTaken = (await lstat(away)).mtimeMs !== usedAt
    if (isTaken) await rename(away, path)
    else await rm(away, { recursive: true, force: true })
  } catch {
    // Another process was quicker, to remove it or to make it again.
    await rm(away, { recursive: true, force: true })
  }
}

async function measure(
  path: string,
  name: string,
): Promise<{ path: string; usedAt: number; bytes: number; isCopy: boolean } | undefined> {
  try {
    const { mtimeMs: usedAt } = await lstat(path)
    const files = await readdir(path, { recursive: true })
    const stats = await Promise.all(files.map((file) => lstat(join(path, file)).catch(() => undefined)))
    const bytes = stats.reduce((sum, stat) => sum + (stat?.size ?? 0), 0)
    return { path, usedAt, bytes, isCopy: name.startsWith('sha256-') }
  } catch {
    return undefined
  }
}
