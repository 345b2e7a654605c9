import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { validate } from 'skills-ref'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { type ExportTarget, exportSkill, importSkill, readFiles } from '../index.ts'
import { parseSkill } from '../parse-skill.ts'
import { scaffoldSkill } from '../scaffold/scaffold-skill.ts'
import { writeSkill } from '../scaffold/write-skill.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'

const TARGETS: readonly ExportTarget[] = ['agentskills', 'clawhub', 'hermes', 'claude-plugin', 'codex-plugin']
const EXAMPLES = new URL('../../../../skills/', import.meta.url)

let temp: string
let skills: readonly [string, SkillFiles][]
beforeAll(async () => {
  skills = await specimens()
  temp = await mkdtemp(join(tmpdir(), 'skillwright-dialects-'))
})
afterAll(() => rm(temp, { recursive: true, force: true }))

/** Skills of every kind: the examples of this repository, fresh ones, and those with trouble in them. */
async function specimens(): Promise<[string, SkillFiles][]> {
  const examples = await Promise.all(
    (await readdir(EXAMPLES)).map(async (name): Promise<[string, SkillFiles]> => {
      return [name, (await readFiles(new URL(name, EXAMPLES).pathname)).files]
    }),
  )
  return [
    ...examples.filter(([, files]) => files.has('SKILL.md')),
    ...(['python', 'typescript', 'javascript', 'shell'] as const).map((language): [string, SkillFiles] => [
      `new ${language}`,
      scaffoldSkill({ id: `new-${language}`, language, actions: ['analyze', 'report'] }),
    ]),
    ...NASTY.map(([name, front, body, others = {}]): [string, SkillFiles] => [
      name,
      filesOf({ 'SKILL.md': `---\n${front}---\n${body}`, ...others }),
    ]),
  ]
}

const STANDARD = 'id: nasty\nversion: 1.0.0\nhermes_version: "*"\ntools_required: []\n'
const NASTY: [string, string, string, Record<string, string>?][] = [
  [
    'three dashes in every value',
    `${STANDARD}name: a --- b\ndescription: '--- first --- and last ---'\n`,
    '\n---\n---\n',
  ],
  ['a very long description', `${STANDARD}name: N\ndescription: ${'long 😀 '.repeat(400)}\n`, ''],
  ['text of many lines', `${STANDARD}name: "a\\nb"\ndescription: |\n  one\n\n  ---\n  two: three\n`, '# Body'],
  [
    'flow style, comments and anchors',
    `# mine\n${STANDARD}name: N # why\ndescription: &d text\ncopy: *d\ntags: [a, b]\n`,
    '\n',
  ],
  ['characters that YAML refuses', `${STANDARD}name: "\\a\\u0085\\u2028\\uFFFE"\ndescription: "a\\0b\\x7f"\n`, '\n'],
  [
    'values that look like something else',
    `${STANDARD}name: "null"\ndescription: "1.0"\nauthor: "yes"\nlicense: "{}"\n`,
    '\n',
  ],
  ['quotes and colons', `${STANDARD}name: "a: b # c"\ndescription: "'\\"[]{}&*!|>%@\`"\n`, '\n'],
  [
    'keys that only others know',
    `${STANDARD}name: N\ndescription: D.\nhooks: {a: [1, {b: null}]}\nargument-hint: x\nmetadata:\n  hermes: {tags: [t]}\n  a: b\n`,
    '\n',
  ],
  ['no description', `${STANDARD}name: N\n`, '\n'],
  ['only an id', 'id: nasty\n', ''],
  ['a front matter that never ends', `${STANDARD}name: N\ndescription: D.\n\n# Title\n`.replace('\n---\n', ''), ''],
  ['YAML that is none', `${STANDARD}name: N\ndescription: a: b\n`, '\nBody\n'],
  [
    'a scoped id',
    'id: official/nasty\nversion: 1.0.0\nname: N\ndescription: D.\nhermes_version: ">=3"\ntools_required: [x]\n',
    '\n',
  ],
  [
    'a skill.json that disagrees and knows more',
    `${STANDARD}name: N\ndescription: D.\n`,
    '\n',
    {
      'skill.json':
        '{"id":"other","version":"9.9.9","permissions":{"env":["KEY"],"programs":["jq"]},"mine":{"a":[null]},"entry_point":"run.py"}',
      'run.py': '#!',
    },
  ],
  [
    'a skill.json with hostile keys',
    `${STANDARD}name: N\ndescription: D.\n`,
    '\n',
    { 'skill.json': '{"__proto__":{"id":"evil"},"constructor":1}' },
  ],
]

describe.each(TARGETS)('to %s and back', (target) => {
  test('every skill comes back as it was', () => {
    for (const [name, files] of skills) {
      const back = importSkill(exportSkill(files, target, { folder: 'nasty' }).files)
      expect(comparable(back.files), name).toEqual({ ...withSkillJson(back.files), ...comparable(files) })
    }
  })

  test('an export reads as the skill that it was made from', () => {
    for (const [name, files] of skills) {
      const before = parseSkill(files, { folder: 'nasty' })
      const { files: exported, folder } = exportSkill(files, target, { folder: 'nasty' })
      expect(factsOf(parseSkill(inner(exported, target, folder), { folder })), name).toEqual({
        ...factsOf(before),
        ...(before.description.length > 1024 || /[\s\p{Cc}]/u.test(before.description.replaceAll(' ', ''))
          ? { description: expect.any(String) }
          : { description: before.description || before.name }),
      })
    }
  })

  test('an export of an export is the export of the original', () => {
    for (const [name, files] of skills) {
      const other = exportSkill(files, 'hermes', { folder: 'nasty' })
      const [once, twice] = [files, other.files].map((source) => exportSkill(source, target, { folder: 'nasty' }))
      expect(comparable(twice?.files ?? new Map()), name).toEqual(comparable(once?.files ?? new Map()))
    }
  })

  test('any front matter, body and skill.json come back', () => {
    fc.assert(
      fc.property(anySkill(), (files) => {
        const back = importSkill(exportSkill(files, target).files)
        expect(comparable(back.files)).toEqual({ ...withSkillJson(back.files), ...comparable(files) })
      }),
      { numRuns: 60 },
    )
  })
})

test('the reference validator of the standard accepts every export', async () => {
  for (const [name, files] of skills) {
    const { folder, files: exported } = exportSkill(files, 'agentskills', { folder: 'nasty' })
    const dir = join(await mkdtemp(join(temp, 'x-')), folder)
    await writeSkill(dir, exported)
    expect(await validate(dir), name).toEqual([])
  }
})

test('the reference validator accepts the export of any skill', async () => {
  await fc.assert(
    fc.asyncProperty(anySkill(), async (files) => {
      const { folder, files: exported } = exportSkill(files, 'agentskills')
      const dir = join(await mkdtemp(join(temp, 'any-')), folder)
      await writeSkill(dir, exported)
      expect(await validate(dir)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

function filesOf(texts: Readonly<Record<string, string>>): SkillFiles {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}

/** Files as text, skill.json as what it says: its layout is not the author's. */
function comparable(files: SkillFiles): Record<string, unknown> {
  const texts = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')] as const)
  return Object.fromEntries(
    texts.map(([path, text]) => [path, path.endsWith('skill.json') ? (JSON.parse(text) as unknown) : text]),
  )
}

/** An imported skill has a skill.json even where the original had none. */
function withSkillJson(files: SkillFiles): Record<string, unknown> {
  return { 'skill.json': comparable(files)['skill.json'] }
}

function inner(files: SkillFiles, target: ExportTarget, folder: string): SkillFiles {
  if (!target.endsWith('-plugin')) return files
  const root = `skills/${folder}/`
  return new Map(
    [...files].flatMap(([path, bytes]) => (path.startsWith(root) ? [[path.slice(root.length), bytes]] : [])),
  )
}

function factsOf(skill: Skill): Record<string, unknown> {
  const { id, name, version, author, license, homepage, language, created, updated, tags, hermesVersion } = skill
  const { toolsRequired, toolsOptional, capabilityType, description, body, permissions, timeoutSeconds, entry } = skill
  return {
    ...{ id, name, version, author, license, homepage, language, created, updated, tags, hermesVersion },
    ...{ toolsRequired, toolsOptional, capabilityType, description, body, permissions, timeoutSeconds, entry },
    contract: skill.contract && [...skill.contract.actions.values()].map(({ input }) => input.schema),
  }
}

function anySkill(): fc.Arbitrary<SkillFiles> {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.toWellFormed()),
    fc
      .array(fc.constantFrom('---', '\n', ' ', ': ', '#', '- ', '"', "'", 'word', '\t', '...', '{', '\\'), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
  )
  const value = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }))
  const fields = fc.record(
    {
      id: fc.constant('any-skill'),
      version: text,
      name: text,
      description: fc.oneof(
        text,
        text.map((part) => `${part} and more `.repeat(100)),
      ),
      author: text,
      license: text,
      tags: fc.oneof(text, fc.array(text, { maxLength: 3 })),
      hermes_version: text,
      tools_required: fc.array(text, { maxLength: 3 }),
      compatibility: text,
      'allowed-tools': value,
      metadata: fc.oneof(text, fc.dictionary(text, value, { maxKeys: 3 })),
      other: value,
    },
    { requiredKeys: ['id'] },
  )
  const manifest = fc.option(
    fc.dictionary(fc.constantFrom('version', 'name', 'mine', 'permissions', '__proto__', 'tags'), value),
  )
  return fc.tuple(fields, text, manifest).map(([front, body, json]) =>
    filesOf({
      'SKILL.md': `---\n${stringify(front)}---\n${body.replaceAll(/[\r\0\uFEFF]/g, '')}`,
      ...(json === null ? {} : { 'skill.json': JSON.stringify(json) }),
    }),
  )
}
