import { CREATE_PERSON } from '@skillwright/hub-api'
import { describe, expect, test } from 'vitest'
import { pressOn, tabTo, typeInto } from './fixtures/keyboard.ts'
import { openPages, type Pages } from './fixtures/open-pages.ts'
import { HELD_FILES, shoutSkill } from './fixtures/shout-skill.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('with the keyboard alone', () => {
  const { visit, publish, admin, url } = pages as Pages

  test('a person signs in, tries a skill, mends what was refused, and reads the answer', async () => {
    await publish('@admin/keyed-shout', '1.0.0', shoutSkill('keyed-shout'))
    await using _made = await visit('/', { handle: 'typist' })
    await using visited = await visit('/skills/@admin/keyed-shout/try')
    const { page, faults } = visited
    await pressOn(page, page.locator('.note').getByRole('link', { name: 'Sign in' }))
    await typeInto(page, page.getByLabel('Handle'), 'typist')
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'correct horse battery')
    await page.keyboard.press('Enter')
    await page.waitForURL(/keyed-shout\/try$/)
    await typeInto(page, page.getByLabel('text'), 'typed')
    await typeInto(page, page.getByLabel('times'), '99')
    await pressOn(page, page.getByRole('button', { name: 'Run it' }))
    // The focus is where the mistake is.
    await page.locator('[aria-invalid="true"]:focus').waitFor()
    await typeInto(page, page.getByLabel('times'), '2')
    await pressOn(page, page.getByRole('button', { name: 'Run it' }))
    await page.locator('.live').getByText('TYPED TYPED').first().waitFor()
    expect(faults).toEqual([])
  })

  test('a person makes a schedule and pauses it', async () => {
    await using visited = await visit('/jobs', { handle: 'typist' })
    const { page } = visited
    await pressOn(page, page.locator('summary', { hasText: 'Make a schedule' }))
    await typeInto(page, page.getByLabel('Name'), 'Yearly')
    await typeInto(page, page.getByLabel('Skill'), '@admin/keyed-shout')
    await typeInto(page, page.getByLabel('Cron line'), '0 0 1 1 *')
    await typeInto(page, page.getByLabel('Parameters as JSON'), '{"text": "new year"}')
    await pressOn(page, page.getByRole('button', { name: 'Make a schedule' }))
    await pressOn(page, page.getByRole('button', { name: 'Pause' }))
    await page.locator('.badge', { hasText: 'paused' }).first().waitFor()
  })

  test('a reviewer approves what is held', async () => {
    await publish('@admin/keyed-held', '1.0.0', shoutSkill('keyed-held', '1.0.0', HELD_FILES))
    // None decides on what they published themselves.
    await admin.call(CREATE_PERSON, {
      body: { handle: 'second-eyes', password: 'correct horse battery', role: 'reviewer' },
    })
    await using visited = await visit('/review', { handle: 'second-eyes' })
    const { page } = visited
    const held = page.locator('.case', { hasText: '@admin/keyed-held' })
    await tabTo(page, held.getByLabel('Approve'))
    await page.keyboard.press('Space')
    await typeInto(page, held.getByLabel('Note'), 'Looked at it.')
    await page.keyboard.press('Enter')
    await held.waitFor({ state: 'detached' })
    await page.goto(`${url}/skills/@admin/keyed-held`)
    await page.getByRole('heading', { level: 1, name: 'Text shout' }).waitFor()
  })
})
