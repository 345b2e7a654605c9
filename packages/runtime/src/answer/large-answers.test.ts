import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSkill } from '@skillwright/skill'
import { afterAll, describe, expect, test } from 'vitest'
import { createRuntime } from '../index.ts'
import { readLargeAnswer } from './large-answers.ts'

const dir = mkdtempSync(join(tmpdir(), 'large-answers-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const MB = 1024 * 1024
const repeat = (item: (i: number) => string, bytes: number) =>
  Array.from({ length: Math.floor(bytes / item(0).length) }, (_, i) => item(i)).join(',')

/** Reads an answer, and counts the turns of the event loop meanwhile. */
async function readBeside(data: string, secrets: readonly string[] = []) {
  const stdout = Buffer.from(`{"success": true, "data": ${data}}`)
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  count()
  const exit = { code: 0, signal: null }
  const signal = AbortSignal.timeout(600_000)
  const response = await readLargeAnswer({ stdout, exit, stderrTail: '', secrets, schema: { type: 'array' } }, signal)
  isOver = true
  return { response, turns }
}

describe('a large answer blocks no other call', () => {
  // What cost seconds of the only thread before.
  test.each([
    ['long numbers', () => `[${repeat(() => `0.${'1'.repeat(300)}`, 2 * MB)}]`],
    ['many keys', () => `[{${repeat((i) => `"key-${i}": 1`, MB)}}]`],
    ['many lists', () => `[${repeat(() => '[]', MB / 2)}]`],
    ['many objects', () => `[${repeat((i) => `{"id": ${i % 10}}`, MB)}]`],
  ])('of %s', async (_, make) => {
    const data = make()
    const { response, turns } = await readBeside(data)
    expect(response.status).toBe('success')
    expect(JSON.stringify(response.data) === JSON.stringify(JSON.parse(data))).toBe(true)
    // At least once for every piece of it.
    expect(turns).toBeGreaterThan(data.length / (128 * 1024))
  })

  test('and is masked and held to the contract there', async () => {
    const secret = 'a-long-secret-value'
    const { response } = await readBeside(`[${repeat(() => `"x ${secret}"`, MB)}]`, [secret])
    expect(JSON.stringify(response)).not.toContain(secret)
    const { response: wrong } = await readBeside(`{"a": "${'x'.repeat(MB)}"}`)
    expect(wrong.errors).toMatchObject([{ code: 'INVALID_OUTPUT', message: expect.stringContaining('contract') }])
  })

  test('and is cancelled when its time is over', async () => {
    const request = {
      stdout: Buffer.from(`{"success": true, "data": [${repeat(() => '{}', MB)}]}`),
      exit: { code: 0, signal: null },
      stderrTail: '',
      secrets: [],
      // Compares each with each: it would run for far longer than any time limit.
      schema: { uniqueItems: true, items: { properties: { a: {} } } },
    }
    const over = new AbortController()
    const reading = readLargeAnswer(request, over.signal)
    setImmediate(() => over.abort(new DOMException('over', 'TimeoutError')))
    await expect(reading).rejects.toThrow('over')
  })

  test('of a skill, through the runtime', async () => {
    writeFileSync(join(dir, 'SKILL.md'), '---\nname: large\ndescription: Says much.\n---\n')
    writeFileSync(
      join(dir, 'main.py'),
      'print(\'{"success": true, "data": [\' + ",".join(["[1, 2]"] * 100000) + "]}")\n',
    )
    await using runtime = await createRuntime({ contain: false, limits: {}, cacheDir: join(dir, 'cache') })
    const { status, data, metadata } = await runtime.run(await readSkill(dir))
    expect([status, (data as unknown[]).length, metadata?.items_count]).toEqual(['success', 100_000, 100_000])
  })
})
