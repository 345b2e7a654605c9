import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'
import { PASTED } from './fixtures/pasted-call.ts'
import { shoutSkill } from './fixtures/shout-skill.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('try it', () => {
  const { visit, publish, publishExample, url, adminToken } = pages as Pages

  test('a form made from the contract calls the skill, marks what is wrong, and says what was repaired', async () => {
    await publish('@admin/text-shout', '1.0.0', shoutSkill('text-shout'))
    await using visited = await visit('/skills/@admin/text-shout/try', { handle: 'caller' })
    const { page, faults } = visited
    const live = page.locator('.live')
    await page.getByLabel('text').fill('good morning')
    await page.getByLabel('times').fill('12')
    await page.getByRole('button', { name: 'Run it' }).click()
    const wrong = page.locator('[aria-invalid="true"]')
    await wrong.waitFor()
    expect(await page.locator('.sjsf-errors-list').textContent()).toContain('from 1 to 9')
    await page.getByLabel('times').fill('2')
    expect(await page.locator('.call').first().textContent()).toContain('"times":2')
    await page.getByRole('button', { name: 'Run it' }).click()
    await live.getByText('GOOD MORNING GOOD MORNING').first().waitFor()
    expect(await live.locator('.badge.succeeded').count()).toBe(1)
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.getByLabel('Parameters as JSON').fill('{"text": "hi", "times": "3"}')
    await page.getByRole('button', { name: 'Run it' }).click()
    await live.getByText('HI HI HI').first().waitFor()
    expect(await live.locator('.note').textContent()).toContain('text read as a number')
    expect(faults).toEqual([])
  })

  test('a form shows moments with their zone and tries no pattern; a contract of very many parameters opens as JSON', async () => {
    await publishExample('daily-news-digest')
    await publish('@admin/many-words', '1.0.0', manyWords())
    await using visited = await visit('/skills/@admin/daily-news-digest/try', { handle: 'caller' })
    const { page, faults } = visited
    await page.locator('.sjsf-form').waitFor()
    expect(await page.getByLabel('as_of').inputValue()).toBe('2026-11-15T08:00:00Z')
    expect(await page.locator('.sjsf-form [pattern]').count()).toBe(0)
    await page.goto(`${url}/skills/@admin/daily-news-digest/contract`)
    // What a definition holds is shown where it is referred to.
    await page.getByText('topics_covered[].articles[].url', { exact: true }).waitFor()
    await page.goto(`${url}/skills/@admin/many-words/try`)
    await page.getByText('It takes 200 parameters').waitFor()
    expect(await page.getByLabel('Parameters as JSON').inputValue()).toContain('hello')
    expect(faults).toEqual([])
  })

  test('a run is followed while it happens, cancelled, seen in the list, and done again', async () => {
    await using visited = await visit('/skills/@admin/text-shout/try', { handle: 'caller' })
    const { page, faults } = visited
    await page.getByLabel('text').fill('wait')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.locator('.live').getByText('halfway').first().waitFor()
    expect(await page.locator('progress').getAttribute('value')).toBe('0.5')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.live .badge.cancelled').waitFor()
    await page.getByLabel('text').fill('fail')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.locator('.live').getByText('NO_VOICE').waitFor()
    await page.goto(`${url}/runs?status=failed`)
    await page.locator('tbody .badge.failed').first().waitFor()
    await page.locator('tbody a').first().click()
    await page.getByRole('heading', { name: 'Run of @' }).waitFor()
    await page.getByText('The voice is gone').first().waitFor()
    const before = page.url()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.waitForURL((to) => to.href !== before)
    await page.locator('.live').getByText('NO_VOICE').waitFor()
    expect(faults).toEqual([])
  })

  test('the same call runs when it is pasted: with curl, on the command line, in TypeScript and over MCP', async () => {
    await using visited = await visit('/skills/@admin/text-shout/try', { handle: 'caller' })
    const { page } = visited
    const text = `it's "5 < 6" \\ $HOME \`id\``
    await page.getByLabel('text').fill(text)
    await page.getByLabel('times').fill('1')
    const answers: Record<string, string> = {}
    for (const [language, run] of Object.entries(PASTED)) {
      await page.getByRole('button', { name: language, exact: true }).click()
      const line = (await page.locator('.call pre').textContent()) ?? ''
      answers[language] = await run(line, { SKILLWRIGHT_HUB_TOKEN: adminToken, SKILLWRIGHT_HUB_URL: url })
    }
    const shouted = JSON.stringify(text.toUpperCase()).slice(1, -1)
    for (const [language, answer] of Object.entries(answers)) expect(answer, language).toContain(shouted)
  })

  test('a private skill shows the page of an absent one', async () => {
    await using visited = await visit('/skills/@admin/secret-shout', { handle: 'caller' })
    const { page } = visited
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    const absent = await page.locator('main').innerHTML()
    await publish('@admin/secret-shout', '1.0.0', shoutSkill('secret-shout'), 'private')
    await page.reload()
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    expect(await page.locator('main').innerHTML()).toBe(absent)
  })
})

function manyWords(): Record<string, string> {
  const files = shoutSkill('many-words')
  const contract = JSON.parse(files['contract.json'] ?? '')
  for (let i = 3; i < 200; i++) contract.input.properties[`word_${i}`] = { type: 'string', description: `Word ${i}.` }
  return { ...files, 'contract.json': JSON.stringify(contract) }
}
