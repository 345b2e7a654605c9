import { describe, expect, test } from 'vitest'
import { openPages, type Pages, unfold } from './fixtures/open-pages.ts'
import { shoutSkill } from './fixtures/shout-skill.ts'

const pages = await openPages()

describe.skipIf(pages === undefined)('jobs', () => {
  const { visit, publish, url } = pages as Pages

  test('a schedule is made, seen on its calendar, paused, resumed and removed', async () => {
    await publish('@admin/timed-shout', '1.0.0', shoutSkill('timed-shout'))
    await using visited = await visit('/jobs', { handle: 'planner', isSure: true })
    const { page, faults } = visited
    await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor()
    await unfold(page, 'Make a schedule')
    await page.getByLabel('Name').fill('Every second')
    await page.getByLabel('Skill').fill('@admin/timed-shout')
    await page.getByLabel('Cron line').fill('* * * * * *')
    const zone = await page.getByLabel('Time zone').inputValue()
    await page.getByLabel('Parameters as JSON').fill('{"text": ')
    await page.getByRole('button', { name: 'Make a schedule' }).click()
    await page.getByText('The parameters have to be a JSON object').waitFor()
    await page.getByLabel('Parameters as JSON').fill('{"text": "tick"}')
    await page.getByRole('button', { name: 'Make a schedule' }).click()
    const job = page.locator('.job', { hasText: 'Every second' })
    await job.locator('.slot.succeeded').first().waitFor()
    expect(await page.getByLabel('Time zone').inputValue(), 'for the next one').toBe(zone)
    expect(await job.locator('.slot.next').count()).toBeGreaterThan(0)
    await job.getByRole('button', { name: 'Pause' }).click()
    await job.locator('.badge', { hasText: 'paused' }).first().waitFor()
    expect(await job.locator('.slot.next').count()).toBe(0)
    await page.getByRole('button', { name: 'Week' }).click()
    expect(new URL(page.url()).searchParams.get('span')).toBe('week')
    await job.getByText('Times', { exact: true }).click()
    await job.locator('.badge.succeeded').first().waitFor()
    await job.getByRole('button', { name: 'Resume' }).click()
    await job.getByRole('button', { name: 'Pause' }).click()
    await job.getByRole('button', { name: 'Remove' }).click()
    await job.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('a schedule is run now, its dead letter is tried again, seen to fail, and discarded', async () => {
    await using visited = await visit('/jobs', { handle: 'planner' })
    const { page, faults } = visited
    await unfold(page, 'Make a schedule')
    await page.getByLabel('Name').fill('New year')
    await page.getByLabel('Skill').fill('@admin/timed-shout')
    await page.getByLabel('Cron line').fill('0 0 1 1 *')
    await page.getByLabel('Parameters as JSON').fill('{"text": "fail"}')
    await page.getByRole('button', { name: 'Make a schedule' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.locator('.live').getByText('NO_VOICE').waitFor()
    await page.goto(`${url}/jobs`)
    const dead = page.locator('.dead li', { hasText: 'NO_VOICE' })
    await dead.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/\/runs\//)
    await page.locator('.live').getByText('NO_VOICE').waitFor()
    await page.goto(`${url}/jobs`)
    await dead.getByRole('button', { name: 'Discard' }).click()
    await dead.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })
})
