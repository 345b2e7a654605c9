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

  test('is named by the document of the first page, so that nothing waits for something else to be read', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const document = await (await page.goto(`${url}/`))?.text()
    await page.locator('.who').waitFor()
    // Who is signed in is asked for with the files, and once.
    expect(document).toContain('href="/v1/whoami"')
    expect(asked.filter((path) => path === '/v1/whoami')).toHaveLength(1)
    const files = asked.filter((path) => path.startsWith('/assets/'))
    expect(files.filter((path) => !document?.includes(path))).toEqual([])
    // A script, a style and an icon: each request more takes longer than its bytes.
    expect(files.length).toBeLessThanOrEqual(3)
    await context.close()
  })

  test('has no schemas of the API, which the pages never check', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    const page = await context.newPage()
    const scripts: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text())
    })
    await page.goto(`${url}/`)
    await page.locator('#q').waitFor()
    const texts = await Promise.all(scripts)
    expect(texts.some((text) => text.includes('/v1/whoami'))).toBe(true)
    expect(texts.filter((text) => text.includes('additionalProperties') || text.includes('date-time'))).toEqual([])
    await context.close()
  })

  test('is at most 90 KB for the first page, and 100 KB for a form', async () => {
    await publishExample('csv-insight')
    expect(await loaded('/', '.card')).toBeLessThan(90)
    expect(await loaded('/skills/@admin/csv-insight/try', '.sjsf-form')).toBeLessThan(100)
  })
})
