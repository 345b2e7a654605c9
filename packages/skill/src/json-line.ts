import { lineAt } from './decode-text.ts'

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/gs

/** The line, from 1, on which the value at a JSON pointer stands in a JSON text; undefined when there is no such value. */
export function jsonLine(text: string, pointer: string): number | undefined {
  return jsonLines(text, pointer, { most: 1 })[0]
}

/** Every line on which a value at a JSON pointer stands: more than one when a key is repeated. */
export function jsonLines(
  text: string,
  pointer: string,
  { most = Number.POSITIVE_INFINITY }: { readonly most?: number } = {},
): number[] {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (steps.length === 0) return [1]
  const found: number[] = []
  // How many of the steps the values we are inside of have taken, and the index of each array we are inside of.
  let matched = 0
  const indexes: number[] = []
  let previous = ''
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    const depth = indexes.length
    const array = depth > 0 && (indexes[depth - 1] ?? -1) >= 0
    const isElement = array && token !== ']' && (previous === '[' || previous === ',')
    const isKey = depth > 0 && !array && (previous === '{' || previous === ',') && token.startsWith('"')
    if (isElement || isKey) {
      if (matched >= depth) matched = depth - 1
      const step = isKey ? keyOf(token) : String(indexes[depth - 1])
      if (matched === depth - 1 && step === steps[matched]) {
        matched++
        if (matched === steps.length && found.push(lineAt(text, match.index)) >= most) return found
      }
    }
    if (token === '{') indexes.push(-1)
    else if (token === '[') indexes.push(0)
    else if (token === '}' || token === ']') {
      indexes.pop()
      if (matched > indexes.length) matched = indexes.length
    } else if (token === ',' && array) indexes[depth - 1] = (indexes[depth - 1] ?? 0) + 1
    previous = token
  }
  return found
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}
