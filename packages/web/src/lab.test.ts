import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('the index lab', () => {
  const { visit, publishExample } = pages as Pages

  test('shows which skills a message is offered, why, at which level, and the exact prompt within the budget', async () => {
    for (const skill of ['text-diff', 'unit-converter']) await publishExample(skill)
    await using visited = await visit('/lab', { handle: 'reader' })
    const { page, faults } = visited
    await page.getByLabel('Message').fill('What changed between these two texts?')
    const offer = page.locator('tbody tr', { hasText: '@admin/text-diff' })
    await offer.waitFor()
    expect(await offer.locator('mark').count()).toBeGreaterThan(0)
    const level = offer.locator('.badge')
    const before = await level.textContent()
    const prompt = page.locator('.line', { hasText: 'The exact prompt' }).locator('code')
    expect(await prompt.textContent()).toContain('You are a helpful assistant.')
    expect((await prompt.textContent())?.toLowerCase()).toContain('diff')
    const status = page.locator('main [role=status]')
    const meter = page.locator('meter')
    const usedOf = async (budget: number) => {
      await page.getByLabel('Budget').fill(String(budget))
      await expect.poll(() => status.textContent()).toContain(` of ${budget} tokens used`)
      const used = Number.parseInt((await status.textContent()) ?? '', 10)
      expect(Number(await meter.getAttribute('value'))).toBeCloseTo(used / budget)
      return used
    }
    expect(await usedOf(950)).toBeGreaterThan(100)
    const least = await usedOf(100)
    expect(least).toBeLessThanOrEqual(100)
    await page.evaluate('document.querySelector("input[type=range]").step = 1')
    // What fills the budget to the last token is shown as it is, and so it is when there is room again.
    for (const budget of [950, least, least + 20]) await usedOf(budget)
    await usedOf(100)
    await expect.poll(async () => (await offer.textContent())?.includes(before ?? '-')).toBe(false)
    await page.getByLabel('Message').fill('总结今天的新闻 zebra')
    await page.getByRole('status').first().waitFor()
    expect(new URL(page.url()).searchParams.get('budget')).toBe('100')
    expect(faults).toEqual([])
  })
})
