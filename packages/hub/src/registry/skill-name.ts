import { TIERS } from '@skillwright/hub-api'
import { nameSkeleton } from './name-skeleton.ts'

/** How far a skill is trusted. */
export type Tier = (typeof TIERS)[number]

/** Words that mean something here, or would let a publisher speak for the hub. */
const RESERVED = new Set([
  ...TIERS,
  ...['admin', 'administrator', 'moderator', 'reviewer', 'root', 'staff', 'support', 'system', 'security', 'hub'],
  ...['skillwright', 'hermes', 'clawhub', 'openclaw', 'trusted', 'certified', 'featured', 'recommended', 'curated'],
  ...['api', 'v0', 'v1', 'v2', 'docs', 'openapi', 'healthz', 'readyz', 'metrics', 'static', 'assets', 'well-known'],
  ...['skill', 'skills', 'collection', 'collections', 'search', 'resolve', 'log', 'mirror', 'latest', 'new', 'me'],
  ...['login', 'logout', 'settings', 'tokens', 'people', 'scopes', 'null', 'undefined', 'operator'],
])
// Short words fold into too many others: only the longer ones are also reserved when written with 0 for o.
const RESERVED_SKELETONS = new Set([...RESERVED].filter((word) => word.length >= 5).map(nameSkeleton))

/** True for names that only an administrator may give, and for what looks like one. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name) || RESERVED_SKELETONS.has(nameSkeleton(name))
}
