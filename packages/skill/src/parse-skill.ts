import { type Contract, type Finding, openContract, SkillError, tableToSchema } from '@skillwright/contract'
import { decodeText } from './decode-text.ts'
import { CLAWHUB_METADATA, detectDialect, metadataOf } from './dialect.ts'
import { findEntry } from './entry.ts'
import { fieldReader } from './field-reader.ts'
import { readFrontMatter } from './front-matter.ts'
import { readPermissions } from './permissions.ts'
import type { CapabilityType, Skill, SkillExample } from './skill.ts'
import type { SkillFiles } from './skill-files.ts'
import { skillSections } from './skill-sections.ts'

/** Where a skill's files come from, beside the files themselves. */
export interface ParseOptions {
  readonly dir?: string
  /** Name of the folder; the id of a skill that states none. */
  readonly folder?: string
  /** Every path of the package, when `files` holds only those that are read. */
  readonly paths?: readonly string[]
}

/** The files of a package that are read to know the skill; the others only count by name. */
export function isReadForSkill(path: string): boolean {
  return /^(?:skill\.md|skill\.json|contract\.json|prompts\/system\.md|prompts\/examples\/[^/]+\.json)$/i.test(path)
}

/** Reads the files of a package into one Skill. Pure, and never throws for bad content: what is wrong is in `findings`. */
export function parseSkill(
  files: SkillFiles,
  { dir, folder = 'skill', paths = [...files.keys()] }: ParseOptions = {},
): Skill {
  const findings: Finding[] = []
  const skillFile = paths.find((path) => path === 'SKILL.md') ?? paths.find((path) => path.toLowerCase() === 'skill.md')
  if (skillFile === undefined) findings.push(missing(paths))
  const text = skillFile === undefined ? '' : textOf(files, skillFile, findings)
  const { fields, body, bodyLine, findings: found } = readFrontMatter(text, skillFile)
  if (skillFile !== undefined) findings.push(...found)
  const manifest = readJson(files, 'skill.json', findings)

  const front = fieldReader(fields, skillFile ?? 'SKILL.md', findings)
  const json = fieldReader(manifest ?? {}, 'skill.json', findings)
  const meta = fieldReader(standardMetadata(fields), skillFile ?? 'SKILL.md', findings)
  const text1 = (name: string) => front.text(name) ?? json.text(name) ?? meta.text(name)
  const list1 = (name: string) => firstFilled(front.list(name), json.list(name), meta.list(name))
  const sections = skillSections(body, bodyLine)
  const stated = front.text('id') ?? json.text('id')
  const frontName = front.text('name')
  const id = stated ?? kebab(frontName ?? '') ?? kebab(folder) ?? 'skill'
  const { contract, source } = contractOf(
    files,
    sections.parameters,
    { version: text1('version'), description: text1('description') },
    findings,
  )
  return {
    dir,
    id,
    name:
      (stated === undefined ? (json.text('name') ?? meta.text('title')) : undefined) ??
      frontName ??
      json.text('name') ??
      id,
    version: text1('version'),
    description: front.text('description') ?? json.text('description') ?? '',
    author: text1('author'),
    license: text1('license'),
    homepage: text1('homepage'),
    language: text1('language'),
    created: text1('created'),
    updated: text1('updated'),
    tags: list1('tags'),
    hermesVersion: text1('hermes_version'),
    toolsRequired: list1('tools_required'),
    toolsOptional: list1('tools_optional'),
    capabilityType: capabilityOf(json.text('capability_type')),
    dialect: detectDialect(fields, paths),
    frontMatter: fields,
    manifest,
    body,
    sections,
    contract,
    contractSource: source,
    systemPrompt: files.has('prompts/system.md') ? textOf(files, 'prompts/system.md', findings) : undefined,
    examples: examplesOf(files, findings),
    entry: entryOf(json.text('entry') ?? json.text('entry_point'), paths, findings),
    permissions: readPermissions(manifest?.permissions, findings),
    timeoutSeconds: json.number('timeout_seconds'),
    files: paths,
    findings,
  }
}

/** The standard's `metadata` strings, with ClawHub's and Hermes' own maps laid over them. */
function standardMetadata(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const metadata = metadataOf(fields)
  const extensions = [...CLAWHUB_METADATA, 'hermes']
    .map((name) => metadata[name])
    .filter((value) => typeof value === 'object')
  return Object.assign(Object.create(null), metadata, ...extensions) as Record<string, unknown>
}

function contractOf(
  files: SkillFiles,
  table: string,
  facts: { version: string | undefined; description: string | undefined },
  findings: Finding[],
): { contract: Contract | undefined; source: Skill['contractSource'] } {
  const document = readJson(files, 'contract.json', findings)
  if (document !== undefined) return { contract: opened(document, 'contract.json', findings), source: 'contract.json' }
  if (table === '') return { contract: undefined, source: undefined }
  const { schema, findings: tableFindings } = tableToSchema(table)
  findings.push(...tableFindings.map((finding) => ({ ...finding, file: 'SKILL.md' })))
  const derived = Object.fromEntries(
    Object.entries({ ...facts, input: schema }).filter(([, value]) => value !== undefined),
  )
  return { contract: opened(derived, 'SKILL.md', findings), source: 'parameter-table' }
}

function opened(document: unknown, file: string, findings: Finding[]): Contract | undefined {
  try {
    return openContract(document)
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    findings.push(...thrown.findings.map((finding) => ({ ...finding, file })))
    return undefined
  }
}

function examplesOf(files: SkillFiles, findings: Finding[]): SkillExample[] {
  return [...files.keys()]
    .filter((path) => /^prompts\/examples\/[^/]+\.json$/.test(path))
    .flatMap((file) => {
      const value = readJson(files, file, findings)
      if (value === undefined) return []
      if (!('input' in value)) {
        findings.push({
          rule: 'skill/example',
          severity: 'warning',
          file,
          message: `${file} has no input`,
          fix: 'Write {"input": …, "output": …}.',
        })
        return []
      }
      const { action, input, output } = value
      return [
        { file, ...(typeof action === 'string' ? { action } : {}), input, ...(output === undefined ? {} : { output }) },
      ]
    })
}

function entryOf(named: string | undefined, paths: readonly string[], findings: Finding[]): Skill['entry'] {
  const entry = findEntry(named, paths)
  if (named !== undefined && named !== 'SKILL.md' && entry === undefined) {
    findings.push({
      rule: 'skill/entry',
      severity: 'error',
      file: 'skill.json',
      message: `The entry ${named} is not in the package`,
      fix: 'Name a script of the package, or add it.',
    })
  }
  return entry
}

function readJson(files: SkillFiles, file: string, findings: Finding[]): Record<string, unknown> | undefined {
  if (!files.has(file)) return undefined
  const text = textOf(files, file, findings)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    findings.push({
      rule: 'skill/json',
      severity: 'error',
      file,
      message: `${file} is not a JSON object`,
      fix: 'Write one object.',
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    findings.push({
      rule: 'skill/json',
      severity: 'error',
      file,
      message: `${file} is not JSON: ${reason}`,
      fix: 'Correct it.',
    })
  }
  return undefined
}

function textOf(files: SkillFiles, path: string, findings: Finding[]): string {
  const { text, findings: found } = decodeText(files.get(path) ?? new Uint8Array(), path)
  findings.push(...found)
  return text
}

function capabilityOf(stated: string | undefined): CapabilityType {
  return stated === 'api' || stated === 'knowledge' || stated === 'task' ? stated : 'plugin'
}

/** A name as a kebab-case id; undefined when nothing is left of it. */
function kebab(name: string): string | undefined {
  const id = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return id === '' ? undefined : id
}

function firstFilled(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? []
}

function missing(paths: readonly string[]): Finding {
  return {
    rule: 'skill/no-skill-md',
    severity: 'error',
    file: 'SKILL.md',
    message: `There is no SKILL.md among the ${paths.length} files`,
    fix: 'Add a SKILL.md, or name the folder that holds it.',
  }
}
