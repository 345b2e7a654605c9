import { decodeEscapes, hidesLetters } from '../text/decode-layers.ts'
import { writesUnseen } from '../text/writes-unseen.ts'
import { note } from './effects.ts'
import { bindPython } from './python-bind.ts'
import { constantItems, elementOf, type Script, toList } from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { placeAt } from './trace.ts'
import {
  concatValues,
  firstText,
  joinValues,
  mapTexts,
  marksOf,
  recordValue,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

/** A string literal with its escapes read and its expressions filled in. */
export function pythonString(node: SyntaxNode, script: Script): Value {
  const { source } = script
  const start = node.children[0]
  const end = node.children.at(-1)
  if (start === undefined || end === undefined) return textValue('')
  const prefix = nodeText(start, source).toLowerCase()
  const isRaw = prefix.includes('r')
  const parts: Value[] = []
  let at = start.end
  const literal = (upTo: number): void => {
    if (upTo <= at) return
    const raw = source.slice(at, upTo)
    const escaped = !isRaw && hidesLetters(raw)
    const text = isRaw ? raw : (decodeEscapes(raw) ?? raw)
    if (writesUnseen(text, raw, source))
      note(script.trace, placeAt(script.place, node.row), 'invisible', { what: 'writes zero-width characters' })
    parts.push(textValue(text, escaped ? ['layer:escapes'] : [], prefix.includes('b')))
  }
  for (const child of node.children) {
    if (child.type !== 'interpolation') continue
    literal(child.start)
    parts.push(script.evaluate(childOf(child, 'expression') ?? child))
    at = child.end
  }
  literal(end.type === 'string_end' ? end.start : node.end)
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : parts.length === 0 ? textValue('') : concatValues(...parts)
}

/** An element or a slice. */
export function pythonSubscript(node: SyntaxNode, script: Script): Value {
  const value = script.evaluate(childOf(node, 'value') ?? node)
  const key = childOf(node, 'subscript')
  if (key === undefined) return value
  if (key.type !== 'slice') return elementOf(value, script.evaluate(key))
  const text = nodeText(key, script.source).replace(/\s/g, '')
  if (text === '::-1')
    return value.items === undefined
      ? mapTexts(value, (each) => [...each].reverse().join(''), 'reversed')
      : toList(value.items.toReversed())
  const bounds = /^(-?\d*):(-?\d*)(?::(-?\d+))?$/.exec(text)
  if (bounds === null) return { texts: [], marks: marksOf(value) }
  const from = bounds[1] === '' ? 0 : Number(bounds[1])
  const to = bounds[2] === '' ? undefined : Number(bounds[2])
  const step = bounds[3] === undefined ? 1 : Number(bounds[3])
  if (value.items !== undefined) return toList(value.items.slice(from, to))
  if (step > 1)
    return mapTexts(
      value,
      (each) => [...each.slice(from, to)].filter((_char, index) => index % step === 0).join(''),
      'split',
    )
  return { ...value, texts: value.texts.map((each) => each.slice(from, to)) }
}

/** A dictionary literal. */
export function pythonDictionary(node: SyntaxNode, script: Script): Value {
  const fields = new Map<string, Value>()
  let marks: readonly Value[] = []
  for (const child of namedChildren(node)) {
    if (child.type === 'pair') {
      const key = script.evaluate(childOf(child, 'key') ?? child)
      fields.set(firstText(key) ?? `?${fields.size}`, script.evaluate(childOf(child, 'value') ?? child))
    } else if (child.type === 'dictionary_splat') {
      const value = script.evaluate(namedChildren(child)[0] ?? child)
      for (const [key, field] of value.fields ?? []) fields.set(key, field)
      marks = [...marks, value]
    }
  }
  return recordValue(
    fields,
    marks.flatMap((value) => marksOf(value)),
  )
}

/** A comprehension, as the list or dictionary of what its body gives. */
export function pythonComprehension(node: SyntaxNode, script: Script): Value {
  const clause = node.children.find((child) => child.type === 'for_in_clause')
  const body = childOf(node, 'body')
  if (clause === undefined || body === undefined) return UNKNOWN
  const results: Value[] = []
  const fields = new Map<string, Value>()
  pythonLoop(clause, script, () => {
    for (const child of node.children) if (child.type === 'if_clause') script.evaluate(child)
    for (const inner of node.children) if (inner.type === 'for_in_clause' && inner !== clause) bindLoop(inner, script)
    if (body.type === 'pair') {
      const key = script.evaluate(childOf(body, 'key') ?? body)
      results.push(key)
      fields.set(firstText(key) ?? `?${fields.size}`, script.evaluate(childOf(body, 'value') ?? body))
    } else results.push(script.evaluate(body))
    return UNKNOWN
  })
  return body.type === 'pair' ? recordValue(fields, marksOf(toList(results))) : toList(results)
}

function bindLoop(node: SyntaxNode, script: Script): void {
  const left = childOf(node, 'left')
  if (left === undefined) return
  const over = script.evaluate(childOf(node, 'right') ?? node)
  const [first] = over.items ?? []
  // The files of a pattern are known as well as the pattern is.
  const each = over.ref === 'path' ? over : first?.ref === 'path' ? first : { texts: [], marks: marksOf(over) }
  bindPython(left, each, script)
}

/** Runs a body for what a loop goes over: for real over constants, once over anything else. */
export function pythonLoop(node: SyntaxNode, script: Script, body: () => Value): Value {
  const left = childOf(node, 'left')
  const over = script.evaluate(childOf(node, 'right') ?? node)
  const items = constantItems(script, over)
  const { branches, before } = script
  if (items !== undefined) {
    script.branches = 0
    for (const item of items) {
      if (left !== undefined) bindPython(left, item, script)
      body()
      if (script.trace.stepsLeft <= 0) break
    }
  } else {
    script.branches++
    script.before = new Set(script.scope.names.keys())
    let each: Value = { texts: [], marks: marksOf(over) }
    for (const item of over.items?.slice(0, 50) ?? []) each = joinValues(each, item)
    if (left !== undefined) bindPython(left, each, script)
    body()
  }
  Object.assign(script, { branches, before })
  return UNKNOWN
}
