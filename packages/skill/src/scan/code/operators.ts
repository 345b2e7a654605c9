import { concatValues, firstText, marksOf, mergeMarks, numberValue, textValue, type Value } from './value.ts'

/** The result of an operator on constants; on anything else only the origin is kept. */
export function applyOperator(operator: string, left: Value, right: Value): Value {
  const a = left.number
  const b = right.number
  if (a !== undefined && b !== undefined) {
    const result = compute(operator, a, b)
    if (result !== undefined)
      return numberValue(result, mergeMarks(left.marks, right.marks, operator === '^' ? ['layer:xor'] : []))
  }
  if (operator === '+') {
    if (left.items !== undefined || right.items !== undefined)
      return { texts: [], marks: [], items: [...(left.items ?? [left]), ...(right.items ?? [right])] }
    return concatValues(left, right)
  }
  // Python joins paths with a slash.
  if (operator === '/' && left.number === undefined) {
    const joined = concatValues(left, textValue('/'), right)
    return { ...joined, texts: joined.texts.map((text) => text.replace(/\/+/g, '/')), ref: 'path' }
  }
  if (operator === '*' && b !== undefined && left.texts.length > 0 && b >= 0 && b <= 64)
    return { ...left, texts: left.texts.map((text) => text.repeat(b).slice(0, 2_000)) }
  if (operator === '|' && (left.fields !== undefined || right.fields !== undefined)) {
    return {
      texts: [],
      marks: mergeMarks(left.marks, right.marks),
      fields: new Map([...(left.fields ?? []), ...(right.fields ?? [])]),
    }
  }
  return { texts: [], marks: mergeMarks(marksOf(left), marksOf(right), operator === '^' ? ['layer:xor'] : []) }
}

/** Python's `'…%s…' % values`. */
export function formatPercent(format: Value, values: Value): Value {
  const list = values.items ?? [values]
  const parts: Value[] = []
  let used = 0
  for (const piece of (firstText(format) ?? '').split(/(%(?:\(\w+\))?[-+ 0-9.]*[a-zA-Z%])/)) {
    if (piece === '%%') parts.push(textValue('%'))
    else if (/^%.*[a-zA-Z]$/.test(piece)) {
      const key = /^%\((\w+)\)/.exec(piece)?.[1]
      parts.push((key === undefined ? list[used++] : values.fields?.get(key)) ?? { texts: [], marks: marksOf(values) })
    } else if (piece !== '') parts.push(textValue(piece))
  }
  return concatValues({ texts: [''], marks: format.marks }, ...parts)
}

function compute(operator: string, a: number, b: number): number | undefined {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '^':
      return a ^ b
    case '%':
      return b === 0 ? undefined : ((a % b) + b) % b
    case '>>':
      return a >> b
    case '<<':
      return a << b
    case '&':
      return a & b
    case '|':
      return a | b
    case '//':
      return b === 0 ? undefined : Math.floor(a / b)
    case '/':
      return b === 0 ? undefined : a / b
    default:
      return undefined
  }
}
