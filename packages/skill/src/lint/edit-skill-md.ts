import { stringify } from 'yaml'
import { fieldPlace } from '../field-place.ts'
import { type FrontMatter, readFrontMatter } from '../front-matter.ts'
import type { LintContext } from './lint-context.ts'

// All of these work line by line, so that comments, order and spacing of everything else stay as their author left them.

/** SKILL.md whose first line is the --- above its fields, when white space alone stands before it or the --- is all that is missing. */
export function openFrontMatter(text: string): string {
  if (!/^(?:name|description|id)[ \t]*:[ \t]+\S/.test(text)) return text.replace(/^\s+(?=---[ \t]*\n)/, '')
  // A --- that stands below other text divides that; what is above it are not all fields.
  const [fields = ''] = text.split(/\n[ \t]*\n/, 1)
  const isDivided = [text, fields].map((part) => /^---[ \t]*$/m.test(part))
  return isDivided[0] === isDivided[1] ? `---\n${text}` : text
}

/** SKILL.md with its fields rewritten. */
export function replaceFields(
  text: string,
  { yaml, yamlLine }: FrontMatter,
  rewrite: (yaml: string) => string,
): string {
  const before = text
    .split('\n', yamlLine - 1)
    .map((line) => `${line}\n`)
    .join('')
  if (!text.startsWith(yaml, before.length)) return text
  return before + rewrite(yaml) + text.slice(before.length + yaml.length)
}

/** SKILL.md with a line of --- below its fields. */
export function closeFrontMatter(text: string, { yaml, yamlLine }: FrontMatter): string {
  const lines = text.split('\n')
  const count = yaml.split('\n').length - (yaml === '' || yaml.endsWith('\n') ? 1 : 0)
  lines.splice(yamlLine - 1 + count, 0, '---')
  const edited = lines.join('\n')
  return edited.endsWith('\n') ? edited : `${edited}\n`
}

/** SKILL.md with the number of a text field in quotes, as it was written: `version: 1.0` becomes `version: "1.0"`. */
export function quoteNumber(text: string, name: string, { yaml, yamlLine }: FrontMatter): string {
  const place = fieldPlace(yaml, name, yamlLine)
  if (place === undefined || !/^[-+.\d][-+.\de]*$/i.test(place.source)) return text
  // Three parts are a text to YAML, and need no quotes.
  if (Number.isNaN(Number(place.source))) return text
  const lines = text.split('\n')
  lines[place.line - 1] = (lines[place.line - 1] ?? '').replace(/(:[ \t]*)([-+.\d][-+.\de]*)/i, '$1"$2"')
  return lines.join('\n')
}

/** SKILL.md with one more field at the end of its front matter. */
export function addField(text: string, name: string, value: unknown): string {
  const { yaml, yamlLine, fields } = readFrontMatter(text)
  if (yaml === '' || (Object.hasOwn(fields, name) && fields[name] !== null)) return text
  const lines = text.split('\n')
  const empty = fieldPlace(yaml, name, yamlLine)
  const written = stringify({ [name]: value }, { lineWidth: 0 }).trimEnd()
  // A field that is there without a value gets one where it stands.
  if (empty && empty.source === '' && Object.hasOwn(fields, name)) lines.splice(empty.line - 1, 1, written)
  else lines.splice(yamlLine - 1 + yaml.split('\n').length - 1, 0, written)
  return lines.join('\n')
}

/** SKILL.md with every tool that Dependencies does not name added to the end of that section. */
export function addTools(text: string, { skill, sections, headings }: LintContext): string {
  const section = sections.dependencies
  if (section === undefined) return text
  const missing = (tools: readonly string[]) => tools.filter((tool) => !section.text.includes(tool))
  const items = [
    ...missing(skill.toolsRequired).map((tool) => `- \`${tool}\`: required`),
    ...missing(skill.toolsOptional).map((tool) => `- \`${tool}\`: optional`),
  ]
  const lines = text.split('\n')
  const next = headings.find(({ line, level }) => line > section.line && level <= section.level)
  let end = next ? next.line - 1 : lines.length
  while (end > section.line && (lines[end - 1] ?? '').trim() === '') end--
  const joinsList = /^\s*[-*+] /.test(lines[end - 1] ?? '')
  lines.splice(end, 0, ...(joinsList ? [] : ['']), ...items, ...(next && (lines[end] ?? '') !== '' ? [''] : []))
  return lines.join('\n')
}
