import { PUBLISH_COLLECTION } from '@skillwright/hub-api'
import { describe, expect, test } from 'vitest'
import { hostileSkill } from './fixtures/hostile-skill.ts'
import { openPages, type Pages } from './fixtures/open-pages.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('what others wrote', () => {
  const { visit, publish, admin, url } = pages as Pages

  test('stays text on every page that shows it', async () => {
    await publish('@admin/hostile-words', '1.0.0', hostileSkill('hostile-words'))
    const skills = [{ name: '@admin/hostile-words', range: '^1' }]
    await admin.call(PUBLISH_COLLECTION, {
      params: { scope: 'admin', collection: 'hostile-set', version: '1.0.0' },
      body: { description: '<img src=x onerror=window.pwned=1>', skills },
    })
    const skill = '/skills/@admin/hostile-words'
    const paths = [
      '/',
      '/?q=hostile',
      skill,
      ...['contract', 'try', 'trust', 'versions'].map((section) => `${skill}/${section}`),
    ]
    await using visited = await visit('/', { handle: 'reader' })
    const { page, faults } = visited
    for (const path of [
      ...paths,
      '/collections',
      '/collections/@admin/hostile-set',
      '/scopes/@admin',
      '/skills/<img src=x>/"><script>',
    ]) {
      await page.goto(url + path)
      await page.locator('h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate('"pwned" in window'), path).toBe(false)
      const markup = page.locator(
        'main :is(script, iframe, object, img, svg, [onerror], [onload], [href^="javascript:" i], [style])',
      )
      expect(await markup.count(), path).toBe(0)
      expect(faults, path).toEqual([])
    }
  })

  test('of a SKILL.md is shown with its markup as text, and its links lead to sites alone', async () => {
    await using visited = await visit('/skills/@admin/hostile-words')
    const { page } = visited
    await page.getByText('<script>window.pwned=1</script>').first().waitFor()
    expect(await page.getByRole('link', { name: 'a script' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'a site' }).getAttribute('href')).toBe('https://example.com/')
    expect(await page.getByRole('link', { name: 'a site' }).getAttribute('rel')).toContain('noopener')
  })
})
