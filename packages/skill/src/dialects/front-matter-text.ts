import { randomUUID } from 'node:crypto'
import { Document, visit } from 'yaml'

/** SKILL.md from front matter and body. Block style, and no `---` inside a value: the strictest readers take nothing else. */
export function skillMarkdown(fields: Readonly<Record<string, unknown>>, body: string): Uint8Array {
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const document = new Document(stated, { aliasDuplicateObjects: false })
  // Some readers end the front matter at the first --- wherever it stands, so in a value each of its characters is escaped.
  const dash = randomUUID()
  visit(document, {
    Scalar(key, scalar) {
      if (key === 'key' || typeof scalar.value !== 'string' || !scalar.value.includes('---')) return
      scalar.value = scalar.value.replace(/-{3,}/g, (dashes) => dash.repeat(dashes.length))
      scalar.type = 'QUOTE_DOUBLE'
    },
  })
  const yaml = document.toString({ lineWidth: 0 }).replaceAll(dash, '\\x2d')
  return new TextEncoder().encode(`---\n${yaml}---\n${body}`)
}
