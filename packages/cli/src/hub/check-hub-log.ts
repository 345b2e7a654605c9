import { createPublicKey } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { HubClient } from './hub-client.ts'
import { readKnownHubs, rememberHub } from './known-hubs.ts'

/** What the log says of a published version. */
export interface LoggedVersion {
  readonly skill: string
  readonly version: string
  readonly digest: string
}

/**
 * Checks that what a hub says was published is in its log, that the hub's key signed it, and that the log only grew since
 * this person last looked. The key is remembered from the first time. Throws INTEGRITY_FAILED.
 */
export async function checkHubLog(client: HubClient, index: number, expected: LoggedVersion): Promise<void> {
  const { checkGrowth, checkReceipt, openCheckpoint } = await import('@skillwright/hub')
  const known = (await readKnownHubs()).hubs[client.url] ?? {}
  const pem = known.logKey ?? (await client.text('/v1/log/key'))
  const key = createPublicKey(pem)
  const receipt = await client.ask<Parameters<typeof checkReceipt>[0]>(`/v1/log/entries/${index}`)
  const { checkpoint, entry } = checkReceipt(receipt, key)
  if (entry.skill !== expected.skill || entry.version !== expected.version || entry.digest !== expected.digest)
    throw new SkillError(
      'INTEGRITY_FAILED',
      `Entry ${index} of the hub's log is about something else than ${expected.skill}`,
      {
        hint: 'Do not use it, and ask the operator of the hub',
      },
    )
  if (known.checkpoint !== undefined) {
    const seen = openCheckpoint(known.checkpoint, key)
    const { proof } = await client
      .ask<{ proof: string[] }>(`/v1/log/consistency?from=${seen.size}&to=${Math.max(seen.size, checkpoint.size)}`)
      .catch((error: unknown) => {
        // A log that is shorter than it was has no such proof.
        if (error instanceof SkillError && error.code === 'DATA_NOT_FOUND') return { proof: [] }
        throw error
      })
    checkGrowth(seen, checkpoint, proof)
  }
  await rememberHub(client.url, { logKey: pem, checkpoint: receipt.checkpoint })
}
