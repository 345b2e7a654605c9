import { parseSkill, restateSkill, type SkillFiles, unzipFiles, zipFiles } from '@skillwright/skill'
import { buildSkillFingerprint, hashSkillFiles } from 'clawhub/dist/skills.js'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { assemblePackage } from './assemble-package.ts'
import { fingerprintOf } from './clawhub/fingerprint.ts'

test('the fingerprint is the one that the clawhub client computes', () => {
  const files = ['b.md', 'A.md', 'a.md', 'ä.md', 'sub/Z.md', 'sub/z-1.md', '_x', '10.txt', '9.txt'].map((path) => ({
    relPath: path,
    bytes: Buffer.from(path),
  }))
  const { files: hashed, fingerprint } = hashSkillFiles(files)
  expect(fingerprintOf(hashed)).toBe(fingerprint)
  const hidden = [...hashed, { path: '.env', sha256: '0', size: 1 }, { path: 'a/.b/c', sha256: '0', size: 1 }]
  expect(fingerprintOf(hidden)).toBe(buildSkillFingerprint(hashed))
})

test('the same files give the same ZIP, in whatever order they come', () => {
  const files = filesOf({ 'SKILL.md': '# One', 'b/ü.txt': 'x'.repeat(10_000) })
  const zip = zipFiles(files)
  expect(zipFiles(new Map([...files].reverse()))).toEqual(zip)
  expect(unzipFiles(zip)).toEqual(new Map([...files].map(([path, bytes]) => [path, new Uint8Array(bytes)])))
})

test('a ZIP that is none, is too large or has too many entries is refused', async () => {
  expect(() => unzipFiles(Buffer.from('PK nonsense'))).toThrow(/ZIP/)
  expect(() => unzipFiles(zipSync({ 'SKILL.md': new Uint8Array(11_000_000) }))).toThrow(/more than a package/)
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}.txt`, new Uint8Array()]))
  expect(() => unzipFiles(zipSync(many))).toThrow(/entries/)
  await expect(assemblePackage({ source: Buffer.from('neither'), name: 'ab' })).rejects.toThrow(/ZIP or a gzipped tar/)
})

test('a path that leads out of the package is refused', async () => {
  const source = zipSync({
    'SKILL.md': Buffer.from('---\nname: ab\ndescription: d\n---\n'),
    '../evil': Buffer.from('x'),
  })
  await expect(assemblePackage({ source, name: 'ab', version: '1.0.0' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test.each([
  ['a title where the name belongs', '---\nname: My Skill\ndescription: d\n---\n# B\n'],
  ['another version', '---\nname: my-tool\nversion: 0.1\ndescription: d\n---\n# B\n'],
  [
    'quoted keys and a value of several lines',
    '---\n"name": >\n  My\n  Skill\ndescription: d\nversion: "3"\n---\n# B\n',
  ],
  ['line ends of Windows', '\uFEFF---\r\nname: Other\r\nversion: 2.0.0\r\ndescription: d\r\n---\r\n# B\r\n'],
  ['a version among the metadata', '---\nname: my-tool\ndescription: d\nmetadata:\n  version: "9"\n---\n# B\n'],
  ['an id of document C', '---\nid: other\nname: Other\nversion: 1.0.0\ndescription: d\n---\n# B\n'],
])('a skill with %s is made to say what it is published as', (_what, markdown) => {
  const restated = restateSkill(filesOf({ 'SKILL.md': markdown }), { name: 'my-tool', version: '1.2.3' })
  const skill = parseSkill(restated, { folder: 'elsewhere' })
  expect([skill.id, skill.version, skill.description, skill.body.trim()]).toEqual(['my-tool', '1.2.3', 'd', '# B'])
})

test('a skill that says already what it is published as stays as it is', () => {
  const files = filesOf({ 'SKILL.md': '---\nname:   my-tool # mine\ndescription: d\n---\n', 'x.txt': 'x' })
  expect(restateSkill(files, { name: 'my-tool', version: '1.2.3' })).toBe(files)
})

test('skills.md and skill.md become SKILL.md, and nothing of that kind is refused', () => {
  const identity = { name: 'my-tool', version: '1.2.3' }
  const text = '---\nname: my-tool\ndescription: d\n---\n'
  expect([...restateSkill(filesOf({ 'skill.md': text }), identity).keys()]).toEqual(['SKILL.md'])
  expect([...restateSkill(filesOf({ 'Skills.md': text, 'a.md': '' }), identity).keys()]).toEqual(['SKILL.md', 'a.md'])
  expect(() => restateSkill(filesOf({ 'README.md': text }), identity)).toThrow(/SKILL\.md/)
})

function filesOf(texts: Readonly<Record<string, string>>): SkillFiles {
  return new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
}
