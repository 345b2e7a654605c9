import type { CodeWriter } from './code-writer.ts'
import { patternTest } from './emit-scalar.ts'
import { named } from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** So many names are compared one by one; more are looked up. */
const MAX_COMPARED = 8

/** Code for the keywords that look at each key of an object: `patternProperties`, `additionalProperties` and `propertyNames`. */
export function emitEntries(
  writer: CodeWriter,
  node: SchemaNode,
  v: string,
  fail: string,
  { isCounted }: { readonly isCounted: boolean },
): string {
  const patterns = [...named(node, 'patternProperties')]
  const additional = node.one.get('additionalProperties')
  const names = node.one.get('propertyNames')
  const [key, inner] = [writer.fresh(), writer.fresh()]
  const lines: string[] = []
  if (names) lines.push(writer.emit(names, key, fail))
  for (const [source, sub] of patterns) {
    const code = writer.emit(sub, inner, fail)
    if (code !== '') lines.push(`if (${patternTest(writer, source, key)}) {\n${code}\n}`)
  }
  const code = additional && !isCounted ? writer.emit(additional, inner, fail) : ''
  if (code !== '') {
    const known = [
      ...namedTest(writer, [...named(node, 'properties').keys()], key),
      ...patterns.map(([source]) => patternTest(writer, source, key)),
    ]
    lines.push(known.length === 0 ? code : `if (!(${known.join(' || ')})) {\n${code}\n}`)
  }
  const body = lines.filter((line) => line !== '').join('\n')
  return body === '' ? '' : `for (const ${key} in ${v}) {\nconst ${inner} = ${v}[${key}]\n${body}\n}`
}

function namedTest(writer: CodeWriter, names: readonly string[], key: string): readonly string[] {
  if (names.length > MAX_COMPARED) return [`${writer.refer(new Set(names))}.has(${key})`]
  return names.map((name) => `${key} === ${JSON.stringify(name)}`)
}
