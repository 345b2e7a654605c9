import {
  type Contract,
  type Finding,
  openContract,
  openSchema,
  parametersToSchema,
  type SchemaChecker,
  SkillError,
} from '@skillwright/contract'
import { contractDocument } from './contract-extra.ts'
import type { Descriptor } from './descriptor.ts'
import { DESCRIPTOR_SCHEMA } from './descriptor-schema.ts'

/** Reads a descriptor: every default filled in. Throws SkillError with findings when it is not one. */
export function readDescriptor(document: unknown): Descriptor {
  const { value, findings } = judge(document)
  const [first, ...others] = findings
  if (first === undefined) return withHeader(value as Descriptor)
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  throw new SkillError('INVALID_INPUT', `The descriptor is wrong: ${first.message}${more}`, { findings })
}

/** Everything that makes a document no descriptor, each with a JSON pointer; empty when it is one. Never throws. */
export function descriptorFindings(document: unknown): readonly Finding[] {
  return judge(document).findings
}

/** The contract of the one action that a descriptor describes. */
export function contractOfDescriptor(descriptor: Descriptor): Contract {
  return openContract(contractDocument(descriptor))
}

function judge(document: unknown): { value: unknown; findings: readonly Finding[] } {
  const { value, issues } = checker().check(document, { policy: 'strict' })
  if (issues.length > 0)
    return { value, findings: issues.map(({ path, message, suggestion }) => wrong(path, message, suggestion)) }
  const descriptor = value as Descriptor
  const inputs = parametersToSchema(descriptor.inputs).findings.filter(({ severity }) => severity === 'error')
  if (inputs.length > 0) return { value, findings: inputs.map((finding) => moved(finding, '/inputs')) }
  return { value, findings: contractFindings(descriptor) }
}

/** The plain fields are right by now, so whatever makes the contract wrong stands in `x-contract`. */
function contractFindings(descriptor: Descriptor): readonly Finding[] {
  try {
    contractOfDescriptor(descriptor)
    return []
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    const findings = thrown.findings.length > 0 ? thrown.findings : [wrong('', thrown.message, thrown.hint)]
    return findings.map((finding) => moved(finding, '/x-contract'))
  }
}

/** The one default that a schema cannot fill in, since it depends on another field. */
function withHeader(descriptor: Descriptor): Descriptor {
  const { auth } = descriptor
  if (auth.type !== 'api_key' || auth.header !== undefined) return descriptor
  return { ...descriptor, auth: { ...auth, header: 'X-API-Key' } }
}

let compiled: SchemaChecker | undefined
function checker(): SchemaChecker {
  compiled ??= openSchema(DESCRIPTOR_SCHEMA)
  return compiled
}

function moved(finding: Finding, under: string): Finding {
  return { ...finding, pointer: `${under}${finding.pointer ?? ''}` }
}

function wrong(pointer: string, message: string, suggestion: string | undefined): Finding {
  const fix = suggestion === undefined ? {} : { fix: `Write ${suggestion}.` }
  return { rule: 'descriptor/document', severity: 'error', pointer, message, ...fix }
}
