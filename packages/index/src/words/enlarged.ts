/** Copies a list to the start of a larger one and returns that. */
export function enlarged<List extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  list: List,
  larger: List,
): List {
  larger.set(list)
  return larger
}
