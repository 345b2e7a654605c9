import { randomBytes } from 'node:crypto'

/** A new id that sorts by its time (UUID version 7), so that rows are added at one end of an index instead of all over it. */
export function newRunId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.max(0, Math.trunc(now)), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
