import { isUtf8 } from 'node:buffer'
import { type Finding, fixContract, isObject, readExactJson } from '@skillwright/contract'
import { skillJson } from '../dialects/skill-json.ts'
import { SHARED_FIELDS } from '../schemas/known-fields.ts'
import { SKILL_JSON_SCHEMA } from '../schemas/skill-json-schema.ts'
import { addField, addTools, closeFrontMatter, openFrontMatter, quoteNumber, replaceFields } from './edit-skill-md.ts'
import { isStated, type LintContext } from './lint-context.ts'
import { differences } from './manifest-rules.ts'
import { quoteValues } from './quote-values.ts'

/** How the findings of some rules are repaired: the files that change, with their new bytes. */
export interface Repair {
  readonly rule: RegExp
  readonly repair: (context: LintContext, findings: readonly Finding[]) => readonly Changed[]
}

// More than any manifest or contract written by hand.
const MAX_DEPTH = 200

type Changed = readonly [path: string, bytes: Uint8Array]

/** Every repair, in the order in which they are made. */
export const REPAIRS: readonly Repair[] = [
  {
    rule: /^skill\/bom$/,
    repair: (context, findings) => rewrite(context, filesOf(findings), (text) => text.replace(/^\uFEFF+/, '')),
  },
  {
    rule: /^skill\/crlf$/,
    repair: (context, findings) => rewrite(context, filesOf(findings), (text) => text.replaceAll(/\r+\n/g, '\n')),
  },
  {
    rule: /^skill\/misplaced-front-matter$/,
    repair: (context) => editSkillMd(context, openFrontMatter),
  },
  {
    rule: /^skill\/open-front-matter$/,
    repair: (context) => editSkillMd(context, (text) => closeFrontMatter(text, context.frontMatter)),
  },
  {
    rule: /^skill\/yaml$/,
    repair: (context) => editSkillMd(context, (text) => replaceFields(text, context.frontMatter, quoteValues)),
  },
  {
    rule: /^skill\/field-type$/,
    repair: (context) =>
      editSkillMd(context, (text) =>
        Object.keys(SHARED_FIELDS).reduce((edited, name) => quoteNumber(edited, name, context.frontMatter), text),
      ),
  },
  { rule: /^skill\/manifest-missing$/, repair: makeManifest },
  { rule: /^skill\/required-field$/, repair: addFields },
  { rule: /^skill\/manifest-(?:differs|wording)$/, repair: syncManifest },
  {
    rule: /^skill\/tools-listed$/,
    repair: (context) => editSkillMd(context, (text) => addTools(text, context)),
  },
  { rule: /^contract\//, repair: repairContract },
]

/** skill.json of what SKILL.md states; what is only assumed where it states nothing is left out. */
function makeManifest({ skill, frontMatter }: LintContext): readonly Changed[] {
  const assumed = ['name', 'description', 'tools_required'].filter((name) => !isStated(frontMatter.fields, name))
  if (!isStated(frontMatter.fields, 'id') && assumed.includes('name')) assumed.push('id')
  const stated = Object.entries(skillJson(skill)).filter(([name]) => !assumed.includes(name))
  return [['skill.json', jsonBytes({ $schema: SKILL_JSON_SCHEMA.$id, ...Object.fromEntries(stated) }, '')]]
}

/** A field that only skill.json states is copied to where authors look for it. */
function addFields(context: LintContext, findings: readonly Finding[]): readonly Changed[] {
  const { manifest = {} } = context.skill
  const missing = Object.keys(SHARED_FIELDS).filter(
    (name) =>
      Object.hasOwn(manifest, name) && findings.some(({ message }) => message.includes(` field ${name} is missing`)),
  )
  return editSkillMd(context, (text) => missing.reduce((edited, name) => addField(edited, name, manifest[name]), text))
}

function syncManifest(context: LintContext): readonly Changed[] {
  const manifest = rewritable(context, 'skill.json')
  if (manifest === undefined) return []
  for (const { name, front } of differences(context)) manifest[name] = typeof front === 'string' ? front.trim() : front
  return [['skill.json', jsonBytes(manifest, context.text('skill.json'))]]
}

function repairContract(context: LintContext): readonly Changed[] {
  const document = rewritable(context, 'contract.json')
  if (document === undefined) return []
  const { document: repaired, fixed } = fixContract(document)
  return fixed.length === 0 ? [] : [['contract.json', jsonBytes(repaired, context.text('contract.json'))]]
}

/** A JSON object of the package; undefined when writing it again would lose a repeated key or the digits of a number. */
function rewritable({ text }: LintContext, path: string): Record<string, unknown> | undefined {
  const exact = readExactJson(text(path), { maxDepth: MAX_DEPTH })
  return exact.ok && exact.rounded.length === 0 && isObject(exact.value) ? { ...exact.value } : undefined
}

/** Lines are counted at \n; where \r ends some of them, a line that was found is not the line that would be edited. */
function editSkillMd(context: LintContext, edit: (text: string) => string): readonly Changed[] {
  return rewrite(context, [context.skillFile], (text) => (text.includes('\r') ? text : edit(text)))
}

/** Rewrites text files; one that is not UTF-8 stays as it is, because what it says would be lost. */
function rewrite({ files }: LintContext, paths: readonly string[], edit: (text: string) => string): Changed[] {
  return paths.flatMap((path): Changed[] => {
    const bytes = files.get(path)
    if (bytes === undefined || !isUtf8(bytes)) return []
    const text = Buffer.from(bytes).toString('utf8')
    const edited = edit(text)
    return edited === text ? [] : [[path, Buffer.from(edited)]]
  })
}

function filesOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.flatMap(({ file }) => (file === undefined ? [] : [file])))]
}

/** A document as JSON with the indentation it had before; two spaces when it is new. */
function jsonBytes(document: unknown, before: string): Uint8Array {
  const indent = /^\{\r?\n([ \t]+)"/.exec(before.trimStart())?.[1] ?? '  '
  return Buffer.from(`${JSON.stringify(document, null, indent)}\n`)
}
