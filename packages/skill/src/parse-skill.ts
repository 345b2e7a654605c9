import { basename, resolve } from 'node:path'
import { counted, type Finding } from '@skillwright/contract'
import { decodeText } from './decode-text.ts'
import { readDependencies } from './dependencies.ts'
import { fieldPlace } from './field-place.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { readPermissions } from './permissions.ts'
import { listFiles, readListed } from './read-files.ts'
import type { CapabilityType, Skill, SkillSections } from './skill.ts'
import { readExamples, skillContract } from './skill-contract.ts'
import {
  CLAWHUB_METADATA,
  detectDialect,
  entryOf,
  fieldReader,
  metadataOf,
  readManifest,
  readWithLine,
} from './skill-fields.ts'
import type { SkillFiles } from './skill-files.ts'
import { mayHaveParameters, skillSections } from './skill-sections.ts'

/** Reads a skill folder. Never throws for bad content: what is wrong is in `skill.findings`. Throws when there is no such folder. */
export async function readSkill(path: string): Promise<Skill> {
  const dir = resolve(path)
  const { paths, findings } = await listFiles(dir)
  const files = await readListed(dir, paths.filter(isReadForSkill), findings)
  return parseSkill(files, { dir, folder: basename(dir), paths, findings })
}

/** Where a skill's files come from, beside the files themselves. */
interface ParseOptions {
  readonly dir?: string
  /** Name of the folder; the id of a skill that states none. */
  readonly folder?: string
  /** Every path of the package, when `files` holds only those that are read. */
  readonly paths?: readonly string[]
  /** What was noticed while the files were read. */
  readonly findings?: readonly Finding[]
}

/** The files of a package that are read to know the skill; the others only count by name. */
function isReadForSkill(path: string): boolean {
  return /^(?:skill\.md|skill\.json|contract\.json|prompts\/system\.md|prompts\/examples\/[^/]+\.json)$/i.test(path)
}

/** What an index keeps of a skill. */
export type SkillHead = Pick<
  Skill,
  | 'id'
  | 'name'
  | 'version'
  | 'description'
  | 'tags'
  | 'hermesVersion'
  | 'toolsRequired'
  | 'frontMatter'
  | 'manifest'
  | 'body'
  | 'findings'
>

/** Reads of a package what an index keeps: the same as parseSkill, without what takes most of its time, contract and sections. */
export function parseSkillHead(files: SkillFiles, options: ParseOptions = {}): SkillHead {
  const findings: Finding[] = [...(options.findings ?? [])]
  const { head } = readHead(files, options, findings)
  return { ...head, findings }
}

/** Reads the files of a package into one Skill. Pure, and never throws for bad content: what is wrong is in `findings`. */
export function parseSkill(files: SkillFiles, options: ParseOptions = {}): Skill {
  const { dir, paths = [...files.keys()], findings: before = [] } = options
  const findings: Finding[] = [...before]
  const { head, text, list, json, manifest, file, bodyLine } = readHead(files, options, findings)
  const { body, version, description } = head
  // Many skills are read for their name and description alone: sections are parsed on first use.
  let found: SkillSections | undefined
  const sectionsOf = () => {
    found ??= skillSections(body, bodyLine)
    return found
  }
  const tableFacts = () =>
    mayHaveParameters(body)
      ? { table: sectionsOf().parameters, body, bodyLine, file, version, description: description || undefined }
      : undefined
  const systemPrompt = files.has('prompts/system.md') ? textOf(files, 'prompts/system.md', findings) : undefined
  const entry = entryOf(json.text('entry') ?? json.text('entry_point'), paths, manifest.lineOf, findings)
  const permissions = readWithLine(manifest, 'permissions', readPermissions, findings)
  const dependencies =
    manifest.value?.dependencies === undefined
      ? new Map()
      : readWithLine(manifest, 'dependencies', readDependencies, findings)
  const examples = readExamples(files, findings)
  const { contract, source } = skillContract(files, tableFacts, findings)
  return {
    dir,
    ...head,
    author: text('author'),
    license: text('license'),
    homepage: text('homepage'),
    language: text('language'),
    created: text('created'),
    updated: text('updated'),
    toolsOptional: list('tools_optional'),
    capabilityType: capabilityOf(json.text('capability_type')),
    dialect: detectDialect(head.frontMatter, paths),
    get sections() {
      return sectionsOf()
    },
    contract,
    contractSource: source,
    systemPrompt,
    examples,
    entry,
    permissions,
    dependencies,
    timeoutSeconds: json.number('timeout_seconds'),
    files: paths,
    findings,
  }
}

/** Reads SKILL.md and skill.json, and gives what reads the rest of their fields. */
function readHead(
  files: SkillFiles,
  { folder = 'skill', paths = [...files.keys()] }: ParseOptions,
  findings: Finding[],
) {
  const skillFile = findSkillFile(paths)
  if (skillFile === undefined) findings.push(missing(paths))
  const file = skillFile ?? 'SKILL.md'
  const { fields, yaml, yamlLine, body, bodyLine } = readSkillFile(files, skillFile, findings)
  const manifest = readManifest(files, findings)

  const placeOf = (name: string) => fieldPlace(yaml, name, yamlLine)
  const front = fieldReader(fields, file, findings, placeOf)
  const json = fieldReader(manifest.value ?? {}, 'skill.json', findings, manifest.placeOf)
  const meta = fieldReader(
    standardMetadata(fields),
    file,
    findings,
    // What stands inside a value of one line has no line of its own.
    (name) => placeOf(name) ?? { line: placeOf('metadata')?.line ?? yamlLine, source: '' },
  )
  const text = (name: string) => front.text(name) ?? json.text(name) ?? meta.text(name)
  const list = (name: string) => firstFilled(front.list(name), json.list(name), meta.list(name))
  const frontId = front.text('id')
  const frontName = front.text('name')
  const id = frontId ?? json.text('id') ?? kebab(frontName ?? '') ?? kebab(folder) ?? 'skill'
  const head: Omit<SkillHead, 'findings'> = {
    id,
    name:
      // Beside an id, name is the title; without one it is the standard's name, and the title stands elsewhere.
      (frontId === undefined ? (json.text('name') ?? meta.text('title')) : undefined) ??
      frontName ??
      json.text('name') ??
      id,
    version: text('version'),
    description: front.text('description') ?? json.text('description') ?? '',
    tags: list('tags'),
    hermesVersion: text('hermes_version'),
    toolsRequired: list('tools_required'),
    frontMatter: fields,
    manifest: manifest.value,
    body,
  }
  return { head, text, list, json, manifest, file, bodyLine }
}

/** The name under which a package holds its SKILL.md. */
export function findSkillFile(paths: readonly string[]): string | undefined {
  return paths.includes('SKILL.md') ? 'SKILL.md' : paths.find((path) => path.toLowerCase() === 'skill.md')
}

function readSkillFile(files: SkillFiles, file: string | undefined, findings: Finding[]): FrontMatter {
  if (file === undefined) return { fields: {}, yaml: '', yamlLine: 1, body: '', bodyLine: 1, findings: [] }
  const frontMatter = readFrontMatter(textOf(files, file, findings), file)
  findings.push(...frontMatter.findings)
  return frontMatter
}

/** The standard's `metadata` strings, with ClawHub's and Hermes' own maps laid over them. */
function standardMetadata(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const metadata = metadataOf(fields)
  const extensions = [...CLAWHUB_METADATA, 'hermes']
    .map((name) => metadata[name])
    .filter((value) => typeof value === 'object')
  return Object.assign(Object.create(null), metadata, ...extensions) as Record<string, unknown>
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
export function kebab(name: string): string | undefined {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return name
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
    message: `There is no SKILL.md among ${counted(paths.length, 'file')}`,
    fix: 'Add a SKILL.md, or name the folder that holds it.',
  }
}
