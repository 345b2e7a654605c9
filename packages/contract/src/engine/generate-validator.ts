import { type CodeSource, type CodeWriter, emitJudge, openWriter } from './code-writer.ts'
import { emitArray } from './emit-array.ts'
import { emitObject } from './emit-object.ts'
import { emitNumber, emitString, emitValues, KIND_TESTS, typeTest } from './emit-scalar.ts'
import { keywordsOf, list } from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/**
 * Generates code that says whether a value fits a schema, and nothing else: no reasons are made, which is most of what other generators
 * spend their time on. Only for schemas that `isFitForCode` found fit for it. `otherwise` judges the values for which the stack is too small.
 */
export function generateValidator(
  source: CodeSource,
  otherwise: (value: unknown) => boolean,
): (value: unknown) => boolean {
  const writer = openWriter(source, emitNode)
  return writer.finish(`${emitJudge('judge', writer.emit(source.linked.root, 'v', 'return 0'))}
return (v) => {
try { return judge(v) !== 0 } catch (thrown) { if (thrown instanceof RangeError) return ${writer.refer(otherwise)}(v); throw thrown }
}`)
}

/** Writes the statements for a schema where it stands. */
export function emitNode(writer: CodeWriter, node: SchemaNode, v: string, fail: string): string {
  const { schema } = node
  if (typeof schema === 'boolean') return schema ? '' : fail
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const lines = types.length > 0 ? [`if (!(${typeTest(types, v)})) ${fail}`] : []
  lines.push(emitValues(writer, schema, v, fail))
  const kinds = {
    number: emitNumber(writer, schema, v, fail),
    string: emitString(writer, schema, v, fail),
    array: emitArray(writer, node, v, fail),
    object: emitObject(writer, node, v, fail),
  }
  for (const [kind, code] of Object.entries(kinds)) {
    const isCertain = types.length === 1 && (types[0] === kind || (kind === 'number' && types[0] === 'integer'))
    if (code !== '') lines.push(isCertain ? code : `if (${KIND_TESTS[kind]?.(v)}) {\n${code}\n}`)
  }
  if (node.ref) lines.push(writer.emit(node.ref, v, fail))
  for (const sub of list(node, 'allOf')) lines.push(writer.emit(sub, v, fail))
  lines.push(emitChoices(writer, node, v, fail))
  return lines.filter((line) => line !== '').join('\n')
}

function emitChoices(writer: CodeWriter, node: SchemaNode, v: string, fail: string): string {
  const lines: string[] = []
  const ask = (sub: SchemaNode) => {
    const answer = writer.fresh()
    return { answer, code: `let ${answer} = true\n${writer.emitAnswer(sub, v, answer)}` }
  }
  if (Object.hasOwn(keywordsOf(node), 'anyOf')) {
    const any = writer.fresh()
    const [first, ...others] = list(node, 'anyOf').map((sub) => `${any} = true\n${writer.emitAnswer(sub, v, any)}`)
    lines.push(`let ${any} = false\n${[first, ...others.map((code) => `if (!${any}) {\n${code}\n}`)].join('\n')}`)
    lines.push(`if (!${any}) ${fail}`)
  }
  if (Object.hasOwn(keywordsOf(node), 'oneOf')) {
    const matching = writer.fresh()
    lines.push(`let ${matching} = 0`)
    for (const sub of list(node, 'oneOf')) {
      const { answer, code } = ask(sub)
      lines.push(`${code}\nif (${answer} && ++${matching} > 1) ${fail}`)
    }
    lines.push(`if (${matching} !== 1) ${fail}`)
  }
  const not = node.one.get('not')
  if (not) {
    const { answer, code } = ask(not)
    lines.push(`${code}\nif (${answer}) ${fail}`)
  }
  const [test, met, unmet] = ['if', 'then', 'else'].map((keyword) => node.one.get(keyword))
  if (test && (met || unmet)) {
    const { answer, code } = ask(test)
    const [whenTrue, whenFalse] = [met, unmet].map((sub) => (sub ? writer.emit(sub, v, fail) : ''))
    lines.push(`${code}\nif (${answer}) {\n${whenTrue}\n} else {\n${whenFalse}\n}`)
  }
  return lines.join('\n')
}
