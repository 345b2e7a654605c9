import { isObject, SkillError } from '@skillwright/contract'
import { type EmbeddingsEndpoint, quote } from './embeddings-endpoint.ts'
import { parseJson } from './parse-json.ts'

/** What was requested, and from which endpoint. */
interface Asked {
  readonly count: number
  readonly dimensions: number | undefined
  readonly endpoint: EmbeddingsEndpoint
}

/** Reads the answer of an embeddings endpoint; a wrong one is an error that names what came. */
export function readEmbeddings(text: string, asked: Asked): Float32Array[] {
  const { count } = asked
  const items = itemsOf(text, asked)
  if (items.length !== count) throw wrong(asked, `${count} embeddings, one for each text`, String(items.length))
  const vectors = new Map<number, Float32Array>()
  let width = asked.dimensions
  for (const [i, item] of items.entries()) {
    const index = indexOf(item, i, asked)
    if (vectors.has(index)) throw wrong(asked, 'each index once', `${index} twice`)
    const vector = vectorOf(item, index, asked)
    width ??= vector.length
    if (vector.length !== width) throw wrong(asked, `${width} dimensions`, `${vector.length} in embedding ${index}`)
    vectors.set(index, vector)
  }
  return [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector)
}

function itemsOf(text: string, asked: Asked): readonly Record<string, unknown>[] {
  const value = parseJson(text)
  if (value === undefined) throw wrong(asked, 'JSON', text.trim() || 'nothing')
  const data = isObject(value) ? value.data : undefined
  if (!Array.isArray(data)) throw wrong(asked, '{"data": […]}', JSON.stringify(value))
  const bad = data.findIndex((item) => !isObject(item))
  if (bad >= 0) throw wrong(asked, `an object at ${bad} of data`, JSON.stringify(data[bad]))
  return data
}

/** The index says which text an embedding belongs to, so that any order will do. Servers that write none keep the order. */
function indexOf({ index }: Record<string, unknown>, i: number, asked: Asked): number {
  if (index === undefined) return i
  if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < asked.count) return index
  throw wrong(asked, `an index from 0 to ${asked.count - 1}`, JSON.stringify(index))
}

function vectorOf({ embedding }: Record<string, unknown>, index: number, asked: Asked): Float32Array {
  const list = `a list of numbers in embedding ${index}`
  if (typeof embedding === 'string') throw wrong(asked, list, 'text (base64, though float was asked for)')
  if (!Array.isArray(embedding) || embedding.length === 0)
    throw wrong(asked, list, JSON.stringify(embedding) ?? 'nothing')
  // A number beyond 32 bits would become Infinity on the way into the list.
  const bad = embedding.findIndex((value) => typeof value !== 'number' || !Number.isFinite(Math.fround(value)))
  if (bad >= 0)
    throw wrong(asked, `finite numbers in embedding ${index}`, `${JSON.stringify(embedding[bad])} at ${bad}`)
  return Float32Array.from(embedding)
}

function wrong({ endpoint }: Asked, expected: string, got: string): SkillError {
  const message = `${endpoint.name} answered with something else than embeddings: expected ${expected}, got ${quote(got, endpoint)}`
  return new SkillError('INVALID_OUTPUT', message, {
    hint: 'Check that the address leads to an OpenAI-compatible embeddings endpoint and the model is an embedding model.',
  })
}
