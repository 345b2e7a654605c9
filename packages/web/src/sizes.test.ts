import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'

const pages = await openPages()
const KB = 1_000

describe.skipIf(pages === undefined)('what a browser loads', () => {
  const { browser, url, publishExample } = pages as Pages

  /** Bytes of everything the pages are made of, as it is sent with gzip. */
  async function loaded(path: string, ready: string): Promise<number> {
    const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' }, locale: 'en-GB' })
    context.setDefaultTimeout(300_000)
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.url() === url + path || request.url().includes('/assets/'))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(url + path)
    await page.locator(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
    const bytes = await Promise.all(sizes)
    await context.close()
    return bytes.reduce((sum, size) => sum + size, 0) / KB
  }

  test('is at most 90 KB for the first page, and 100 KB for a form', async () => {
    await publishExample('csv-insight')
    expect(await loaded('/', '.card')).toBeLessThan(90)
    expect(await loaded('/skills/@admin/csv-insight/try', '.sjsf-form')).toBeLessThan(100)
  })
})
