// Pictures of every page, in both themes and languages, on a phone, a desk and at 200 % zoom: npm run screenshots -- [folder [page…]]. With --docs, the few of the README.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fillHub } from './src/fixtures/fill-hub.ts'
import { openPages, type Pages } from './src/fixtures/open-pages.ts'

const DOCS = join(import.meta.dirname, '../../docs/pictures')
const WIDTHS = { phone: 390, desk: 1280, zoomed: 640 } as const
type Width = keyof typeof WIDTHS

const pages = await openPages()
if (pages === undefined) process.exit(1)
const { run, failed, task } = await fillHub(pages)
const paths: Readonly<Record<string, string>> = {
  home: '/',
  search: '/?q=summarise the news on a topic',
  ...Object.fromEntries(
    ['', 'contract', 'try', 'trust', 'usage', 'versions'].map((section) => [
      `skill-${section || 'readme'}`,
      `/skills/@admin/text-shout${section === '' ? '' : `/${section}`}`,
    ]),
  ),
  'skill-news': '/skills/@admin/daily-news-digest/try',
  'skill-held': '/skills/@admin/held-shout/trust?version=1.0.0',
  run: `/runs/${run}`,
  'run-failed': `/runs/${failed}`,
  'runs-of': '/runs?skill=@admin/text-shout',
  task: `/tasks/${task}`,
  lab: '/lab?message=What changed between these two texts?',
  collection: '/collections/@admin/research-suite',
  scope: '/scopes/@admin',
  absent: '/skills/@nobody/nothing',
  ...Object.fromEntries(
    [
      'runs',
      'jobs',
      'tasks',
      'publish',
      'review',
      'audit',
      'people',
      'collections',
      'settings',
      'hub',
      'device',
      'signin',
      'start',
    ].map((name) => [name, `/${name}`]),
  ),
}

async function take(
  { visit, url }: Pages,
  folder: string,
  look: { theme: 'light' | 'dark'; language: 'en' | 'zh'; width: Width },
  names: readonly string[],
  isWhole = true,
) {
  await mkdir(folder, { recursive: true })
  const { theme, language, width } = look
  await using visited = await visit('/', { handle: 'admin', theme, language, width: WIDTHS[width] })
  const { page } = visited
  for (const name of names) {
    await page.goto(url + (paths[name] ?? '/'))
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('main:not(:has(.loading))').waitFor()
    await page.screenshot({ path: join(folder, `${name}-${width}-${language}-${theme}.png`), fullPage: isWhole })
  }
}

if (process.argv.includes('--docs')) {
  await take(
    pages,
    DOCS,
    { theme: 'light', language: 'en', width: 'desk' },
    ['search', 'skill-versions', 'jobs'],
    false,
  )
  await take(pages, DOCS, { theme: 'dark', language: 'en', width: 'phone' }, ['skill-news'], false)
} else {
  const [folder = 'screenshots', ...only] = process.argv.slice(2)
  const names = only.length === 0 ? Object.keys(paths) : only
  for (const width of ['phone', 'desk'] as const)
    for (const [theme, language] of [
      ['light', 'en'],
      ['dark', 'zh'],
      ['dark', 'en'],
      ['light', 'zh'],
    ] as const)
      await take(pages, folder, { theme, language, width }, names)
  await take(pages, folder, { theme: 'light', language: 'en', width: 'zoomed' }, names)
}
await pages.browser.close()
await pages.hub[Symbol.asyncDispose]()
