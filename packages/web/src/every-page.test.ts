import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type HubClient, INVOKE_SKILL, PUBLISH_COLLECTION } from '@skillwright/hub-api'
import { describe, expect, test } from 'vitest'
import { missingPages } from './fixtures/missing-pages.ts'
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
  const { visit, publishExample, url, admin } = pages as Pages

  test('has no serious finding of axe and breaks no policy, in light and dark, and never scrolls sideways', async () => {
    await publishExample('log-triage')
    await publishExample('expense-approval')
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
      ...['/device', '/signin', '/start', '/scopes/@admin', '/skills/@nobody/nothing', '/?q=log'],
      ...(await pathsOfCalls(admin)),
    ]
    expect(missingPages(paths)).toEqual([])
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
      // What is folded away is looked at, too.
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
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
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${url}/people`)
    const here = await page.locator('.top [aria-current]').boundingBox()
    expect((here?.x ?? 390) + (here?.width ?? 0), 'the link of the page is in view on a phone').toBeLessThanOrEqual(390)
  })
})

/** A run, a task that waits, and a collection. */
async function pathsOfCalls(admin: HubClient): Promise<readonly string[]> {
  const call = async (skill: string, body: Readonly<Record<string, unknown>>) => {
    const params = { scope: 'admin', skill, version: 'latest' }
    const answer = await admin.call(INVOKE_SKILL, { params, headers: { prefer: 'respond-async' }, body })
    return 'execution_id' in answer ? answer.execution_id : ''
  }
  const run = await call('log-triage', { log: 'error: it broke', level: 'warning' })
  const task = await call('expense-approval', { requester: 'ada', purpose: 'A train', amount_cents: 18_450 })
  const params = { scope: 'admin', collection: 'axe-suite', version: '1.0.0' }
  const skills = [{ name: '@admin/log-triage', range: '*' }]
  await admin.call(PUBLISH_COLLECTION, { params, body: { description: 'Logs.', skills } })
  return [`/runs/${run}`, '/runs?skill=@admin/log-triage', `/tasks/${task}`, '/collections/@admin/axe-suite']
}
