import { buffer } from 'node:stream/consumers'
import { CREATE_SCHEDULE, CREATE_TOKEN, FILE_REPORT, INVOKE_SKILL, PUBLISH_COLLECTION } from '@skillwright/hub-api'
import { packFiles } from '@skillwright/skill'
import { describe, expect, test } from 'vitest'
import { EVIL, hostileSkill, hostileTask } from './fixtures/hostile-skill.ts'
import { missingPages } from './fixtures/missing-pages.ts'
import { openPages, type Pages } from './fixtures/open-pages.ts'
import { whenSettled } from './fixtures/settled.ts'
import { HELD_FILES } from './fixtures/shout-skill.ts'

const pages = await openPages()
/** What a name of a file in a package can hold; < and > are refused. */
const QUOTED_FILE = "' onmouseover='window.pwned=1"

describe.skipIf(pages === undefined)('what others wrote', () => {
  const { visit, publish, admin, url } = pages as Pages

  test('stays text on every page that shows it', async () => {
    await publish('@admin/hostile-words', '1.0.0', hostileSkill('hostile-words'))
    await publish('@admin/hostile-words', '1.1.0', {
      ...hostileSkill('hostile-words', '1.1.0'),
      [`notes/${QUOTED_FILE}.md`]: EVIL,
    })
    await publish('@admin/hostile-held', '1.0.0', { ...hostileSkill('hostile-held'), ...HELD_FILES })
    const place = { scope: 'admin', skill: 'hostile-words' }
    const skills = [{ name: '@admin/hostile-words', range: '^1' }]
    await admin.call(PUBLISH_COLLECTION, {
      params: { scope: 'admin', collection: 'hostile-set', version: '1.0.0' },
      body: { description: EVIL, skills },
    })
    await admin.call(FILE_REPORT, { params: place, body: { kind: 'report', reason: EVIL } })
    await admin.call(CREATE_TOKEN, { body: { name: EVIL.slice(0, 100), scopes: ['read'] } })
    await admin.call(CREATE_SCHEDULE, {
      body: { name: EVIL.slice(0, 100), skill: '@admin/hostile-words', cron: '0 0 1 1 *', params: { text: EVIL } },
    })
    await publish('@admin/hostile-task', '1.0.0', hostileTask('hostile-task'))
    const call = async (skill: string, body: Readonly<Record<string, string>>) => {
      const answer = await admin.call(INVOKE_SKILL, {
        params: { scope: 'admin', skill, version: 'latest' },
        body,
        headers: { prefer: 'respond-async' },
      })
      if (!('execution_id' in answer)) throw new Error(`${skill} answered at once`)
      return answer.execution_id
    }
    const runs = [
      `/runs/${await call('hostile-words', { text: EVIL })}`,
      `/runs/${await call('hostile-words', { text: 'fail' })}`,
    ]
    const task = `/tasks/${await call('hostile-task', { text: EVIL, 'odd<b>': EVIL })}`
    const skill = '/skills/@admin/hostile-words'
    const paths = [
      ...['/', '/?q=hostile', `/lab?message=${encodeURIComponent(EVIL)}`, skill],
      ...['contract', 'try', 'trust', 'usage', 'versions'].map((section) => `${skill}/${section}`),
      '/skills/@admin/hostile-held/trust?version=1.0.0',
      ...['/runs', ...runs, '/jobs', '/tasks', task, '/review', '/audit', '/people', '/settings'],
      ...['/collections', '/collections/@admin/hostile-set', '/scopes/@admin'],
      ...['/publish', '/hub', '/start#<img src=x>'],
      '/skills/<img src=x>/"><script>',
      `/device?code=${encodeURIComponent('<img src=x>')}`,
      `/signin?next=${encodeURIComponent('javascript:window.pwned=1')}`,
    ]
    expect(missingPages(paths)).toEqual([])
    await using visited = await visit('/', { handle: 'admin' })
    const { page, faults } = visited
    const settled = whenSettled(page)
    const isText = async (path: string) => {
      await page.locator('h1').first().waitFor()
      await settled()
      const closed = page.locator('main details:not([open]) > summary')
      while ((await closed.count()) > 0) await closed.first().click()
      await settled()
      expect(await page.evaluate('"pwned" in window'), path).toBe(false)
      const markup = page.locator(
        'main :is(script, iframe, object, img, svg, b, [onerror], [onload], [onmouseover], [href^="javascript:" i], [style*="url" i])',
      )
      expect(await markup.count(), path).toBe(0)
      expect(faults, path).toEqual([])
    }
    for (const path of paths) {
      await page.goto(url + path)
      await isText(path)
    }
    const files = Object.entries(hostileSkill('hostile-drop')).map(([path, text]) => [path, Buffer.from(text)] as const)
    const { archive } = await packFiles(new Map([...files, [`notes/${QUOTED_FILE}.md`, Buffer.from(EVIL)]]))
    await page.goto(`${url}/publish`)
    const file = { name: `${QUOTED_FILE}.tgz`, mimeType: 'application/gzip', buffer: Buffer.from(archive) }
    await page.getByLabel('Choose an archive').setInputFiles(file)
    await page.getByRole('button', { name: 'Check it' }).click()
    await page.getByRole('heading', { name: 'It would be' }).waitFor()
    await isText('the verdict')
    await page.goto(url + task)
    const values = page.locator('dl.values')
    await values.waitFor()
    expect(await values.locator('dd').allTextContents()).toEqual([EVIL, EVIL])
    expect(await values.locator('dt').allTextContents()).toEqual(['text', 'odd<b>'])
    await page.goto(url + (runs[1] ?? ''))
    await page.locator('.problem', { hasText: 'EVIL<b>' }).first().waitFor()
    expect(await page.locator('.timeline').textContent()).toContain('<script>')
  })

  test('neither turns the writing round nor fills the page, however much it is', async () => {
    await using visited = await visit('/skills/@admin/hostile-words/try', { handle: 'admin' })
    const { page, faults } = visited
    await page.getByLabel('text').fill('much')
    await page.getByRole('button', { name: 'Run it' }).click()
    const live = page.locator('.live')
    const data = live.locator('.line', { hasText: '"text"' })
    await data.getByText('"text": "\\u202exxx').waitFor()
    expect((await data.locator('code').textContent())?.length).toBeLessThan(50_000)
    const saving = page.waitForEvent('download')
    await data.getByRole('button', { name: 'Save everything' }).click()
    expect((await buffer(await (await saving).createReadStream())).length).toBeGreaterThan(2_000_000)
    await live.getByText('red \\u202egpj.exe', { exact: true }).waitFor()
    expect(faults).toEqual([])
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
