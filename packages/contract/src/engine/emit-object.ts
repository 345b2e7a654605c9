import { hasOwn } from '../json.ts'
import { type CodeWriter, LACKING } from './code-writer.ts'
import { emitEntries } from './emit-entries.ts'
import { keywordsOf, list, named } from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** Code for the keywords about objects. */
export function emitObject(writer: CodeWriter, node: SchemaNode, v: string, fail: string): string {
  const { minProperties, maxProperties, dependentRequired = {} } = keywordsOf(node)
  const lines = [emitProperties(writer, node, v, fail)]
  if (minProperties !== undefined) lines.push(`if (Object.keys(${v}).length < ${minProperties}) ${fail}`)
  if (maxProperties !== undefined) lines.push(`if (Object.keys(${v}).length > ${maxProperties}) ${fail}`)
  for (const [trigger, names] of Object.entries(dependentRequired)) {
    if (names.length === 0) continue
    const lacksOne = names.map((name) => `!(${isThere(writer, v, name)})`).join(' || ')
    lines.push(`if ((${isThere(writer, v, trigger)}) && (${lacksOne})) ${fail}`)
  }
  for (const [name, sub] of named(node, 'dependentSchemas')) {
    const code = writer.emit(sub, v, fail)
    if (code !== '') lines.push(`if (${isThere(writer, v, name)}) {\n${code}\n}`)
  }
  lines.push(emitEntries(writer, node, v, fail, { isCounted: isCounted(node) }))
  return lines.filter((line) => line !== '').join('\n')
}

/** `required`, `properties` and the refusal of all others: of a closed object it is enough to count, where no key needs a look by itself. */
function emitProperties(writer: CodeWriter, node: SchemaNode, v: string, fail: string): string {
  const properties = named(node, 'properties')
  const required = new Set(keywordsOf(node).required)
  const lines: string[] = []
  for (const name of required) if (!properties.has(name)) lines.push(`if (!(${isThere(writer, v, name)})) ${fail}`)
  const left = isCounted(node) ? writer.fresh() : undefined
  if (left) lines.push(`let ${left} = 0`)
  for (const [name, sub] of properties) {
    const inner = writer.fresh()
    const code = [left ? `${left}++` : '', writer.emit(sub, inner, fail)].filter((line) => line !== '').join('\n')
    const isRequired = required.has(name)
    const whenMissing = isRequired ? fail : hasDefault(sub) ? `lacks = ${LACKING}` : ''
    if (code === '' && whenMissing === '') continue
    lines.push(`const ${inner} = ${read(writer, v, name)}`)
    if (isRequired) lines.push(`if (${inner} === undefined) ${fail}`, code)
    else lines.push(`if (${inner} !== undefined) {\n${code}\n}${whenMissing === '' ? '' : ` else ${whenMissing}`}`)
  }
  if (left) {
    const known = writer.refer(new Set(properties.keys()))
    // An object of a class may inherit a declared property, which would be counted as if it were a key.
    lines.push(
      `for (const key in ${v}) ${left}--`,
      `if ((${left} !== 0 || ${v}.constructor !== Object) && ${writer.refer(hasOther)}(${v}, ${known})) ${fail}`,
    )
  }
  return lines.join('\n')
}

/** True when a default may be filled in for a property: one that it, what it refers to or an `allOf` of these says. */
function hasDefault(node: SchemaNode): boolean {
  const found = new Set([node])
  // A Set keeps giving what is added while it is walked.
  for (const each of found) {
    if (Object.hasOwn(keywordsOf(each), 'default')) return true
    if (each.ref) found.add(each.ref)
    for (const sub of list(each, 'allOf')) found.add(sub)
  }
  return false
}

/** True for an object whose keys all are declared properties. */
function isCounted(node: SchemaNode): boolean {
  return node.one.get('additionalProperties')?.schema === false && named(node, 'patternProperties').size === 0
}

function hasOther(value: object, known: ReadonlySet<string>): boolean {
  return Object.keys(value).some((key) => !known.has(key))
}

/** The value of a property; undefined where there is none of its own. A name every object inherits, such as `toString`, would be found where it is not. */
function read(writer: CodeWriter, v: string, name: string): string {
  const key = JSON.stringify(name)
  return name in Object.prototype ? `${writer.refer(hasOwn)}(${v}, ${key}) ? ${v}[${key}] : undefined` : `${v}[${key}]`
}

function isThere(writer: CodeWriter, v: string, name: string): string {
  return `(${read(writer, v, name)}) !== undefined`
}
