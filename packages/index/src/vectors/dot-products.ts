/** Many dot products at once, computed in a memory of their own. */
export interface DotProducts {
  /** The memory, anew after each growth. */
  readonly bytes: () => ArrayBuffer
  /** False when there is not so much memory. */
  growTo(pages: number): boolean
  /** Writes the product of the query with each row between two addresses, divided by 2^30, as 32-bit floats. */
  run(rows: number, end: number, query: number, rowBytes: number, out: number): void
}

/** Bytes in a page of the memory. */
export const PAGE_BYTES = 65_536

/** Numbers of 16 bits that are multiplied in one step; a row is a multiple of it long. */
export const LANES = 8

// Part of every JavaScript engine, and not of its language's type library.
declare const WebAssembly: {
  readonly Memory: new (size: {
    readonly initial: number
  }) => {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> }
}

/**
 * Opens a memory for rows of 16-bit numbers and the function that multiplies them with a query, eight numbers at a time.
 * JavaScript has no such instruction, WebAssembly does: 50,000 rows of 384 numbers take 2 ms and not 24.
 */
export function openDotProducts(): DotProducts {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const { run } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { index: { memory } }).exports
  if (typeof run !== 'function') throw new Error('the module has no function named run')
  return {
    bytes: () => memory.buffer,
    growTo(pages) {
      try {
        memory.grow(pages - memory.buffer.byteLength / PAGE_BYTES)
        return true
      } catch {
        return false
      }
    },
    run: (...addresses) => void run(...addresses),
  }
}

// The parameters of the function, then its locals, as the instructions number them.
const [ROW, END, QUERY, ROW_BYTES, OUT, AT, ROW_END, SUM] = [0, 1, 2, 3, 4, 5, 6, 7]
const I32 = 0x7f
const V128 = 0x7b

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
const constant = (value: number) => [0x41, value]
const simd = (instruction: number, ...rest: readonly number[]) => [0xfd, ...unsigned(instruction), ...rest]
const loadEight = simd(0x00, 4, 0)
const lane = (index: number) => simd(0x1b, index)
const addI32 = 0x6a

const CODE = [
  [0x02, 0x40, 0x03, 0x40], // block, loop: one row each time
  [...get(ROW), ...get(END), 0x4f, 0x0d, 1], // leave the block when row >= end
  [...get(QUERY), ...set(AT)],
  [...get(ROW), ...get(ROW_BYTES), addI32, ...set(ROW_END)],
  [...simd(0x0c, ...new Array(16).fill(0)), ...set(SUM)],
  [0x03, 0x40], // loop: eight numbers each time
  [...get(ROW), ...loadEight, ...get(AT), ...loadEight, ...simd(0xba)], // i32x4.dot_i16x8_s
  [...get(SUM), ...simd(0xae), ...set(SUM)], // i32x4.add
  [...get(AT), ...constant(16), addI32, ...set(AT)],
  [...get(ROW), ...constant(16), addI32, ...tee(ROW), ...get(ROW_END), 0x49, 0x0d, 0], // again when row < rowEnd
  [0x0b],
  [...get(OUT), ...get(SUM), ...lane(0), ...get(SUM), ...lane(1), addI32],
  [...get(SUM), ...lane(2), addI32, ...get(SUM), ...lane(3), addI32],
  [0xb2, 0x43, 0x00, 0x00, 0x80, 0x30, 0x94, 0x38, 2, 0], // f32.convert_i32_s, times 2^-30, f32.store
  [...get(OUT), ...constant(4), addI32, ...set(OUT)],
  [0x0c, 0, 0x0b, 0x0b, 0x0b], // next row; end of loop, block and function
].flat()

const MODULE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
  ...section(2, [1, ...name('index'), ...name('memory'), 0x02, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...name('run'), 0x00, 0]),
  ...section(10, [1, ...sized([2, 2, I32, 1, V128, ...CODE])]),
])

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)]
}

function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content]
}

function name(text: string): number[] {
  return sized([...Buffer.from(text)])
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
