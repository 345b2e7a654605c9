import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHub } from '@skillwright/hub'
import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('home', () => {
  const { visit, publishExample } = pages as Pages

  test('an empty hub teaches the first publish', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'empty-'))
    await using hub = await startHub({ port: 0, dir, logLevel: 'silent', verify: 'off' })
    await using visited = await visit('/', { base: hub.url })
    await visited.page.getByRole('heading', { name: 'This hub is empty' }).waitFor()
    expect(await visited.page.getByText(`skillwright login ${hub.url}`).isVisible()).toBe(true)
    expect(visited.faults).toEqual([])
  })

  test('search finds a skill by what it does, in English and Chinese, says why, and filters', async () => {
    for (const skill of ['text-diff', 'unit-converter']) await publishExample(skill)
    await using visited = await visit('/')
    const { page, faults } = visited
    await page.getByRole('searchbox').fill('a temperature in another unit')
    await page.getByRole('heading', { name: /^\d+ found/ }).waitFor()
    expect(await page.locator('.card .title').first().textContent()).toBe('Unit Converter')
    expect(await page.locator('.card .why mark').count()).toBeGreaterThan(0)
    await page.getByRole('searchbox').fill('比较两段文字')
    await page.locator('.card .title', { hasText: 'Diff' }).first().waitFor()
    await page.getByLabel('Tier').selectOption('verified')
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    expect(new URL(page.url()).searchParams.get('tier')).toBe('verified')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Permissions').selectOption('network')
    await page.locator('.card').nth(1).waitFor()
    expect(faults).toEqual([])
  })

  test('from the first page to a skill and back with the keyboard alone', async () => {
    await using visited = await visit('/')
    const { page } = visited
    await page.locator('.card').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('temperature')
    await page.locator('mark', { hasText: 'temperature' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Unit Converter' }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.goBack()
    await page.getByRole('searchbox').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('temperature')
  })
})
