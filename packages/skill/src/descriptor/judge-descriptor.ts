import { type Finding, isObject, openContract, openSchema, type SchemaChecker, SkillError } from '@skillwright/contract'
import { contractDocument } from './contract-extra.ts'
import type { Descriptor } from './descriptor.ts'
import { DESCRIPTOR_SCHEMA } from './descriptor-schema.ts'
import { inputFindings } from './input-findings.ts'
import { issueFinding } from './issue-finding.ts'

/** A document as a descriptor, and everything to say about it. */
export interface Judged {
  /** With every default that the schema knows; only a descriptor when no finding is an error. */
  readonly value: unknown
  /** Errors make it no descriptor; warnings name what is understood and had better be written otherwise. */
  readonly findings: readonly Finding[]
}

/** Says what a document is worth as a descriptor, each finding with a JSON pointer and what to do. Never throws. */
export function judgeDescriptor(document: unknown): Judged {
  const { value, issues } = writing().check(document, { policy: 'strict' })
  const findings = issues.map(issueFinding)
  if (isObject(document)) {
    const isReadable = !findings.some((finding) => isError(finding) && /^\/inputs(?:\/|$)/.test(finding.pointer ?? ''))
    if (isReadable && Array.isArray(document.inputs)) findings.push(...inputFindings(document.inputs))
    findings.push(...headerFindings(document.auth), ...accessFindings(document))
  }
  if (findings.some(isError)) return { value, findings }
  // An unknown field does not affect the others: they still get their defaults.
  const whole = issues.length === 0 ? value : reading().check(document, { policy: 'strict' }).value
  return { value: whole, findings: [...findings, ...contractFindings(whole as Descriptor)] }
}

/** True for what makes a document no descriptor. */
export function isError({ severity }: Finding): boolean {
  return severity === 'error'
}

/** The plain fields are right by now, so whatever makes the contract wrong stands in `x-contract`. */
function contractFindings(descriptor: Descriptor): readonly Finding[] {
  try {
    openContract(contractDocument(descriptor))
    return []
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    const { message, hint, findings } = thrown
    const found: readonly Finding[] =
      findings.length > 0 ? findings : [{ rule: 'descriptor/document', severity: 'error', message }]
    const fix = hint ?? 'Write it as contract.json has it, or leave x-contract out.'
    return found.map((finding) => ({ fix, ...finding, pointer: `/x-contract${finding.pointer ?? ''}` }))
  }
}

function headerFindings(auth: unknown): readonly Finding[] {
  if (!isObject(auth) || auth.type !== 'api_key' || auth.header !== undefined) return []
  const message = '/auth/header is not there: callers have to guess that the key goes into X-API-Key'
  const fix = 'Write "header": "X-API-Key", or the header that carries the key.'
  return [{ rule: 'descriptor/auth-header', severity: 'warning', pointer: '/auth/header', message, fix }]
}

/** Of one action among several it may be otherwise: `x-actions` says so. */
function accessFindings({ access, auth }: Readonly<Record<string, unknown>>): readonly Finding[] {
  if (access !== 'restricted' || !isObject(auth) || auth.type !== 'none') return []
  const message = '/auth/type is "none", while access "restricted" says that callers authenticate'
  const fix = 'Write how they do, such as "type": "api_key", or "access": "public".'
  return [{ rule: 'descriptor/access-auth', severity: 'warning', pointer: '/auth/type', message, fix }]
}

let closed: SchemaChecker | undefined
/** The schema as it is published, for who writes a descriptor. */
function writing(): SchemaChecker {
  closed ??= openSchema(DESCRIPTOR_SCHEMA)
  return closed
}

let open: SchemaChecker | undefined
/** The same for who reads one: another 1.x of the protocol may have fields that are not known here. */
function reading(): SchemaChecker {
  open ??= openSchema(
    JSON.parse(JSON.stringify(DESCRIPTOR_SCHEMA), (key, value) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  )
  return open
}
