import { createPrivateKey } from 'node:crypto'
import { type Hash, type LogKey, openCheckpoint } from '@skillwright/hub-api'
import { logKeyOf } from '../log/sign-checkpoint.ts'
import type { StoredHub } from './open-stored.ts'

/** The roots that were signed over the first entries of the log, by how many; tells of every checkpoint that is wrong in itself. */
export async function readSignedRoots(
  db: StoredHub['db'],
  size: number,
  report: (subject: string, message: string) => void,
): Promise<Map<number, Hash>> {
  const checkpoints = await db.selectFrom('checkpoints').select(['size', 'root', 'note']).execute()
  if (checkpoints.length === 0) return new Map()
  const key = await db.selectFrom('keys').select('private_pem').where('name', '=', 'log').executeTakeFirst()
  if (key === undefined) {
    report('the log', 'its key is missing, and checkpoints were signed with one')
    return new Map()
  }
  const publicKey = await readKey(key.private_pem)
  if (publicKey === undefined) {
    report('the log', 'its key cannot be read')
    return new Map()
  }
  for (const checkpoint of checkpoints) {
    const subject = `the checkpoint of ${checkpoint.size} entries`
    try {
      const said = await openCheckpoint(checkpoint.note, publicKey)
      if (said.size !== checkpoint.size || said.root !== checkpoint.root) report(subject, 'it says something else')
    } catch {
      report(subject, 'it is not signed by the key of the log')
    }
  }
  const newest = Math.max(...checkpoints.map((checkpoint) => checkpoint.size))
  const sizeNow = (await db.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()).log_size
  if (newest > sizeNow) report('the log', `it has ${sizeNow} entries, and ${newest} were signed`)
  return new Map(checkpoints.filter((one) => one.size <= size).map((one) => [one.size, one.root]))
}

async function readKey(pem: string): Promise<LogKey | undefined> {
  try {
    return await logKeyOf(createPrivateKey(pem))
  } catch {
    return undefined
  }
}
