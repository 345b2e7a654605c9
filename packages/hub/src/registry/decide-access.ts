import { SkillError } from '@skillwright/contract'
import type { AccessPolicy, StatedAccess } from '@skillwright/skill'

/** The statements that decide who may see and call a skill. */
export interface AccessClaims {
  /** What the package states. */
  readonly stated: readonly StatedAccess[]
  /** What its publisher asks for. */
  readonly requested: AccessPolicy | undefined
  /** What the skill is, when it is there already. */
  readonly existing: AccessPolicy | undefined
}

interface Claim {
  readonly place: string
  readonly access: AccessPolicy
}

/**
 * Who may see and call a skill: what the package states, the publisher asks for, or the skill is already; public when
 * nothing says so. Throws CONFLICT with both when two of them differ, PUBLISH_REFUSED for a statement that is not understood.
 */
export function decideAccess({ stated, requested, existing }: AccessClaims): AccessPolicy {
  const claims: Claim[] = [
    ...stated.flatMap(({ place, access }) => (access === undefined ? [] : [{ place, access }])),
    ...(requested === undefined ? [] : [{ place: 'the publisher', access: requested }]),
    ...(existing === undefined ? [] : [{ place: 'the skill at this hub', access: existing }]),
  ]
  const [first] = claims
  const other = claims.find(({ access }) => access !== first?.access)
  if (first !== undefined && other !== undefined) throw contradiction(first, other)
  const unclear = stated.find(({ access }) => access === undefined)
  // A descriptor has to say it; a word elsewhere may mean something else, once it is known what the access is.
  if (unclear !== undefined && (first === undefined || /^descriptor\.json/i.test(unclear.place))) throw refused(unclear)
  return first?.access ?? 'public'
}

function contradiction(one: Claim, other: Claim): SkillError {
  return new SkillError(
    'CONFLICT',
    `${one.place} says that the skill is ${one.access}, and ${other.place} says that it is ${other.access}`,
    {
      hint: 'Make them say the same; skillwright access changes what a published skill is',
      details: { access: { [one.place]: one.access, [other.place]: other.access } },
    },
  )
}

function refused({ place, text }: StatedAccess): SkillError {
  const [file = ''] = place.split(' ')
  const message = `${place} should say public, restricted or private, got ${text}`
  return new SkillError('PUBLISH_REFUSED', message, {
    findings: [{ rule: 'hub/access', severity: 'error', file, message, fix: 'Write one of the three.' }],
    hint: 'Write public, restricted or private',
  })
}
