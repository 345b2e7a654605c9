import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { skillText, tempFolder, writeFiles } from '../roots/fixtures/skill-folders.ts'
import { PLAIN_WORDS } from './fixtures/plain-words.ts'
import { openSkillStore } from './open-skill-store.ts'

function open(root: string, cacheDir: string, words = PLAIN_WORDS) {
  return openSkillStore({ roots: [{ path: root, kind: 'named', clients: [] }], words, cacheDir })
}

async function kept() {
  const [root, cache] = [tempFolder(), join(tempFolder(), 'made/on/demand')]
  for (let i = 0; i < 30; i++) writeFiles(root, { [`s${i}/SKILL.md`]: skillText(`s${i}`) })
  await (await open(root, cache))[Symbol.asyncDispose]()
  const [name = ''] = readdirSync(cache)
  return { root, cache, file: join(cache, name) }
}

describe('a snapshot that cannot be used is made anew, and the status says why', () => {
  const damages: [string, string, (file: string) => void][] = [
    ['an empty file', 'it is cut short', (file) => writeFileSync(file, '')],
    ['half of it', 'it is damaged', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
    ['one byte that was flipped', 'it is damaged', (file) => writeFileSync(file, flipped(readFileSync(file)))],
    ['something else altogether', 'another version', (file) => writeFileSync(file, 'x'.repeat(5_000))],
    ['a later format', 'another version', (file) => writeFileSync(file, otherVersion(readFileSync(file)))],
  ]
  test.each(damages)('%s', async (_what, reason, damage) => {
    const { root, cache, file } = await kept()
    damage(file)
    await using store = await open(root, cache)
    expect(store.status()).toMatchObject({
      skills: 30,
      snapshot: { origin: 'remade', problem: expect.stringContaining(reason) },
    })
    await store[Symbol.asyncDispose]()
    await using again = await open(root, cache)
    expect(again.status().snapshot).toMatchObject({ origin: 'found', problem: undefined })
  })

  test('every byte of it', async () => {
    const { root, cache, file } = await kept()
    const whole = readFileSync(file)
    for (let at = 0; at < whole.length; at += 97) {
      writeFileSync(file, flipped(whole, at))
      await using store = await open(root, cache)
      expect(store.status()).toMatchObject({ skills: 30, snapshot: { origin: 'remade' } })
    }
  })

  test('words that cannot be read back', async () => {
    const { root, cache } = await kept()
    const unreadable = {
      ...PLAIN_WORDS,
      fromBytes: () => {
        throw new Error('these are no words')
      },
    }
    await using store = await open(root, cache, unreadable)
    expect(store.status()).toMatchObject({ skills: 30, snapshot: { problem: expect.stringContaining('no words') } })
  })
})

test('words of another version have a snapshot of their own', async () => {
  const { root, cache } = await kept()
  await using _store = await open(root, cache, { ...PLAIN_WORDS, version: 'other' })
  await _store[Symbol.asyncDispose]()
  expect(readdirSync(cache)).toHaveLength(2)
})

test('where nothing can be written the index still works', async () => {
  const [root, cache] = [tempFolder(), tempFolder()]
  writeFiles(root, { 'a/SKILL.md': skillText('a') })
  writeFiles(cache, { file: '' })
  const store = await open(root, join(cache, 'file/below'))
  await store[Symbol.asyncDispose]()
  expect(store.status()).toMatchObject({ skills: 1, snapshot: { problem: expect.stringContaining('was not written') } })
})

test('snapshots not written for long, and partial ones, are removed', async () => {
  const { root, cache } = await kept()
  const old = new Date(Date.now() - 100 * 24 * 3_600_000)
  for (const name of ['dead.index', 'dead.index.0a.new', 'young.index', 'other.txt']) {
    writeFiles(cache, { [name]: '' })
    if (name !== 'young.index') utimesSync(join(cache, name), old, old)
  }
  writeFiles(root, { 'new/SKILL.md': skillText('new') })
  await (await open(root, cache))[Symbol.asyncDispose]()
  expect(
    readdirSync(cache)
      .filter((name) => !/^[0-9a-f]+-\d+\.index$/.test(name))
      .toSorted(),
  ).toEqual(['other.txt', 'young.index'])
})

test('two processes that open, change and save at once never see half a snapshot', async () => {
  const { root, cache } = await kept()
  const program = join(import.meta.dirname, 'fixtures/busy-store.ts')
  const args = ['--conditions=@skillwright/source', '--no-warnings', program, root, cache]
  const runs = await Promise.all([1, 2].map((name) => promisify(execFile)(process.execPath, [...args, `p${name}`])))
  for (const { stdout } of runs) expect(JSON.parse(stdout)).toEqual([])
  await using store = await open(root, cache)
  expect(store.status()).toMatchObject({ skills: 32, snapshot: { origin: 'found' } })
})

function flipped(bytes: Buffer, at = Math.floor(bytes.length * 0.7)): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

function otherVersion(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.write('2', 8)
  return copy
}
