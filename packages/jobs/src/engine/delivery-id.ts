import { createHash } from 'node:crypto'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The id under which pg-boss carries a run: its own where that is a UUID, else one made of it. */
export function deliveryId(runId: string): string {
  if (UUID.test(runId)) return runId.toLowerCase()
  const hex = createHash('sha256').update(runId).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
