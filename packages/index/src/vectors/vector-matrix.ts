import { SkillError } from '@skillwright/contract'
import { LANES, openDotProducts, PAGE_BYTES } from './dot-products.ts'

/** Vectors of one length, each in its row, as directions: what is asked of them is only the cosine. */
export interface VectorMatrix {
  readonly dimensions: number
  set(row: number, vector: Float32Array): void
  /** The row's numbers as they are kept, for writing them away. Valid until the next change. */
  row(row: number): Int16Array
  /** Fills an empty matrix with rows that `row` gave, one after the other. */
  restore(numbers: Int16Array): void
  /** The cosine of the query and each row. Valid until the next call. */
  cosines(query: Float32Array): Float32Array
}

/** Keeps the sum of products below 2^31: for two directions it is at most the product of their lengths. */
const UNIT = 2 ** 15 - 1
const MAX_BYTES = 2 ** 32 - PAGE_BYTES

/** Makes an empty matrix. A number takes 16 bits, which moves a cosine by less than 0.0001. */
export function createVectorMatrix(dimensions: number): VectorMatrix {
  const stride = Math.ceil(dimensions / LANES) * LANES
  const products = openDotProducts()
  let rows = 0
  const rowBytes = 2 * stride
  // The query lies first, then the rows, and the results behind them.
  const startOf = (row: number) => rowBytes * (row + 1)

  const reserve = (count: number) => {
    const bytes = startOf(count) + 4 * count
    const held = products.bytes().byteLength
    if (bytes <= held) return
    // By a quarter more each time, so that many small additions do not move everything every time.
    const pages = Math.ceil(Math.max(bytes, Math.min(bytes * 1.25, MAX_BYTES)) / PAGE_BYTES)
    if (!products.growTo(pages)) throw tooMany(count, dimensions)
  }
  reserve(0)

  const write = (row: number, numbers: ArrayLike<number>) => {
    reserve(row + 1)
    rows = Math.max(rows, row + 1)
    const whole = new Int16Array(products.bytes(), startOf(row), stride)
    whole.set(numbers)
    // The results of a search may have lain here.
    whole.fill(0, dimensions)
  }

  return {
    dimensions,
    set: (row, vector) => write(row, quantized(vector)),
    row: (row) => new Int16Array(products.bytes(), startOf(row), dimensions),
    restore(numbers) {
      const count = numbers.length / dimensions
      reserve(count)
      for (let row = 0; row < count; row++) write(row, numbers.subarray(row * dimensions, (row + 1) * dimensions))
    },
    cosines(query) {
      new Int16Array(products.bytes(), 0, stride).set(quantized(query))
      const out = startOf(rows)
      products.run(startOf(0), out, 0, rowBytes, out)
      return new Float32Array(products.bytes(), out, rows)
    },
  }
}

function tooMany(count: number, dimensions: number): SkillError {
  const message = `Expected vectors that fit into memory, at most 4 GB, got ${count} of ${dimensions} dimensions`
  return new SkillError('RESOURCE_LIMIT_EXCEEDED', message, { hint: 'Use a model with shorter vectors.' })
}

/** The direction of a vector in whole numbers of 16 bits. */
function quantized(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const scale = squares === 0 ? 0 : UNIT / Math.sqrt(squares)
  return vector.map((value) => Math.round(value * scale))
}
