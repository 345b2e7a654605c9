import { chmod, chown, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realPython } from './interpreters.ts'

let dir: string
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'skillwright-python-')))
  await writeFile(join(dir, 'one'), '')
  await writeFile(join(dir, 'two'), '')
  await writeShim('one')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** A version manager's shim: it writes down that it was asked, and answers what it was made for. */
async function writeShim(answer: string): Promise<void> {
  await writeFile(join(dir, 'python3'), `#!/bin/sh\necho asked >> "${dir}/log"\necho "${dir}/${answer}"\n`)
  await chmod(join(dir, 'python3'), 0o755)
}

const look = () => realPython(join(dir, 'python3'), { cacheDir: join(dir, 'cache'), home: dir })
const timesAsked = async () => (await readFile(join(dir, 'log'), 'utf8')).trim().split('\n').length

test('a shim is asked once, and its answer remembered', async () => {
  expect([await look(), await look(), await look()]).toEqual(Array(3).fill(join(dir, 'one')))
  expect(await timesAsked()).toBe(1)
})

test('it is asked again when it, what it goes by, or what it answered has changed', async () => {
  await look()
  await writeShim('two')
  expect(await look()).toBe(join(dir, 'two'))
  await writeFile(join(dir, '.python-version'), '3.12')
  await look()
  expect(await timesAsked()).toBe(3)
  await writeFile(join(dir, 'two'), 'another program')
  await look()
  expect(await timesAsked()).toBe(4)
})

test('a shim is asked at home: version files of the folder that a skill lies in choose nothing', async () => {
  await writeFile(join(dir, 'python3'), `#!/bin/sh\npwd > "${dir}/asked-in"\necho "${dir}/one"\n`)
  await look()
  expect(await readFile(join(dir, 'asked-in'), 'utf8')).toBe(`${dir}\n`)
})

test.each([
  ['fails', 'echo "pyenv: version 3.99 is not installed" >&2; exit 1', /python3 .*version 3\.99 is not installed/],
  ['says nothing', 'exit 0', /python3 .*named no program/],
  ['names what is not there', 'echo /no/such/python', /python3 .*\/no\/such\/python/],
])('a shim that %s is a Python that cannot be used, and the error says why', async (_what, command, why) => {
  await writeFile(join(dir, 'python3'), `#!/bin/sh\n${command}\n`)
  await expect(look()).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE', message: expect.stringMatching(why) })
})

test('a memory that is no memory, or names what is not there, is not believed', async () => {
  await look()
  const file = join(dir, 'cache/python.json')
  const known = JSON.parse(await readFile(file, 'utf8')) as object
  for (const text of ['{', '{}', JSON.stringify({ ...known, answer: join(dir, 'nothing') })]) {
    await writeFile(file, text)
    expect(await look()).toBe(join(dir, 'one'))
  }
  expect(await timesAsked()).toBe(4)
})

test.each([
  ['the file', 'cache/python.json', 0o666],
  ['its folder', 'cache', 0o777],
])('a memory that others could write is not believed: %s', async (_what, path, mode) => {
  await look()
  const file = join(dir, 'cache/python.json')
  const known = JSON.parse(await readFile(file, 'utf8')) as object
  const { ino, size, mtimeMs } = await stat(join(dir, 'two'))
  await writeFile(file, JSON.stringify({ ...known, answer: join(dir, 'two'), stamp: `${ino} ${size} ${mtimeMs}` }))
  expect(await look()).toBe(join(dir, 'two'))
  await chmod(join(dir, path), mode)
  expect(await look()).toBe(join(dir, 'one'))
})

test.skipIf(process.getuid?.() !== 0)('a memory that another user wrote is not believed', async () => {
  await look()
  await chown(join(dir, 'cache/python.json'), 65_534, 65_534)
  await look()
  expect(await timesAsked()).toBe(2)
})

test('a program is itself, and nothing is started', async () => {
  expect(await realPython(process.execPath, { cacheDir: join(dir, 'cache') })).toBe(await realpath(process.execPath))
})
