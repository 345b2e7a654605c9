import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'

const pages = await openPages()

/** A phone, and a small window at 200 % zoom. */
const NARROW = [390, 320]

/** A finding of axe, as far as it is looked at. */
interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

describe.skipIf(pages === undefined)('every page', () => {
  const { visit, publishExample, url } = pages as Pages

  test('has no serious finding of axe and breaks no policy, in light and dark, and never scrolls sideways', async () => {
    await publishExample('log-triage')
    const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
    const skill = '/skills/@admin/log-triage'
    const paths = [
      '/',
      ...['', '/contract', '/try', '/trust', '/usage', '/versions'].map((section) => skill + section),
      ...[
        '/collections',
        '/runs',
        '/jobs',
        '/tasks',
        '/lab?message=log',
        '/publish',
        '/review',
        '/audit',
        '/people',
        '/settings',
        '/hub',
      ],
      ...['/device', '/signin', '/start', '/scopes/@admin', '/skills/@nobody/nothing'],
    ]
    await using visited = await visit('/', { handle: 'admin' })
    const { page, faults } = visited
    const serious = async (options: string) => {
      const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as {
        violations: readonly Violation[]
      }
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    }
    for (const path of paths) {
      await page.goto(url + path)
      await page.locator('h1').first().waitFor()
      await page.locator('main:not(:has(.loading))').waitFor()
      await page.evaluate(axe)
      expect(await serious('{ resultTypes: ["violations"] }'), path).toEqual([])
      // Only the colours are others in the dark.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await serious('{ runOnly: ["color-contrast"], resultTypes: ["violations"] }'), `${path}, dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      for (const width of NARROW) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${path}, ${width} pixels`).toBe(width)
      }
      await page.setViewportSize({ width: 1280, height: 900 })
      expect(faults, path).toEqual([])
    }
  })
})
