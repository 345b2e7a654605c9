import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packFiles, type SkillFiles, zipFiles } from '@skillwright/skill'
import { describe, expect, test } from 'vitest'
import { skillFiles } from '../fixtures/skill-hub.ts'
import { openProject } from '../fixtures/test-project.ts'

const GOOD = skillFiles({ name: 'notes' })
const withFile = (path: string, bytes: Uint8Array = Buffer.from('x')): SkillFiles => new Map([...GOOD, [path, bytes]])

/** One entry of a tar, whatever it says of itself. */
function entry(name: string, { type = '0', link = '', body = 'x' } = {}): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(link, 157)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, Buffer.from(body.padEnd(Math.ceil(body.length / 512) * 512, '\0'))])
}
const tar = (...entries: Buffer[]) =>
  gzipSync(
    Buffer.concat([
      entry('SKILL.md', { body: GOOD.get('SKILL.md')?.toString() ?? '' }),
      ...entries,
      Buffer.alloc(1_024),
    ]),
  )

describe('an archive', () => {
  test.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
    ['that climbs out', 'a.zip', () => zipFiles(withFile('../evil'))],
    ['that climbs out from below', 'a.zip', () => zipFiles(withFile('a/../../evil'))],
    ['with an absolute path', 'a.zip', () => zipFiles(withFile('/tmp/evil'))],
    ['with a drive', 'a.zip', () => zipFiles(withFile('C:/evil'))],
    ['with backslashes', 'a.zip', () => zipFiles(withFile('..\\evil'))],
    ['with twins in case', 'a.zip', () => zipFiles(withFile('Skill.MD'))],
    [
      'with twins in form',
      'a.zip',
      () => zipFiles(new Map([...withFile('e\u0301.md'), ['\u00e9.md', Buffer.from('y')]])),
    ],
    ['with a folder of git', 'a.zip', () => zipFiles(withFile('.git/hooks/post-checkout'))],
    ['with a name for a device', 'a.zip', () => zipFiles(withFile('nul'))],
    ['with an invisible name', 'a.zip', () => zipFiles(withFile('a\u200b.md'))],
    ['with a file for a folder', 'a.zip', () => zipFiles(new Map([...withFile('a'), ['a/b', Buffer.from('y')]]))],
    ['that unpacks to far more', 'a.zip', () => zipFiles(withFile('zeros', Buffer.alloc(11_000_000)))],
    [
      'of thousands of files',
      'a.zip',
      () =>
        zipFiles(
          new Map([...GOOD, ...Array.from({ length: 2_001 }, (_, i): [string, Buffer] => [`f${i}`, Buffer.alloc(0)])]),
        ),
    ],
    ['with a link', 'a.tgz', () => tar(entry('l', { type: '2', link: '/etc/passwd', body: '' }))],
    ['with a hard link', 'a.tgz', () => tar(entry('l', { type: '1', link: 'SKILL.md', body: '' }))],
    ['with a device', 'a.tgz', () => tar(entry('d', { type: '3', body: '' }))],
    ['with a pipe', 'a.tgz', () => tar(entry('p', { type: '6', body: '' }))],
    ['whose tar climbs out', 'a.tgz', () => tar(entry('../../evil'))],
    ['with the same file twice', 'a.tgz', () => tar(entry('a'), entry('a', { body: 'y' }))],
    ['that is a bomb', 'a.tgz', () => gzipSync(Buffer.alloc(200_000_000))],
    ['that is cut', 'a.tgz', async () => (await packFiles(GOOD)).archive.subarray(0, 200)],
    ['that is none', 'a.tgz', () => Buffer.from('hello')],
    ['that is a ZIP in name alone', 'a.zip', () => Buffer.from('PK\x03\x04 nothing')],
  ])('%s is refused, and nothing is written', async (_, name, make) => {
    await using project = await openProject()
    await writeFile(join(project.dir, name), await make())
    await expect(project.install({ add: [{ id: 'notes', version: '*', source: `./${name}` }] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(Object.keys(await project.tree())).toEqual([name])
  })
})
