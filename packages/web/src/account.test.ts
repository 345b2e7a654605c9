import { BEGIN_DEVICE_LOGIN, createHubClient, POLL_DEVICE_LOGIN, WHO_AM_I } from '@skillwright/hub-api'
import { describe, expect, test } from 'vitest'
import { openPages, type Pages, unfold } from './fixtures/open-pages.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('an account', () => {
  const { visit, publishExample, url } = pages as Pages

  test('signs a program in by the code that it shows, after it has signed in itself', async () => {
    const program = createHubClient({ url })
    const { user_code, device_code } = await program.call(BEGIN_DEVICE_LOGIN, {
      body: { name: 'laptop <script>', scopes: ['read'] },
    })
    await using stranger = await visit(`/device?code=${user_code}`)
    const signIn = stranger.page.locator('main').getByRole('link', { name: 'Sign in' })
    expect(await signIn.getAttribute('href')).toBe(`/signin?next=${encodeURIComponent(`/device?code=${user_code}`)}`)
    await using visited = await visit('/device', { handle: 'owner' })
    const { page, faults } = visited
    await page.getByLabel('Code that the program shows').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('DATA_NOT_FOUND').waitFor()
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByText('要找的内容不存在。').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Type another code' }).click()
    await page.getByLabel('Code that the program shows').fill(user_code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('laptop <script>').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The program is signed in').waitFor()
    const made = await program.call(POLL_DEVICE_LOGIN, { body: { device_code } })
    const token = 'token' in made ? made.token : undefined
    expect(await createHubClient({ url, token }).call(WHO_AM_I)).toMatchObject({ handle: 'owner', scopes: ['read'] })
    expect(faults).toEqual([])
  })

  test('is signed in on this hub, wherever the address wants to go next', async () => {
    await using visited = await visit('/', { handle: 'wanderer' })
    const { page, faults } = visited
    for (const next of [
      '//example.com',
      'https://example.com/',
      '/\\\\example.com',
      'javascript:window.pwned=1',
      '/v1/logout',
      'http://',
    ]) {
      await page.goto(`${url}/signin?next=${encodeURIComponent(next)}`)
      // Who is signed in already gets a link to where signing in would lead.
      expect(await page.getByRole('link', { name: 'Go on' }).getAttribute('href'), next).toBe('/')
    }
    await page.getByLabel('Handle').first().fill('wanderer')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('searchbox').waitFor()
    expect(page.url()).toBe(`${url}/`)
    expect(faults).toEqual([])
  })

  test('makes a token that is shown once, revokes it, and changes its password', async () => {
    await using visited = await visit('/settings', { handle: 'owner', isSure: true })
    const { page, faults } = visited
    await unfold(page, 'Make a token')
    await page.getByLabel('Name', { exact: true }).fill('build server')
    await page.getByRole('button', { name: 'Make a token' }).click()
    const made = (await page.locator('.line', { hasText: 'skw_' }).locator('code').textContent()) ?? ''
    expect(await createHubClient({ url, token: made }).call(WHO_AM_I)).toMatchObject({
      handle: 'owner',
      scopes: ['read'],
    })
    const row = page.locator('tr', { hasText: 'build server' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    await expect(createHubClient({ url, token: made }).call(WHO_AM_I)).rejects.toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
    })
    await unfold(page, 'Change it')
    await page.getByLabel('Current password').fill('correct horse battery')
    await page.getByLabel('New password').fill('another horse battery')
    await page.getByRole('button', { name: 'Change it', exact: true }).click()
    await page.getByText('Changed. You are signed out everywhere else.').waitFor()
    expect(faults).toEqual([])
  })

  test('makes an organisation, takes a member in, and sets a secret that no page shows again', async () => {
    await using visited = await visit('/settings', { handle: 'keeper', isSure: true })
    const { page, faults } = visited
    await unfold(page, 'Make an organisation')
    await page.getByLabel('Its name, which becomes its scope').fill('keepers')
    await page.getByRole('button', { name: 'Make an organisation' }).click()
    await unfold(page, 'Add a member')
    await page.getByLabel('Handle').fill('admin')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.locator('.rows li', { hasText: 'admin' }).waitFor()
    await unfold(page, 'Set a secret')
    await page.getByLabel('Environment variable').fill('NEWS_KEY')
    await page.getByLabel('Value').fill('very-secret-value')
    await page.getByRole('button', { name: 'Set a secret' }).click()
    const secret = page.locator('.rows li', { hasText: 'NEWS_KEY' })
    await secret.waitFor()
    expect(await page.content()).not.toContain('very-secret-value')
    await secret.getByRole('button', { name: 'Remove' }).click()
    await secret.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('publishes a collection, which says what it gives now', async () => {
    await publishExample('text-diff')
    await using visited = await visit('/collections', { handle: 'admin' })
    const { page, faults } = visited
    await unfold(page, 'Publish a collection')
    await page.getByLabel('Name').fill('writing-set')
    await page.getByLabel('description').fill('What writers need.')
    await page.getByLabel('Skills, one a line').fill('@admin/text-diff *\n@admin/no-such-skill ^1')
    await page.getByRole('button', { name: 'Publish it' }).click()
    await page.getByText('no-such-skill').first().waitFor()
    await page.getByLabel('Skills, one a line').fill('@admin/text-diff *')
    await page.getByRole('button', { name: 'Publish it' }).click()
    await page.getByRole('heading', { level: 1, name: 'writing-set' }).waitFor()
    await page
      .getByRole('row', { name: /text-diff/ })
      .getByText(/^\d+\.\d+\.\d+$/)
      .waitFor()
    expect(faults).toEqual([])
  })
})
