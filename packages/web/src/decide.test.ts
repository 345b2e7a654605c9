import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHub } from '@skillwright/hub'
import { INVOKE_SKILL } from '@skillwright/hub-api'
import { packFiles } from '@skillwright/skill'
import { describe, expect, test } from 'vitest'
import { openPages, type Pages } from './fixtures/open-pages.ts'
import { HELD_FILES, shoutSkill } from './fixtures/shout-skill.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('people', () => {
  const { visit, publishExample, admin, url } = pages as Pages

  test('make the administrator at the first start, sign out and sign in again', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'first-'))
    await using hub = await startHub({ port: 0, dir, logLevel: 'silent', verify: 'off' })
    await using visited = await visit(`/start#${hub.adminToken}`, { base: hub.url })
    const { page, faults } = visited
    await page.getByLabel(/New password/).fill('correct horse battery')
    expect(page.url()).toBe(`${hub.url}/start`)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('link', { name: 'admin', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Handle').fill('admin')
    await page.getByLabel('Password').fill('wrong horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The handle or the password is wrong').waitFor()
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'admin', exact: true }).waitFor()
    expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).not.toContain('skw_')
    expect(faults).toEqual([])
  })

  test('publish what they drop after they have seen the verdict, and a reviewer approves what is held', async () => {
    const files = shoutSkill('held-shout', '1.0.0', HELD_FILES)
    const { archive } = await packFiles(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])))
    await using author = await visit('/publish', { handle: 'author' })
    const { page } = author
    const file = { name: 'held.tgz', mimeType: 'application/gzip', buffer: Buffer.from(archive) }
    await page.getByLabel('Choose an archive').setInputFiles(file)
    expect(await page.getByLabel('Name').inputValue()).toBe('held-shout')
    await page.getByRole('button', { name: 'Check it' }).click()
    await page.getByRole('heading', { name: 'It would be' }).waitFor()
    await page.getByRole('button', { name: 'Publish @author/held-shout 1.0.0' }).click()
    await page.getByRole('heading', { name: 'It is', exact: true }).waitFor()
    expect(await page.locator('.steps .badge.pending').count()).toBe(1)
    await using reviewer = await visit('/review', { handle: 'admin' })
    const held = reviewer.page.locator('.case', { hasText: '@author/held-shout' })
    await held.getByLabel('Approve').check()
    await held.getByLabel('Note').fill('The script is harmless.')
    await held.getByRole('button', { name: 'Decide' }).click()
    await held.waitFor({ state: 'detached' })
    await reviewer.page.goto(`${url}/audit`)
    await reviewer.page.getByText('The script is harmless.').first().waitFor()
    await page.goto(`${url}/skills/@author/held-shout`)
    await page.getByRole('heading', { level: 1, name: 'Text shout' }).waitFor()
    expect([author.faults, reviewer.faults]).toEqual([[], []])
  })

  test('answer a task with the form of its result', async () => {
    await publishExample('expense-approval')
    await using caller = await visit('/skills/@admin/expense-approval/try', { handle: 'caller' })
    await caller.page.getByLabel('requester').fill('ada')
    await caller.page.getByLabel('purpose').fill('A train to the conference')
    await caller.page.getByLabel('amount_cents').fill('18450')
    await caller.page.getByRole('button', { name: 'Run it' }).click()
    await caller.page.locator('.live').waitFor()
    await using person = await visit('/tasks', { handle: 'admin' })
    const { page } = person
    // Other tests leave tasks of other callers here.
    await page.locator('.card', { hasText: 'for @caller' }).locator('.title').click()
    await page.getByRole('button', { name: 'Claim it' }).click()
    await page.getByRole('button', { name: 'Give it back' }).waitFor()
    await page.getByLabel('decision').selectOption({ label: 'reject' })
    await page.getByLabel('approver').fill('admin')
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.locator('.sjsf-errors-list').waitFor()
    await page.getByLabel('comment').fill('Seen.\nTwice.')
    expect(await page.getByLabel('comment').inputValue()).toBe('Seen.\nTwice.')
    await page.getByLabel('decision').selectOption({ label: 'approve' })
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.locator('.badge.done').waitFor()
    await caller.page.locator('.live .badge.succeeded').waitFor()
    expect([caller.faults, person.faults]).toEqual([[], []])
  })
  test('who asked for a task are told that another has to do it, and give it to them', async () => {
    await publishExample('expense-approval')
    const call = await admin.call(INVOKE_SKILL, {
      params: { scope: 'admin', skill: 'expense-approval', version: 'latest' },
      headers: { prefer: 'respond-async' },
      body: { requester: 'ada', purpose: 'A desk', amount_cents: 20_000 },
    })
    const task = `/tasks/${'execution_id' in call ? call.execution_id : ''}`
    await using deputy = await visit('/', { handle: 'deputy' })
    await using asker = await visit(task, { handle: 'admin' })
    await asker.page.getByText('You asked for this yourself').waitFor()
    expect(await asker.page.getByRole('button', { name: /Claim it|Hand in/ }).count()).toBe(0)
    await asker.page.getByLabel('Handle').fill('deputy')
    await asker.page.getByRole('button', { name: 'Assign it' }).click()
    await asker.page.getByText('deputy works on it').first().waitFor()
    await deputy.page.goto(url + task)
    await deputy.page.getByLabel('decision').selectOption({ label: 'approve' })
    await deputy.page.getByLabel('approver').fill('deputy')
    await deputy.page.getByRole('button', { name: 'Hand in' }).click()
    await deputy.page.locator('.badge.done').waitFor()
    expect([asker.faults, deputy.faults]).toEqual([[], []])
  })
})
