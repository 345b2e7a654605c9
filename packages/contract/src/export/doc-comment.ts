import { preview } from '../json.ts'
import { isSchemaObject, type Schema } from '../schema.ts'

/** The description and default of a schema as a comment in front of a declaration, with its line break; empty when it has neither. */
export function docComment(schema: Schema, indent: string): string {
  if (!isSchemaObject(schema)) return ''
  const text = typeof schema.description === 'string' ? schema.description.trim() : ''
  const lines = text === '' ? [] : text.split(/\r\n|[\n\r\u2028\u2029]/)
  if (schema.default !== undefined) lines.push(`@default ${preview(schema.default)}`)
  if (schema.deprecated === true) lines.push('@deprecated')
  const safe = lines.map((line) => commentText(line))
  if (safe.length === 0) return ''
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** Text that can neither end the comment nor give orders to the compiler. */
function commentText(line: string): string {
  return line
    .toWellFormed()
    .replaceAll('*/', '*\\/')
    .replaceAll(/@(?=ts-)/g, '@ ')
}
