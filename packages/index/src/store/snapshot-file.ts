import { randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { userFolder } from '@skillwright/skill'
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot.ts'

const ENDING = '.index'
const TEMPORARY = '.new'
// A snapshot not written for so long belongs to removed roots, or is cheap to rebuild.
const KEEP_MS = 60 * 24 * 3_600_000
const ABANDONED_MS = 3_600_000

/** Where snapshots are kept. */
export function cacheFolder(): string {
  return join(userFolder('cache'), 'index')
}

/** The file in which the snapshot for a key is kept. Two keys may share one: it has its key in it, and is read for no other. */
export function snapshotFile(folder: string, key: string): string {
  return join(folder, `${crc32(key).toString(16)}-${key.length}${ENDING}`)
}

/** Reads the snapshot in a file; undefined when there is none, a sentence when there is one that cannot be used. */
export function loadSnapshot(file: string, key: string): Snapshot | string | undefined {
  try {
    const bytes = readWhole(file)
    const snapshot = typeof bytes === 'string' ? bytes : decodeSnapshot(bytes, key)
    return typeof snapshot === 'string' ? `${file} was not used: ${snapshot}` : snapshot
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    return code === 'ENOENT' ? undefined : `${file} was not used: ${message}`
  }
}

/**
 * Writes a snapshot so that every reader finds the old one or the new one, whole. Of two processes that write at once the
 * later one wins.
 */
export async function saveSnapshot(file: string, snapshot: Snapshot): Promise<void> {
  const folder = join(file, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(6).toString('hex')}${TEMPORARY}`
  try {
    await writeFile(temporary, encodeSnapshot(snapshot), { flag: 'wx', mode: 0o600 })
    await rename(temporary, file)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw cause
  }
  await removeOld(folder)
}

function readWhole(file: string): Uint8Array | string {
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) return 'it is not a file'
    // Where others may write to the folder, what they left there must not decide which skills there are.
    if (process.getuid !== undefined && stats.uid !== process.getuid()) return 'it belongs to another user'
    // Not from Node's pool: lists of numbers in it must begin at multiples of eight.
    const bytes = Buffer.allocUnsafeSlow(stats.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(handle)
  }
}

/** Removes snapshots not written for long, and partial files of killed processes. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const mostMs = name.endsWith(ENDING) ? KEEP_MS : name.endsWith(TEMPORARY) ? ABANDONED_MS : Number.POSITIVE_INFINITY
    const path = join(folder, name)
    // Another process may be removing it too.
    const stats = await stat(path).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs > mostMs) await rm(path, { force: true }).catch(() => undefined)
  }
}
