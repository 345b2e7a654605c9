import type { Purpose } from '../declared-purpose.ts'
import { type HostRelation, hostRelation } from '../text/host-relation.ts'

const WORST: readonly HostRelation[] = [
  'ip',
  'capture',
  'paste',
  'unrelated',
  'hosting',
  'unknown',
  'affine',
  'own',
  'vendor',
  'local',
]

/** The most suspicious of several addresses. */
export function worstRelation(urls: readonly string[], purpose: Purpose): { relation: HostRelation; url: string } {
  const all = urls.map((url) => ({ relation: hostRelation(url, purpose), url }))
  return (
    all.toSorted((a, b) => WORST.indexOf(a.relation) - WORST.indexOf(b.relation))[0] ?? { relation: 'unknown', url: '' }
  )
}
