import { stringify } from 'yaml'

/** SKILL.md from front matter and body. Block style and plain lines throughout: the strictest readers take nothing else. */
export function skillMarkdown(fields: Readonly<Record<string, unknown>>, body: string): Uint8Array {
  const yaml = stringify(withoutEmpty(fields), {
    lineWidth: 0,
    defaultStringType: 'PLAIN',
    defaultKeyType: 'PLAIN',
    aliasDuplicateObjects: false,
  })
  return new TextEncoder().encode(`---\n${yaml}---\n\n${body.replace(/^\n+/, '')}`)
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
