const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/gs

/** Where a value of a JSON text stands. */
export interface JsonPlace {
  /** From 1; of the first, where a key is repeated. */
  readonly line: number
  /** More than once where a key is repeated. */
  readonly times: number
}

/** The values at one pointer: where the key of each begins or, in a list, the value; and what is inside, once it was asked for. */
interface Values {
  readonly offsets: number[]
  inner?: Map<string, Values>
}

/** Finds where the values of a JSON text stand, by their pointers. What many pointers lead through is read once. */
export function jsonPlaces(text: string): (pointer: string) => JsonPlace | undefined {
  const root: Values = { offsets: [0] }
  let starts: readonly number[] | undefined
  return (pointer) => {
    let values: Values | undefined = root
    for (const step of pointer.split('/').slice(1)) {
      values.inner ??= innerOf(text, values.offsets)
      values = values.inner.get(step.replaceAll('~1', '/').replaceAll('~0', '~'))
      if (values === undefined) return undefined
    }
    const { offsets } = values
    starts ??= lineStarts(text)
    return { line: values === root ? 1 : countUpTo(starts, offsets[0] ?? 0), times: offsets.length }
  }
}

function innerOf(text: string, offsets: readonly number[]): Map<string, Values> {
  const inner = new Map<string, Values>()
  for (const offset of offsets)
    readMembers(text, offset, (step, at) => {
      const known = inner.get(step)
      if (known === undefined) inner.set(step, { offsets: [at] })
      else known.offsets.push(at)
    })
  return inner
}

/** Reads the members of the object or list that begins at an offset, or whose key does; nothing where another value stands. */
function readMembers(text: string, offset: number, visit: (step: string, at: number) => void): void {
  const tokens = new RegExp(TOKEN)
  tokens.lastIndex = offset
  const next = () => tokens.exec(text)
  let opening = next()?.[0]
  if (opening?.startsWith('"')) opening = next()?.[0] === ':' ? next()?.[0] : undefined
  if (opening !== '{' && opening !== '[') return
  let index = 0
  let isMember = true
  let depth = 1
  for (let match = next(); match !== null && depth > 0; match = next()) {
    const [token] = match
    if (isMember && token !== '}' && token !== ']') {
      if (opening === '[') visit(String(index), match.index)
      else if (token.startsWith('"')) visit(keyOf(token), match.index)
    }
    isMember = token === ',' && depth === 1
    if (isMember) index++
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
  }
}

function keyOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}

/** The offsets at which the lines of a text begin. */
export function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

/** How many of the ascending numbers are not above another. */
function countUpTo(numbers: readonly number[], most: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) <= most) from = middle + 1
    else to = middle
  }
  return from
}
