import { DOWNLOAD_PACKAGE } from '@skillwright/hub-api'
import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'
import { HELD_FILES, shoutSkill } from './fixtures/shout-skill.ts'

const pages = await openPages()

/** A skill that shouts at most so often. */
function narrowShout(id: string, version: string, most: number): Record<string, string> {
  const files = shoutSkill(id, version)
  const contract = JSON.parse(files['contract.json'] ?? '')
  const { voice: _voice, ...properties } = contract.input.properties
  contract.input.properties = { ...properties, times: { ...properties.times, maximum: most } }
  return { ...files, 'contract.json': JSON.stringify(contract), 'tools/extra.py': '# More.\n' }
}

describe.skipIf(pages === undefined)('the page of a skill', () => {
  const { visit, publish, admin } = pages as Pages

  test('shows what broke between two versions, a value that shows it, parameters and text side by side', async () => {
    await publish('@admin/versioned-shout', '1.0.0', shoutSkill('versioned-shout'))
    await publish('@admin/versioned-shout', '2.0.0', narrowShout('versioned-shout', '2.0.0', 5))
    await using visited = await visit('/skills/@admin/versioned-shout/versions')
    const { page, faults } = visited
    await page.locator('.changes .breaking .line').first().waitFor()
    expect(await page.locator('.badge', { hasText: 'major step' }).count()).toBe(1)
    const compared = page.locator('.compared')
    await compared.locator('tr.removed', { hasText: 'voice' }).waitFor()
    const times = compared.locator('tr.changed', { hasText: 'times' })
    expect(await times.locator('del').textContent()).toContain('1 … 9')
    expect(await times.locator('ins').textContent()).toContain('1 … 5')
    await page.locator('details.file', { hasText: 'tools/extra.py' }).locator('summary').click()
    await page.locator('.diff .added', { hasText: '# More.' }).waitFor()
    expect(await page.locator('details.file', { hasText: 'tools/main.py' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('says what depends on it, what it needs, and what its relatives ask for besides', async () => {
    const files = shoutSkill('chorus-shout')
    const manifest = { ...JSON.parse(files['skill.json'] ?? ''), permissions: { network: ['voices.example.com'] } }
    const needs = { ...manifest, dependencies: { '@admin/versioned-shout': '^2' } }
    await publish('@admin/chorus-shout', '1.0.0', { ...files, 'skill.json': JSON.stringify(needs) })
    await using visited = await visit('/skills/@admin/versioned-shout')
    const { page, faults } = visited
    const dependent = page.locator('.dependents li')
    await dependent.getByRole('link').waitFor()
    expect(await dependent.textContent()).toContain('^2')
    await page.locator('.rows li', { hasText: '+ Network' }).first().waitFor()
    await dependent.getByRole('link').click()
    await page.locator('.side').getByRole('link', { name: '@admin/versioned-shout' }).waitFor()
    expect(faults).toEqual([])
  })

  test('shows what the scan found in a held version, and neither a tier nor how to install it', async () => {
    await publish('@admin/scanned-shout', '1.0.0', shoutSkill('scanned-shout', '1.0.0', HELD_FILES))
    await using visited = await visit('/skills/@admin/scanned-shout/trust?version=1.0.0', { handle: 'admin' })
    const { page, faults } = visited
    await page.locator('.findings', { hasText: 'package.json:' }).first().waitFor()
    await page.locator('.quoted', { hasText: 'node setup.js' }).first().waitFor()
    await page.getByRole('heading', { name: 'No tier yet' }).waitFor()
    expect(await page.locator('.evidence, .side .line').count()).toBe(0)
    await page.getByRole('button', { name: '中文' }).click()
    await page.locator('.findings', { hasText: '软件包钩子会在安装时运行' }).waitFor()
    expect(faults).toEqual([])
  })

  test('draws its downloads, and for those who maintain it its calls, errors and times', async () => {
    const place = { scope: 'admin', skill: 'versioned-shout' }
    for (let i = 0; i < 3; i++) await admin.call(DOWNLOAD_PACKAGE, { params: { ...place, version: '1.0.0' } })
    await using caller = await visit('/skills/@admin/versioned-shout/try', { handle: 'admin' })
    const { page, faults } = caller
    for (const text of ['aloud', 'fail']) {
      await page.getByLabel('text').fill(text)
      await page.getByRole('button', { name: 'Run it' }).click()
      await page
        .locator('.live')
        .getByText(text === 'fail' ? 'NO_VOICE' : 'ALOUD')
        .first()
        .waitFor()
    }
    const figures = page.locator('.chart')
    // What was counted is written every few seconds.
    await expect
      .poll(async () => {
        await page.goto(new URL('/runs?skill=%40admin%2Fversioned-shout', page.url()).href)
        await page.locator('.figures :is(.tiles, .empty)').first().waitFor()
        return page
          .locator('.figures .tiles')
          .textContent({ timeout: 100 })
          .catch(() => '')
      })
      .toContain('Calls2')
    await figures.locator('canvas').first().waitFor()
    expect(await figures.locator('figcaption').allTextContents()).toEqual([
      'Calls',
      'Errors by code',
      'How long calls took',
    ])
    await figures.nth(1).getByText('As a table').click()
    await figures.nth(1).getByRole('columnheader', { name: 'NO_VOICE' }).waitFor()
    expect(faults).toEqual([])
    await using stranger = await visit('/skills/@admin/versioned-shout/usage', { handle: 'caller' })
    // So are the downloads.
    await expect
      .poll(async () => {
        await stranger.page.reload()
        await stranger.page.locator('.chart canvas').waitFor()
        return stranger.page.getByText('3 in the last 30 days, 3 in all').isVisible()
      })
      .toBe(true)
    await stranger.page.getByText('Only those who maintain the skill').waitFor()
    expect(stranger.faults).toEqual([])
  })
})
