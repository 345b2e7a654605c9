import { SkillError } from '@skillwright/contract'
import type { OnnxTensor } from './onnx-runtime.ts'

/** How the vectors of a text's tokens become the vector of the text. */
export type Pooling = 'mean' | 'cls'

/** One vector for each text of a batch; `lengths` says how many tokens of each are not padding. */
export function poolTokens(
  { type, dims, data }: OnnxTensor,
  lengths: readonly number[],
  pooling: Pooling,
): Float32Array[] {
  if (!(data instanceof Float32Array)) throw wrong(`numbers of 32 bits, got ${type}`)
  const [batch, second = 0, third] = dims
  if (batch !== lengths.length || dims.length < 2 || dims.length > 3)
    throw wrong(`${lengths.length} rows of vectors, got the shape ${dims.join(' x ')}`)
  // Some exports pool by themselves, and then there is nothing left to do.
  if (third === undefined) return lengths.map((_, row) => data.slice(row * second, (row + 1) * second))
  return lengths.map((length, row) => {
    const start = row * second * third
    if (pooling === 'cls') return data.slice(start, start + third)
    return meanOf(data.subarray(start, start + length * third), third)
  })
}

function meanOf(tokens: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width)
  for (const [i, value] of tokens.entries()) sum[i % width] = (sum[i % width] ?? 0) + value
  return sum.map((value) => (value * width) / Math.max(1, tokens.length))
}

function wrong(problem: string): SkillError {
  return new SkillError('INVALID_OUTPUT', `The model gave no vectors of tokens: expected ${problem}`, {
    hint: 'Name another file of the model with { model }, one that gives last_hidden_state in float32.',
  })
}
