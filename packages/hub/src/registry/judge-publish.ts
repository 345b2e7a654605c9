import { SkillError } from '@skillwright/contract'
import type { AccessPolicy } from '@skillwright/skill'
import type { Row } from '../store/tables.ts'
import type { Lookalike } from './check-lookalikes.ts'
import type { Examination } from './examine-package.ts'
import type { PublishFacts } from './publish-facts.ts'

/** What becomes of a package. */
export interface Judgement {
  readonly state: Row<'versions'>['state']
  /** Why it is not published at once. */
  readonly reasons: readonly string[]
}

/** What is judged, besides the package itself. */
export interface PublishSubject {
  readonly version: string
  readonly fullName: string
  readonly access: AccessPolicy
  /** Why earlier rejections concern it. */
  readonly rejections: readonly string[]
  /** Why what it has in common with a skill of others concerns it. */
  readonly relations: readonly string[]
}

/** Decides what becomes of a package that was examined. Throws PUBLISH_REFUSED, or CONFLICT for a version or name that is taken. */
export function judgePublish(
  examination: Examination,
  facts: PublishFacts,
  { version, fullName, access, rejections, relations }: PublishSubject,
): Judgement {
  refuseTaken(facts, version, fullName)
  // What only some can see imitates nothing.
  const lookalike = access === 'private' ? undefined : facts.lookalike
  if (lookalike?.verdict === 'refuse') throw imitation(lookalike, fullName)
  refuseErrors(examination, version, fullName)
  const { scan, signature } = examination
  const scanned = scan.findings.filter(({ effect }) => effect === 'block' || effect === 'review').slice(0, 5)
  const found = scanned.map(({ rule, message }) => `${rule}: ${message}`)
  if (scan.verdict === 'block') return { state: 'quarantined', reasons: ['The scan blocks it.', ...found] }
  const reasons = [
    ...(scan.verdict === 'review' ? ['The scan asks for a person to look at it.', ...found] : []),
    ...(lookalike === undefined ? [] : [`The name looks like ${lookalike.of}.`]),
    ...rejections,
    // What only some can see takes nobody in.
    ...(access === 'private' ? [] : relations),
    ...signerReasons(facts.lastSigner, signature?.signedBy ?? null),
  ]
  return { state: reasons.length === 0 ? 'published' : 'pending', reasons }
}

/** Throws CONFLICT when the version is there already. */
export function refuseTaken({ existing }: PublishFacts, version: string, fullName: string): void {
  if (existing !== undefined)
    throw new SkillError('CONFLICT', `${fullName} ${version} is there already (${existing.state})`, {
      hint: 'A version never changes: publish the next one',
      details: { version, state: existing.state, digest: existing.digest },
    })
}

function imitation({ of }: Lookalike, fullName: string): SkillError {
  return new SkillError('CONFLICT', `${fullName} could be mistaken for ${of}`, {
    hint: 'Choose a name that is clearly another one',
    details: { lookalike: of },
  })
}

function refuseErrors({ findings, comparison }: Examination, version: string, fullName: string): void {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first === undefined) return
  const others = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`
  throw new SkillError('PUBLISH_REFUSED', `${fullName} ${version} cannot be published: ${first.message}${others}`, {
    findings,
    hint: first.fix ?? 'Correct what the findings name and publish again',
    ...(comparison === null ? {} : { details: { comparison } }),
  })
}

/** An attacker who publishes from a stolen account does not have the author's key. */
function signerReasons(lastSigner: string | null, signer: string | null): string[] {
  if (lastSigner === null || lastSigner === signer) return []
  const by = signer === null ? 'it is not signed' : `this one is by ${signer}`
  return [`The version before is signed by ${lastSigner}, and ${by}.`]
}
