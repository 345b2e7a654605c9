import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'

const pages = await openPages()

/** A finding of axe, as far as it is looked at. */
interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

describe.skipIf(pages === undefined)('every page', () => {
  const { visit, publishExample, url } = pages as Pages

  test('has no serious finding of axe and breaks no policy, in light and dark', async () => {
    await publishExample('log-triage')
    const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
    const skill = '/skills/@admin/log-triage'
    const paths = [
      '/',
      ...['', '/contract', '/try', '/trust', '/versions'].map((section) => skill + section),
      ...['/collections', '/runs', '/tasks', '/publish', '/review', '/audit', '/people', '/settings', '/hub'],
      ...['/signin', '/start', '/scopes/@admin', '/skills/@nobody/nothing'],
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
      await page.locator('.loading').waitFor({ state: 'detached' })
      await page.evaluate(axe)
      expect(await serious('{ resultTypes: ["violations"] }'), path).toEqual([])
      // Only the colours are others in the dark.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await serious('{ runOnly: ["color-contrast"], resultTypes: ["violations"] }'), `${path}, dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      expect(faults, path).toEqual([])
    }
  })
})
