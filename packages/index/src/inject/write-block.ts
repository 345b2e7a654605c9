import { cleanText } from './clean-text.ts'
import { guardRoles } from './guard-roles.ts'
import { guardTags } from './guard-tags.ts'

/** Document C's block of a skill. Whatever the content is, it cannot close the block, open another or look like one. */
export function writeBlock(id: string, content: string): string {
  return `<skill name='${escapeXml(id)}'>\n${guardRoles(guardTags(cleanText(content))).trim()}\n</skill>`
}

/** A text for inside a tag or an attribute, on one line. */
export function escapeXml(text: string): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim()
  return guardRoles(guardTags(line, '<').replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char))
}

// As Python's html.escape writes them: the standard's own tool uses it.
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
