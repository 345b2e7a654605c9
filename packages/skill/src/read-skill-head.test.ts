import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSkill } from './parse-skill.ts'
import { readSkillHead, type SkillHead } from './read-skill-head.ts'
import type { SkillFiles } from './skill-files.ts'

const SKILLS = join(import.meta.dirname, '../../../skills')

test.each(readdirSync(SKILLS).filter((name) => name !== 'agents'))(
  '%s has the head that the whole skill has',
  (name) => {
    const read = (file: string) => readFileSync(join(SKILLS, name, file))
    expectSameHead(new Map(['SKILL.md', 'skill.json'].map((file) => [file, read(file)])), name)
  },
)

test.each([
  ['nothing at all', ''],
  ['no front matter', '# Title\n\nWords.\n'],
  ['a front matter that is never closed', '---\nname: x\n\n# Title'],
  ['a colon in a value', '---\nname: x\ndescription: Use it: always\n---\n'],
  ['a list for a name', '---\nname: [a, b]\ndescription: y\n---\n'],
  ['a number for a version', '---\nname: x\nversion: 1.0\n---\n'],
  ['metadata as JSON text', '---\nname: x\nmetadata: \'{"version": "2.0.0", "tags": "a, b"}\'\n---\n'],
  ['a byte order mark and carriage returns', '\uFEFF---\r\nname: x\r\ndescription: y\r\n---\r\n## Overview\r\nz\r\n'],
  ['Chinese sections', '---\nname: x\n---\n## 何时使用\n- 总结新闻\n\n## 不适用场景\n- 翻译\n'],
  ['a parameter table', '---\nname: x\n---\n## Parameters\n| name | type |\n|---|---|\n| a | string |\n'],
])('%s gives the head that the whole skill has', (_what, text) => {
  expectSameHead(new Map([['SKILL.md', Buffer.from(text)]]))
})

test('whatever the two files hold, the head is that of the whole skill', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '---',
      'name: A b',
      'id: x',
      'description: y',
      'tags: [a, b]',
      'version: 1',
      'metadata:',
      '  title: T',
    ),
    fc.constantFrom('# H', '## When to use', '- item', '**Do not use:** never', 'hermes_version: ^3', '\0', '```'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const manifest = fc.oneof(
    fc.record({ id: fc.jsonValue(), name: fc.jsonValue(), tags: fc.jsonValue() }).map((value) => JSON.stringify(value)),
    fc.string({ maxLength: 40 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), fc.option(manifest), (lines, json) => {
      const files = new Map([['SKILL.md', Buffer.from(lines.join('\n'))]])
      if (json !== null) files.set('skill.json', Buffer.from(json))
      expectSameHead(files)
    }),
    { numRuns: 60 },
  )
})

test('findings are added to those of the caller', () => {
  const findings = [{ rule: 'index/unreadable', severity: 'error' as const, message: 'skill.json is a link' }]
  const head = readSkillHead(new Map(), { findings })
  expect(head.findings.map(({ rule }) => rule)).toEqual(['index/unreadable', 'skill/no-skill-md'])
})

function expectSameHead(files: SkillFiles, folder = 'folder'): void {
  const head = readSkillHead(files, { folder })
  const { findings: _wrongInAll, ...whole } = parseSkill(files, { folder })
  const { bodyLine: _line, json: _reader, lineOfJson: _pointer, findings: _wrongInHead, ...told }: SkillHead = head
  expect(whole).toMatchObject(told)
}
