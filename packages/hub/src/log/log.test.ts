import { checkGrowth, checkReceipt, type LogReceipt, openCheckpoint, readLogKey } from '@skillwright/hub-api'
import { expect, test } from 'vitest'
import { startTestHub } from '../server/fixtures/test-hub.ts'
import { registryWrite } from '../store/registry-write.ts'
import { appendLog } from './append-log.ts'

test('a client sees that an entry is in the log, and that the log only grew', async () => {
  await using running = await startTestHub()
  const { hub, url } = running
  const get = async (path: string) => (await fetch(`${url}/v1/log/${path}`)).json()
  const add = (i: number) => registryWrite(hub.db, (transaction) => appendLog(transaction, { version: `1.0.${i}` }, i))
  const checkpoint = async () => (await fetch(`${url}/v1/log/checkpoint`)).text()
  const key = await readLogKey(await (await fetch(`${url}/v1/log/key`)).text())

  let seen = await openCheckpoint(await checkpoint(), key)
  expect(seen.size).toBe(0)
  for (let i = 0; i < 20; i++) {
    expect(await add(i)).toBe(i)
    const receipt = (await get(`entries/${i}`)) as LogReceipt
    const { checkpoint: now, entry } = await checkReceipt(receipt, key)
    expect(entry).toMatchObject({ index: i, version: `1.0.${i}` })
    const { proof } = (await get(`consistency?from=${seen.size}&to=${now.size}`)) as { proof: string[] }
    await checkGrowth(seen, now, proof)
    if (i % 3 === 0) seen = now
  }

  const receipt = (await get('entries/7')) as LogReceipt
  const refused = expect.objectContaining({ code: 'INTEGRITY_FAILED' })
  await expect(checkReceipt({ ...receipt, entry: receipt.entry.replace('1.0.7', '6.6.6') }, key)).rejects.toThrow(
    refused,
  )
  await expect(checkReceipt({ ...receipt, index: 8 }, key)).rejects.toThrow(refused)
  const forged = receipt.checkpoint.replace(/\n20\n/, '\n21\n')
  await expect(openCheckpoint(forged, key)).rejects.toThrow(refused)
  // A hub that was put back to an earlier state, and one that changed an old entry.
  const now = await openCheckpoint(await checkpoint(), key)
  await expect(checkGrowth(now, seen, [])).rejects.toThrow(refused)
  await expect(checkGrowth({ ...seen, root: '0'.repeat(64) }, now, [])).rejects.toThrow(refused)
})

test('every entry names the hash of the one before', async () => {
  await using running = await startTestHub()
  for (let i = 0; i < 5; i++) await registryWrite(running.hub.db, (transaction) => appendLog(transaction, { i }, i))
  const answer = await fetch(`${running.url}/v1/log/entries?from=1&limit=3`)
  const { items, size } = (await answer.json()) as {
    items: { index: number; entry: string; leaf_hash: string }[]
    size: number
  }
  expect(size).toBe(5)
  expect(items.map(({ index }) => index)).toEqual([1, 2, 3])
  for (const [i, { entry }] of items.entries())
    if (i > 0) expect(JSON.parse(entry).previous).toBe(items[i - 1]?.leaf_hash)
})

test('what is not in the log is not found', async () => {
  await using running = await startTestHub()
  for (const path of ['entries/0', 'consistency?from=0&to=9']) {
    const answer = await fetch(`${running.url}/v1/log/${path}`)
    expect(answer.status, path).toBe(404)
  }
})
