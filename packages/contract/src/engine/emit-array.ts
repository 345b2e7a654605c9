import { ASSERTIONS } from './assertions.ts'
import type { CodeWriter } from './code-writer.ts'
import { keywordsOf, list } from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** Code for the keywords about arrays. */
export function emitArray(writer: CodeWriter, node: SchemaNode, v: string, fail: string): string {
  const { minItems, maxItems, uniqueItems } = keywordsOf(node)
  const lines: string[] = []
  if (minItems !== undefined) lines.push(`if (${v}.length < ${minItems}) ${fail}`)
  if (maxItems !== undefined) lines.push(`if (${v}.length > ${maxItems}) ${fail}`)
  const prefix = list(node, 'prefixItems')
  for (const [i, sub] of prefix.entries()) {
    const item = writer.fresh()
    const code = writer.emit(sub, item, fail)
    if (code !== '') lines.push(`if (${v}.length > ${i}) {\nconst ${item} = ${v}[${i}]\n${code}\n}`)
  }
  const items = node.one.get('items')
  if (items) lines.push(eachItem(writer, v, prefix.length, (item) => writer.emit(items, item, fail)))
  const contains = node.one.get('contains')
  if (contains) lines.push(emitContains(writer, node, contains, v, fail))
  if (uniqueItems === true) lines.push(`if (!${writer.refer(ASSERTIONS.uniqueItems?.({ uniqueItems }))}(${v})) ${fail}`)
  return lines.filter((line) => line !== '').join('\n')
}

function emitContains(writer: CodeWriter, node: SchemaNode, contains: SchemaNode, v: string, fail: string): string {
  const { minContains = 1, maxContains } = keywordsOf(node)
  const [count, fits] = [writer.fresh(), writer.fresh()]
  const isOpen = maxContains === undefined
  const most = isOpen ? '' : ` || ${count} > ${maxContains}`
  const counted = isOpen ? `++${count} >= ${minContains}) break` : `++${count} > ${maxContains}) break`
  const loop = eachItem(
    writer,
    v,
    0,
    (item) => `let ${fits} = true\n${writer.emitAnswer(contains, item, fits)}\nif (${fits} && ${counted}`,
  )
  return `let ${count} = 0\n${loop}\nif (${count} < ${minContains}${most}) ${fail}`
}

function eachItem(writer: CodeWriter, v: string, start: number, body: (item: string) => string): string {
  const [i, item] = [writer.fresh(), writer.fresh()]
  const code = body(item)
  return code === ''
    ? ''
    : `for (let ${i} = ${start}; ${i} < ${v}.length; ${i}++) {\nconst ${item} = ${v}[${i}]\n${code}\n}`
}
