import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { userFolder } from '@skillwright/skill'

const BYTES = 32

/**
 * Marks text as written by this user's own skillwright. What says which folders may be moved and removed lies inside projects, and a project may come from
 * anywhere: a journal or receipt that someone put into a repository has no seal, and counts as absent.
 */
export async function seal(text: string): Promise<string> {
  return `${await sealOf(text)}\n${text}`
}

/** The text under a seal; undefined when the seal is not this user's. */
export async function unseal(sealed: string): Promise<string | undefined> {
  const end = sealed.indexOf('\n')
  const text = sealed.slice(end + 1)
  const [found, expected] = [Buffer.from(sealed.slice(0, Math.max(end, 0))), Buffer.from(await sealOf(text))]
  return found.length === expected.length && timingSafeEqual(found, expected) ? text : undefined
}

async function sealOf(text: string): Promise<string> {
  return createHmac('sha256', await readKey())
    .update(text)
    .digest('hex')
}

async function readKey(): Promise<Buffer> {
  const file = join(userFolder('data'), 'seal.key')
  const known = await readFile(file).catch(() => undefined)
  if (known !== undefined && known.length === BYTES) return known
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${randomUUID()}`
  await writeFile(fresh, randomBytes(BYTES), { mode: 0o600, flag: 'wx' })
  // Of two processes that make one at the same time the first wins. A part of a key, on a disk that was full, is none: anybody can guess it.
  if (known === undefined) await link(fresh, file).catch(() => undefined)
  else await rename(fresh, file)
  await rm(fresh, { force: true })
  return readFile(file)
}
