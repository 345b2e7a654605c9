import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { packTar } from 'modern-tar'
import { describe, expect, test } from 'vitest'
import { packFiles, packSkill, readArchive, unpackSkill } from '../index.ts'

const text = (value: string) => new TextEncoder().encode(value)

test('the same files give the same bytes, whatever their times, modes and order on disk', async () => {
  const one = await folder({ 'SKILL.md': 'x', 'tools/main.py': '#!/usr/bin/env python3\n', 'ä/ü.md': 'y' })
  const two = await folder({ 'ä/ü.md': 'y', 'tools/main.py': '#!/usr/bin/env python3\n', 'SKILL.md': 'x' })
  await utimes(join(two, 'SKILL.md'), 1, 1)
  await chmod(join(two, 'SKILL.md'), 0o600)
  const [first, second] = [await packSkill(one), await packSkill(two)]
  expect(Buffer.compare(first.archive, second.archive)).toBe(0)
  expect(first.digest).toBe(second.digest)
})

test('another locale, time zone and umask change nothing', async () => {
  const dir = await folder({ 'SKILL.md': 'x', 'b.md': '1', 'B.md-2': '2', 'ä.md': '3', 'Z/a.md': '4' })
  const program = `import { packSkill } from '@skillwright/skill'; const p = await packSkill(${JSON.stringify(dir)}); console.log(p.digest, Buffer.from(p.archive).toString('base64'))`
  const run = (umask: string, env: Record<string, string>) =>
    execFileSync(
      'sh',
      [
        '-c',
        `umask ${umask}; exec "$0" --conditions=@skillwright/source --input-type=module -e "$1"`,
        process.execPath,
        program,
      ],
      {
        cwd: join(import.meta.dirname, '../../../..'),
        env: { PATH: process.env.PATH ?? '', ...env },
        encoding: 'utf8',
      },
    )
  expect(run('077', { LC_ALL: 'sv_SE.UTF-8', TZ: 'Asia/Shanghai' })).toBe(run('000', { LC_ALL: 'C', TZ: 'UTC' }))
})

test('plain tar can read it', async () => {
  const { archive } = await packFiles(
    new Map([
      ['SKILL.md', text('hello')],
      ['tools/x.sh', text('#!/bin/sh\n')],
    ]),
  )
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-tar-'))
  execFileSync('tar', ['xzf', '-', '-C', dir], { input: archive })
  expect(await readFile(join(dir, 'SKILL.md'), 'utf8')).toBe('hello')
  expect(execFileSync('tar', ['tvzf', '-'], { input: archive, encoding: 'utf8', env: { TZ: 'UTC' } })).toMatch(
    /-rwxr-xr-x 0\/0 .*1970-01-01 00:00 tools\/x.sh/,
  )
})

test('ignored files, and what never belongs into a package, stay out', async () => {
  const dir = await folder({
    'SKILL.md': 'x',
    '.skillignore': 'drafts/\n*.tmp\n',
    'drafts/a.md': '',
    'x.tmp': '',
    '.env': 'SECRET=1',
    'id.pem': '',
    'keep.md': '',
  })
  expect((await packSkill(dir)).files.map(({ path }) => path)).toEqual(['SKILL.md', 'keep.md'])
})

test('a folder without SKILL.md, or with a link, is not packed', async () => {
  await expect(packSkill(await folder({ 'README.md': '' }))).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  const linked = await folder({ 'SKILL.md': '' })
  await symlink('/etc/hostname', join(linked, 'host'))
  await expect(packSkill(linked)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    findings: [expect.objectContaining({ rule: 'skill/link' })],
  })
})

test('what was packed unpacks the same, whatever the files hold', async () => {
  // The letter in front keeps device names such as con.md out, which are refused.
  const path = fc.stringMatching(/^f[a-z0-9_]{1,12}(\/f[a-z0-9_ä日]{1,60}){0,3}\.md$/)
  const content = fc.uint8Array({ maxLength: 600 })
  await fc.assert(
    fc.asyncProperty(fc.dictionary(path, content, { maxKeys: 8 }), async (extra) => {
      const files = new Map([['SKILL.md', text('x')], ...Object.entries(extra)])
      const packed = await packFiles(files)
      const { files: back, digest } = await readArchive(packed.archive, { digest: packed.digest })
      expect(digest).toBe(packed.digest)
      expect([...back.keys()].sort()).toEqual([...files.keys()].sort())
      for (const [name, bytes] of files) expect(Buffer.compare(back.get(name) ?? new Uint8Array(), bytes)).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('unpacking fills a new folder, and leaves an existing one alone', async () => {
  const { archive, digest } = await packFiles(
    new Map([
      ['SKILL.md', text('x')],
      ['a/b.md', text('y')],
    ]),
  )
  const target = join(await mkdtemp(join(tmpdir(), 'skillwright-unpack-')), 'new/skill')
  expect(await unpackSkill(archive, target, { digest })).toMatchObject({ digest })
  expect(await readFile(join(target, 'a/b.md'), 'utf8')).toBe('y')
  await expect(unpackSkill(archive, target)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('already'),
  })
  expect(await readdir(dirname(target))).toEqual(['skill'])
})

describe('hostile archives are refused before a byte lands', () => {
  const file = (name: string, body = 'x') => ({
    header: { name, size: text(body).length, type: 'file' as const, mtime: new Date(0) },
    body,
  })
  const skill = file('SKILL.md')
  const link = (type: 'symlink' | 'link', linkname: string) => ({ header: { name: 'l', size: 0, type, linkname } })
  const special = (type: 'character-device' | 'block-device' | 'fifo') => ({ header: { name: 'd', size: 0, type } })
  const tar = async (...entries: Parameters<typeof packTar>[0][number][]) =>
    gzipSync(await packTar([skill, ...entries]))
  const cases: [string, () => Promise<Uint8Array>][] = [
    ['a path that climbs out', () => tar(file('../evil'))],
    ['a path that climbs out later', () => tar(file('a/../../evil'))],
    ['an absolute path', () => tar(file('/etc/evil'))],
    ['a drive letter', () => tar(file('C:/evil'))],
    ['a backslash path', () => tar(file('..\\evil'))],
    ['a UNC path', () => tar(file('\\\\host\\share'))],
    ['a symbolic link', () => tar(link('symlink', '/etc/passwd'))],
    ['a symbolic link inside', () => tar(link('symlink', 'SKILL.md'))],
    ['a hard link', () => tar(link('link', 'SKILL.md'))],
    ['a link and a file through it', () => tar(link('symlink', '/tmp'), file('l/evil'))],
    ['a character device', () => tar(special('character-device'))],
    ['a block device', () => tar(special('block-device'))],
    ['a named pipe', () => tar(special('fifo'))],
    ['names that differ only in case', () => tar(file('skill.md'))],
    ['names that differ only in a sharp s', () => tar(file('straße.md'), file('STRASSE.md'))],
    ['names that differ only in normal form', () => tar(file('é.md'), file('e\u0301.md'))],
    ['names that differ only in width', () => tar(file('a.md'), file('ａ.md'))],
    ['the same file twice', () => tar(file('SKILL.md', 'other'))],
    ['a file that is also a folder', () => tar(file('a'), file('a/b'))],
    ['an empty step', () => tar(file('a//b'))],
    ['a dot step', () => tar(file('a/./b'))],
    ['a device name', () => tar(file('aux.md'))],
    ['a device name with a raised digit', () => tar(file('COM¹.md'))],
    ['the name of the console', () => tar(file('conout$'))],
    ['a repository behind a character that is not seen', () => tar(file('.g\u206ait/config'))],
    ['a repository behind a word joiner', () => tar(file('.gi\u2060t/config'))],
    ['the short name of a second repository', () => tar(file('GIT~2/config'))],
    ['a repository of Mercurial', () => tar(file('.hg/hgrc'))],
    ['a line separator', () => tar(file('a\u2028b.md'))],
    ['settings of git', () => tar(file('.git/config', '[core]\n\tfsmonitor = sh -c true\n'))],
    ['settings of git by another spelling', () => tar(file('.GIT/config'))],
    ['settings of git by their short name', () => tar(file('GIT~1/config'))],
    ['a hook of git further down', () => tar(file('a/.git/hooks/post-checkout'))],
    ['a file that leads to a repository', () => tar(file('.git', 'gitdir: /tmp/x'))],
    ['installed packages', () => tar(file('node_modules/a/index.js'))],
    ['an environment of Python', () => tar(file('.venv/bin/python'))],
    ['compiled Python', () => tar(file('__pycache__/a.cpython-312.pyc'))],
    ['compiled Python elsewhere', () => tar(file('lib/a.pyc'))],
    ['a trailing dot', () => tar(file('SKILL.md.'))],
    ['a control character', () => tar(file('a\u0007b'))],
    ['a bidirectional override', () => tar(file('a\u202egpj.exe'))],
    ['a colon (alternate stream)', () => tar(file('SKILL.md:hidden'))],
    ['a path that is too long', () => tar(file(`${'a/'.repeat(150)}b`))],
    ['too many entries', () => tar(...Array.from({ length: 2_001 }, (_, i) => file(`f${i}`)))],
    ['a bomb', async () => gzipSync(Buffer.alloc(80_000_000))],
    ['a bomb in one file', () => tar(file('big', 'x'.repeat(11_000_000)))],
    ['no gzip', async () => text('PK not an archive')],
    ['gzip cut short', async () => (await tar()).subarray(0, 40)],
    ['gzip of no tar', async () => gzipSync('x'.repeat(2_000))],
    [
      'a tar cut short',
      async () => gzipSync((await packTar([file('SKILL.md', 'x'.repeat(5_000))])).subarray(0, 1_024)),
    ],
    ['a false size', async () => gzipSync(withSize(await packTar([file('SKILL.md', 'x'.repeat(600))]), '77777777777'))],
    ['a negative size', async () => gzipSync(withSize(await packTar([file('SKILL.md', 'x')]), '-0000000001'))],
    ['a checksum that is wrong', async () => gzipSync((await packTar([skill])).fill(0x41, 0, 3))],
    ['no SKILL.md', async () => gzipSync(await packTar([file('README.md')]))],
    ['SKILL.md in a folder below', async () => gzipSync(await packTar([file('skill/SKILL.md')]))],
  ]
  test.each(cases)('%s', async (_what, make) => {
    const parent = await mkdtemp(join(tmpdir(), 'skillwright-hostile-'))
    await expect(unpackSkill(await make(), join(parent, 'skill'))).rejects.toMatchObject({
      name: 'SkillError',
      code: 'INVALID_INPUT',
    })
    expect(await readdir(parent)).toEqual([])
  })
})

/** Writes another size into the first header and corrects its checksum, as an attacker would. */
function withSize(tar: Uint8Array, size: string): Uint8Array {
  tar.set(text(size), 124)
  tar.set(text('        '), 148)
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  tar.set(text(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
  return tar
}

async function folder(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-pack-'))
  for (const [path, body] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), body)
  }
  return dir
}

test('a skill.md in small letters is packed as SKILL.md', async () => {
  const dir = await folder({ 'skill.md': 'x', 'docs/skill.md': 'y' })
  expect((await packSkill(dir)).files.map(({ path }) => path)).toEqual(['SKILL.md', 'docs/skill.md'])
})
