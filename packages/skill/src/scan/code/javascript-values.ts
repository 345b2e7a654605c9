import { decodeEscapes, hidesLetters } from '../text/decode-layers.ts'
import { writesUnseen } from '../text/writes-unseen.ts'
import { note } from './effects.ts'
import { bindJavascript } from './javascript-bind.ts'
import { javascriptFunction } from './javascript-functions.ts'
import { constantItems, type Script } from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { placeAt } from './trace.ts'
import { concatValues, firstText, marksOf, mergeMarks, recordValue, textValue, UNKNOWN, type Value } from './value.ts'

/** A string or template with its escapes read and its expressions filled in. */
export function javascriptString(node: SyntaxNode, script: Script): Value {
  const { source } = script
  const parts: Value[] = []
  let at = node.start + 1
  const literal = (upTo: number): void => {
    if (upTo <= at) return
    const raw = source.slice(at, upTo)
    const text = decodeEscapes(raw) ?? raw
    if (writesUnseen(text, raw, source))
      note(script.trace, placeAt(script.place, node.row), 'invisible', { what: 'writes zero-width characters' })
    parts.push(textValue(text, hidesLetters(raw) ? ['layer:escapes'] : []))
  }
  for (const child of node.children) {
    if (child.type !== 'template_substitution') continue
    literal(child.start)
    parts.push(script.evaluate(namedChildren(child)[0] ?? child))
    at = child.end
  }
  literal(node.end - 1)
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : parts.length === 0 ? textValue('') : concatValues(...parts)
}

/** An object literal. */
export function javascriptObject(node: SyntaxNode, script: Script): Value {
  const fields = new Map<string, Value>()
  const marks: Value[] = []
  for (const child of namedChildren(node)) {
    if (child.type === 'pair') {
      const key = childOf(child, 'key')
      const name =
        key === undefined
          ? '?'
          : key.type === 'computed_property_name' || key.type === 'string'
            ? (firstText(script.evaluate(key)) ?? '?')
            : nodeText(key, script.source)
      fields.set(name, script.evaluate(childOf(child, 'value') ?? child))
    } else if (child.type === 'shorthand_property_identifier')
      fields.set(nodeText(child, script.source), script.evaluate(child))
    else if (child.type === 'method_definition')
      fields.set(nodeText(childOf(child, 'name') ?? child, script.source), javascriptFunction(child, script, 'method'))
    else if (child.type === 'spread_element') {
      const value = script.evaluate(namedChildren(child)[0] ?? child)
      for (const [key, field] of value.fields ?? []) fields.set(key, field)
      marks.push(value)
    }
  }
  return recordValue(fields, mergeMarks(...marks.map((value) => marksOf(value))))
}

/** Runs the body of a for-of or for-in: for real over constants, once over anything else. */
export function javascriptLoop(node: SyntaxNode, script: Script): Value {
  const left = childOf(node, 'left')
  const over = script.evaluate(childOf(node, 'right') ?? node)
  const body = childOf(node, 'body')
  const items = /\bin\b/.test(nodeText(childOf(node, 'operator') ?? node, script.source).slice(0, 3))
    ? undefined
    : constantItems(script, over)
  const { branches, before } = script
  if (items !== undefined) {
    script.branches = 0
    for (const item of items) {
      if (left !== undefined) bindJavascript(left, item, script, true)
      if (body !== undefined) script.evaluate(body)
      if (script.trace.stepsLeft <= 0) break
    }
  } else {
    script.branches++
    script.before = new Set(script.scope.names.keys())
    if (left !== undefined) bindJavascript(left, { texts: [], marks: marksOf(over) }, script, true)
    if (body !== undefined) script.evaluate(body)
  }
  Object.assign(script, { branches, before })
  return UNKNOWN
}
