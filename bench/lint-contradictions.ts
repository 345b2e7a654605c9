// biome-ignore-all lint/suspicious/noAssignInExpressions: a change is one assignment, and false says that there was nothing to change.
import { createHash } from 'node:crypto'
import { describeSkill, parseSkill, readFiles, type SkillFiles, scaffoldSkill } from '@skillwright/skill'

/** A package in which one place says something else than another. */
export interface Contradiction {
  readonly kind: string
  readonly half: 'tuned' | 'judged'
  /** Which package, and what was changed in it. */
  readonly name: string
  /** The package as it was, and as it is. */
  readonly before: SkillFiles
  readonly after: SkillFiles
  /** The two files that contradict each other. */
  readonly files: readonly [string, string]
}

type Json = Record<string, unknown>
/** A change of one text; undefined where there is nothing to change. */
type Edit = (text: string) => string | undefined
/** A change of a JSON document in place; false where there is nothing to change. */
type Change = (document: Json) => unknown

const EXAMPLES = [
  'csv-insight',
  'daily-news-digest',
  'expense-approval',
  'http-status-guide',
  'log-triage',
  'notes-search',
  'text-diff',
  'translator',
  'unit-converter',
]

/** Contradictions of every kind in the example skills and in new ones of every language. */
export async function listContradictions(): Promise<readonly Contradiction[]> {
  const found: Contradiction[] = []
  for (const [name, before] of await packages()) {
    const add = (kind: string, what: string, file: string, other: string, edit: Edit): void => {
      const bytes = before.get(file)
      const text = bytes === undefined ? undefined : edit(new TextDecoder().decode(bytes))
      if (text === undefined) return
      const after = new Map(before).set(file, new TextEncoder().encode(text))
      const half = isJudged(`${name} ${kind} ${what}`) ? 'judged' : 'tuned'
      found.push({ kind, half, name: `${name}: ${what}`, before, after, files: [file, other] })
    }
    addTableKinds(before, add)
    addDescriptorKinds(before, add)
    addExampleKinds(before, add)
    addManifestKinds(add)
  }
  return found
}

async function packages(): Promise<Map<string, SkillFiles>> {
  const all = new Map<string, SkillFiles>()
  for (const name of EXAMPLES) all.set(name, described((await readFiles(`skills/${name}`)).files))
  for (const language of ['python', 'javascript', 'typescript', 'shell'] as const) {
    all.set(`new ${language}`, described(scaffoldSkill({ id: 'fresh-skill', language })))
    all.set(
      `new ${language}, two actions`,
      scaffoldSkill({ id: 'fresh-skill', language, actions: ['analyze', 'report'] }),
    )
  }
  return all
}

/** A package with a descriptor.json of its own, where it has one action and none yet. */
function described(files: SkillFiles): SkillFiles {
  const skill = parseSkill(files)
  if (files.has('descriptor.json') || skill.contract === undefined || skill.contract.actions.size > 1) return files
  const descriptor = describeSkill(skill, { baseUrl: 'https://skills.example.com/' })
  return new Map(files).set('descriptor.json', new TextEncoder().encode(JSON.stringify(descriptor, null, 2)))
}

type Add = (kind: string, what: string, file: string, other: string, edit: Edit) => void

/** The parameter tables of SKILL.md against contract.json: every row, one cell at a time. */
function addTableKinds(files: SkillFiles, add: Add): void {
  const lines = textOf(files, 'SKILL.md').split('\n')
  for (const [at, line] of lines.entries()) {
    const [, name, type = '', required, standard = '', described = ''] = line.split('|').map((cell) => cell.trim())
    if (required !== 'Yes' && required !== 'No') continue
    const cell = (kind: string, column: number, value: string | undefined): void =>
      add(`table: ${kind}`, `${name} ${value}`, 'SKILL.md', 'contract.json', () => {
        if (value === undefined) return undefined
        const cells = line.split('|')
        cells[column] = ` ${value} `
        return lines.with(at, cells.join('|')).join('\n')
      })
    cell('parameter renamed', 1, `${name?.slice(0, -1)}_name\``)
    cell('another type', 2, OTHER_TYPES[type])
    cell('other items', 2, type.endsWith('[]') ? 'integer[]' : undefined)
    cell('required or not', 3, required === 'Yes' ? 'No' : 'Yes')
    cell('another default', 4, otherDefault(standard, type, described))
    cell('a default that is not there', 4, standard === '—' && required === 'No' ? inventedDefault(type) : undefined)
    cell('a default left out', 4, standard === '—' ? undefined : '—')
    const values = [...described.matchAll(/"[^"]+"/g)].map(([value]) => value)
    cell('an enum value more', 5, type === 'enum' ? `${described} / "invented"` : undefined)
    cell(
      'an enum value less',
      5,
      type === 'enum' && values.length > 2 ? described.replace(` / ${values.at(-1)}`, '') : undefined,
    )
    cell(
      'an enum value spelt otherwise',
      5,
      type === 'enum' ? described.replace(`${values.at(-1)}`, '"other-word"') : undefined,
    )
    cell(
      'another limit',
      5,
      /\d+(?= (?:characters|items)\)$|\)$)/.test(described)
        ? described.replace(/(\d+)((?: characters| items)?\))$/, '7$1$2')
        : undefined,
    )
    if (required === 'Yes')
      add('table: a required parameter less', `${name}`, 'SKILL.md', 'contract.json', () =>
        lines.toSpliced(at, 1).join('\n'),
      )
    add('table: a parameter that is not there', `after ${name}`, 'SKILL.md', 'contract.json', () =>
      lines.toSpliced(at + 1, 0, '| `priority` | string | No | — | How soon |').join('\n'),
    )
  }
}

const OTHER_TYPES: Readonly<Record<string, string>> = {
  string: 'integer',
  integer: 'string',
  number: 'boolean',
  boolean: 'string',
  'string[]': 'string',
  enum: 'integer',
  'date-time': 'integer',
  object: 'string',
}

function otherDefault(standard: string, type: string, described: string): string | undefined {
  if (standard === '—') return undefined
  if (type === 'enum')
    return [...described.matchAll(/"[^"]+"/g)].map(([value]) => value).find((value) => value !== standard)
  if (standard === 'true' || standard === 'false') return standard === 'true' ? 'false' : 'true'
  return standard.startsWith('"') ? '"other"' : String(Number(standard) + 1)
}

function inventedDefault(type: string): string | undefined {
  return { string: '"made-up"', integer: '2', boolean: 'true', 'string[]': '["made-up"]' }[type]
}

/** descriptor.json against contract.json and skill.json. */
function addDescriptorKinds(files: SkillFiles, add: Add): void {
  const one = (kind: string, what: string, change: Change, other = 'contract.json'): void =>
    add(`descriptor: ${kind}`, what, 'descriptor.json', other, (text) => changed(text, change))
  const inputs = files.has('descriptor.json') ? (JSON.parse(textOf(files, 'descriptor.json')).inputs as Json[]) : []
  for (const [at, input] of inputs.entries()) {
    const say = (kind: string, change: Change): void =>
      one(kind, `${input.name}`, (document) => change((document.inputs as Json[])[at] ?? {}))
    const schema = input.schema as Json | undefined
    say('parameter renamed', (each) => (each.name = `${each.name}_name`))
    say('another type', (each) => {
      each.type = each.type === 'string' ? 'integer' : 'string'
      delete each.default
      delete each.schema
    })
    say('required or not', (each) => {
      each.required = each.required !== true
      delete each.default
    })
    say(
      'another default',
      (each) =>
        each.default != null &&
        typeof each.default !== 'boolean' &&
        (each.default =
          typeof each.default === 'string'
            ? ((schema?.enum as string[] | undefined)?.find((value) => value !== each.default) ?? 'other')
            : 2),
    )
    say(
      'a default that is not there',
      (each) =>
        each.default == null &&
        each.required !== true &&
        each.type === 'string' &&
        schema?.enum === undefined &&
        schema?.pattern === undefined &&
        schema?.format === undefined &&
        (each.default = 'made-up'),
    )
    say('a default left out', (each) => each.default != null && delete each.default)
    const within = (kind: string, change: Change): void =>
      say(kind, (each) => typeof each.schema === 'object' && change(each.schema as Json))
    within('an enum value more', (inner) => Array.isArray(inner.enum) && inner.enum.push('invented'))
    within(
      'an enum value less',
      (inner) => Array.isArray(inner.enum) && inner.enum.length > 1 && each(inner.enum.pop()),
    )
    within('another limit', (inner) => {
      const key = ['maxLength', 'maximum', 'maxItems'].find((limit) => typeof inner[limit] === 'number')
      return key !== undefined && (inner[key] = Number(inner[key]) + 5)
    })
    if (input.required === true)
      one('a required parameter less', `${input.name}`, (document) => (document.inputs as Json[]).splice(at, 1))
  }
  const fields = (document: Json): Json => (((document.output as Json).schema ?? {}) as Json).properties as Json
  for (const name of files.has('descriptor.json')
    ? Object.keys(fields(JSON.parse(textOf(files, 'descriptor.json'))) ?? {})
    : []) {
    one('output field renamed', name, (document) => {
      fields(document)[`${name}_name`] = fields(document)[name]
      return delete fields(document)[name]
    })
    one('output field of another type', name, (document) => {
      const { type } = fields(document)[name] as Json
      return (fields(document)[name] = { type: type === 'string' ? 'integer' : 'string' })
    })
  }
  one('another version', 'version', (document) => (document.version = '9.9.9'), 'SKILL.md')
  one('another time limit', 'timeout_ms', (document) => ((document.endpoint as Json).timeout_ms = 7000))
  one(
    'another kind',
    'capability_type',
    (document) => (document.capability_type = document.capability_type === 'task' ? 'api' : 'task'),
    'skill.json',
  )
}

function each(value: unknown): boolean {
  return value !== undefined
}

/** Requests and answers in SKILL.md, prompts/examples and tests against contract.json. */
function addExampleKinds(files: SkillFiles, add: Add): void {
  const text = textOf(files, 'SKILL.md')
  for (const match of text.matchAll(/```json\n([\s\S]*?)```/g)) {
    const json = match[1] ?? ''
    if (!isJson(json)) continue
    const where = `line ${text.slice(0, match.index).split('\n').length}`
    addCallKinds(JSON.parse(json), (kind, what, change) =>
      add(`SKILL.md: ${kind}`, `${where} ${what}`, 'SKILL.md', 'contract.json', () => {
        const edited = changed(json, change)
        return edited === undefined ? undefined : text.replace(json, () => `${edited}\n`)
      }),
    )
  }
  for (const file of files.keys()) {
    if (!/^(?:prompts\/examples|tests)\/(?!triggers)[^/]+\.json$/.test(file)) continue
    const document: unknown = JSON.parse(textOf(files, file))
    for (const [at, call] of (Array.isArray(document) ? document : [document]).entries()) {
      if (call.error !== undefined) continue
      addCallKinds(call, (kind, what, change) =>
        add(`${file.split('/')[0]}: ${kind}`, `${file} ${at} ${what}`, file, 'contract.json', (source) =>
          changed(source, (whole) => change(Array.isArray(whole) ? whole[at] : whole)),
        ),
      )
    }
  }
}

function addCallKinds(call: Json, say: (kind: string, what: string, change: Change) => void): void {
  const [into, from] = call.params === undefined ? ['input', 'output'] : ['params', 'data']
  const input = (call[into] ?? {}) as Json
  const [first] = Object.keys(input)
  if (first !== undefined) {
    say('a parameter renamed', first, (each) => rename(each[into] as Json, first, `${first}_name`))
    say('a parameter of another kind', first, (each) => ((each[into] as Json)[first] = { wrong: true }))
  }
  if (typeof call.action === 'string' && call[into] !== undefined)
    say('an action that is not there', 'action', (each) => (each.action = 'not_there'))
  const output = (call[from] ?? call.data ?? {}) as Json
  const where = call[from] === undefined ? 'data' : from
  for (const name of Object.keys(output).slice(0, 2))
    say('an answer of another kind', name, (each) => ((each[where] as Json)[name] = { wrong: true }))
}

/** skill.json, front matter and contract.json against each other. */
function addManifestKinds(add: Add): void {
  const one = (kind: string, change: Change, other: string): void =>
    add(`skill.json: ${kind}`, kind, 'skill.json', other, (text) => changed(text, change))
  for (const field of [
    'id',
    'version',
    'name',
    'description',
    'author',
    'license',
    'hermes_version',
    'tools_required',
    'tags',
  ])
    one(
      `another ${field}`,
      (document) => {
        const value = document[field]
        if (value === undefined) return false
        return (document[field] = Array.isArray(value)
          ? [...value, 'another']
          : field.endsWith('ersion')
            ? '9.9.9'
            : `${value}-other`)
      },
      'SKILL.md',
    )
  one(
    'another time limit',
    (document) => document.timeout_seconds !== undefined && (document.timeout_seconds = 7),
    'contract.json',
  )
  one('a tool that is not named', (document) => ((document.permissions as Json).tools = ['browser']), 'SKILL.md')
  add('contract: another version', 'version', 'contract.json', 'SKILL.md', (text) =>
    changed(text, (each) => (each.version = '9.9.9')),
  )
  add('contract: another tool', 'tools', 'contract.json', 'SKILL.md', (text) =>
    changed(text, (each) => (each.tools_required = ['browser'])),
  )
}

function rename(object: Json, from: string, to: string): boolean {
  object[to] = object[from]
  return delete object[from]
}

function changed(text: string, change: Change): string | undefined {
  const document = JSON.parse(text)
  return change(document) === false ? undefined : JSON.stringify(document, null, 2)
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function textOf(files: SkillFiles, path: string): string {
  return new TextDecoder().decode(files.get(path))
}

function isJudged(text: string): boolean {
  return Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 2), 16) % 2 === 1
}
