import type { Fact } from '../../code/trace.ts'
import type { Purpose } from '../../declared-purpose.ts'
import type { HostRelation } from '../../text/host-relation.ts'
import type { Secrets } from './secrets-in.ts'

/** A request, with what of the user's own goes along. */
export interface Sent {
  readonly fact: Fact
  readonly purpose: Purpose
  readonly relation: HostRelation
  readonly url: string
  /** The address as a person reads it. */
  readonly place: string
  /** How the address is hidden. */
  readonly layers: readonly string[]
  readonly isHidden: boolean
  readonly body: Secrets
  readonly header: Secrets
}
