import { isMap, isScalar, parseDocument, stringify, type YAMLMap } from 'yaml'

/**
 * YAML text in which a map has this entry: its lines are replaced where it stands, else they are added behind the last one. All else stays
 * as it is written, which printing the document anew would not leave; the caller checks that it means the same.
 */
export function yamlEntry(text: string, place: readonly string[], entry: Readonly<Record<string, unknown>>): string {
  const name = place.at(-1) ?? ''
  const parents = place.slice(0, -1)
  const map = parseDocument(text).getIn(parents, true)
  if (!isMap(map) || map.items.length === 0) {
    const nested = parents.reduceRight<unknown>((value, key) => ({ [key]: value }), { [name]: entry })
    return `${text.trimEnd()}${text.trim() === '' ? '' : '\n'}${stringify(nested, { lineWidth: 0 })}`
  }
  const indent = ' '.repeat(columnOf(text, rangeOf(map, 0)[0]))
  const lines = stringify({ [name]: entry }, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n')
  const at = map.items.findIndex(({ key }) => isScalar(key) && key.value === name)
  const [start, end] = rangeOf(map, at < 0 ? map.items.length - 1 : at)
  const lineEnd = text.indexOf('\n', end - 1)
  const after = lineEnd < 0 ? text.length : lineEnd
  if (at < 0) return `${text.slice(0, after)}\n${lines}${text.slice(after)}`
  if (/(?:^|\s)#/.test(text.slice(start, after))) throw new Error('a comment would be lost')
  return `${text.slice(0, start - indent.length)}${lines}${text.slice(after)}`
}

/** Where an entry of a map begins and ends, without what is said behind it. */
function rangeOf(map: YAMLMap, index: number): readonly [number, number] {
  const { key, value } = map.items[index] ?? {}
  const [start = 0, keyEnd = 0] = isNode(key) ? (key.range ?? []) : []
  const [, end = keyEnd] = isNode(value) ? (value.range ?? []) : []
  return [start, end]
}

function isNode(value: unknown): value is { readonly range?: readonly number[] } {
  return typeof value === 'object' && value !== null && 'range' in value
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}
