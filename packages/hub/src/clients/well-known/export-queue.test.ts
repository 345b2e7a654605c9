import { expect, test } from 'vitest'
import { openTestRegistry } from '../../registry/fixtures/test-registry.ts'
import { ExportQueue } from './export-queue.ts'

test('what is known already is looked at as often however many others have to be made first', async () => {
  await using registry = await openTestRegistry()
  const ann = await registry.person('ann')
  const place = async (name: string) => {
    const { archive_sha256, version } = await registry.publish(ann, { name })
    return { archive_sha256, version, name }
  }
  await using queue = new ExportQueue(registry.hub)
  const known = await place('known-words')
  await queue.get([known], Number.POSITIVE_INFINITY)
  const looksWith = async (others: readonly (typeof known)[]): Promise<number> => {
    let looks = 0
    const watched = {
      ...known,
      get name() {
        looks++
        return known.name
      },
    }
    const made = await queue.get([watched, ...others], Number.POSITIVE_INFINITY)
    expect(made.map((one) => one?.name)).toEqual([known, ...others].map(({ name }) => name))
    return looks
  }
  const before = await looksWith([])
  expect(await looksWith([await place('first-words'), await place('other-words'), await place('third-words')])).toBe(
    before,
  )
})

test('making an export is no change to what is kept in memory of skills', async () => {
  await using registry = await openTestRegistry()
  const ann = await registry.person('ann')
  const { archive_sha256, version } = await registry.publish(ann, { name: 'known-words' })
  await using queue = new ExportQueue(registry.hub)
  const before = await registry.hub.stamp()
  const [made] = await queue.get([{ archive_sha256, version, name: 'known-words' }], Number.POSITIVE_INFINITY)
  expect(made?.name).toBe('known-words')
  expect(await registry.hub.stamp()).toBe(before)
})
