import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readFrontMatter, readSimpleYaml } from './front-matter.ts'

test('fields and body come apart, with the line the body begins on', () => {
  expect(readFrontMatter('---\nname: x\ndescription: Does things.\n---\n# Title\n')).toEqual({
    fields: { name: 'x', description: 'Does things.' },
    yaml: 'name: x\ndescription: Does things.\n',
    yamlLine: 2,
    body: '# Title\n',
    bodyLine: 5,
    findings: [],
  })
})

describe('broken front matter still gives name and description, and says what is wrong', () => {
  test.each([
    ['a colon in a value', 'name: x\ndescription: Use it: always', 'Use it: always'],
    ['a value that starts with an asterisk', 'name: x\ndescription: *bold* text', '*bold* text'],
    ['a value that starts with an at sign', 'name: x\ndescription: @scope does it', '@scope does it'],
    ['a value that starts with a backtick', 'name: x\ndescription: `code` first', '`code` first'],
    ['a bad escape', 'name: x\ndescription: "a \\u12 b"', 'a \\u12 b'],
    ['an indented neighbour that is wrong', 'name: x\ndescription: fine\nmetadata:\n  a: b\n c: d', 'fine'],
    ['a tab', 'name: x\ndescription: fine\nlist:\n\t- a', 'fine'],
    ['a block after a broken line', 'name: x\nbad: a: b\ndescription: >\n  Two\n  lines', 'Two lines\n'],
    ['a duplicate key', 'name: x\ndescription: one\nname: y', 'one'],
    ['an unknown alias', 'name: x\ndescription: fine\nother: *nope', 'fine'],
  ])('%s', (_what, yaml, description) => {
    const { fields, findings } = readFrontMatter(`---\n${yaml}\n---\nbody`)
    expect(fields).toMatchObject({ name: 'x', description })
    expect(findings).toEqual([
      expect.objectContaining({ rule: 'skill/yaml', severity: 'error', line: expect.any(Number) }),
    ])
  })
})

test('the line of a YAML error is the line in the file', () => {
  expect(readFrontMatter('---\nname: x\ndescription: a: b\n---\n').findings[0]?.line).toBe(3)
})

test.each([
  ['no front matter', '# Just a title', 'skill/no-front-matter'],
  ['front matter that is never closed', '---\nname: x\ndescription: y\n\n# Title', 'skill/open-front-matter'],
  ['front matter that is a list', '---\n- a\n- b\n---\n', 'skill/yaml'],
])('%s is a finding', (_what, text, rule) => {
  expect(readFrontMatter(text).findings.map((finding) => finding.rule)).toContain(rule)
})

test('an unclosed front matter ends at the first empty line', () => {
  expect(readFrontMatter('---\nname: x\ndescription: y\n\n# Title')).toMatchObject({
    fields: { name: 'x', description: 'y' },
    body: '# Title',
  })
})

test('an alias bomb is a finding, not a bomb', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replace(/./g, (c) => `${c}: &${c} [${`*${String.fromCharCode(c.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`
  const { findings } = readFrontMatter(`---\nname: x\n${bomb}---\n`)
  expect(findings[0]?.rule).toBe('skill/yaml')
})

test('any text whatever is read without throwing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void readFrontMatter(`---\n${text}\n---\n`)),
  )
})

test('the fast reader says exactly what the YAML parser says, or nothing', () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9 .:#'"\-_,()/*&!%@`~[\]{}<>|?=+]{0,20}$/)
  const line = fc.oneof(
    fc.tuple(fc.stringMatching(/^[a-z_-]{1,8}$/), word).map(([key, value]) => `${key}: ${value}`),
    fc.stringMatching(/^[a-z]{1,8}:$/),
    fc
      .tuple(
        fc.stringMatching(/^[a-z]{1,3}$/),
        fc.constantFrom('>', '|', '>-', '|-', '[a, b-c]', '[on, x]', '1.2.0', '2024-03-15', '1.0'),
      )
      .map(([key, value]) => `${key}: ${value}`),
    fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), word).map(([key, value]) => `  ${key}: ${value}`),
    word.map((value) => `  - ${value}`),
    word.map((value) => `- ${value}`),
    word.map((value) => `# ${value}`),
    word.map((value) => `  ${value}`),
  )
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const yaml = lines.join('\n')
      const fast = readSimpleYaml(yaml)
      if (fast !== undefined) expect(fast).toEqual(parse(yaml, { logLevel: 'silent' }))
    }),
    { numRuns: 8_000 },
  )
})

test.each(['"Says \\"hello\\"."', '"one\\ntwo\\tthree \\\\ \\/"', '"\\u4e2d\\u6587 \\ud83d\\ude00"', '""'])(
  'text in double quotes with escapes is read without the parser: %s',
  (text) => {
    const yaml = `name: a\ndescription: ${text}`
    expect(readSimpleYaml(yaml)).toEqual(parse(yaml))
  },
)

test.each(['"\\x41 is of YAML alone"', '"it ends" here"', '"\\u12"'])(
  'what only the parser knows is left to it: %s',
  (text) => {
    expect(readSimpleYaml(`name: a\ndescription: ${text}`)).toBeUndefined()
  },
)

test('a full-width colon behind a name is named as what to correct', () => {
  const { fields, findings } = readFrontMatter('---\nname: a\ndescription：总结网页：要点\n---\n')
  expect(fields).toEqual({ name: 'a', description: '总结网页：要点' })
  expect(findings).toEqual([expect.objectContaining({ rule: 'skill/yaml', fix: expect.stringMatching(/plain colon/) })])
})
