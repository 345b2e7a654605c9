import { type Contract, type Finding, openContract, SkillError } from '@skillwright/contract'
import { contractDocument } from './contract-extra.ts'
import type { Descriptor } from './descriptor.ts'
import { isError, judgeDescriptor } from './judge-descriptor.ts'

/** Reads a descriptor: every default filled in, every field kept. Throws SkillError with findings when it is not one. */
export function readDescriptor(document: unknown): Descriptor {
  const { value, findings } = judgeDescriptor(document)
  const [first, ...others] = findings.filter(isError)
  if (first === undefined) return withHeader(value as Descriptor)
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  throw new SkillError('INVALID_INPUT', `The descriptor is wrong: ${first.message}${more}`, { findings })
}

/**
 * Everything to say about a document as a descriptor, each with a JSON pointer and what to do: errors make it none,
 * warnings name what is understood and had better be written otherwise. Never throws.
 */
export function descriptorFindings(document: unknown): readonly Finding[] {
  return judgeDescriptor(document).findings
}

/** True when a document can be read as a descriptor. */
export function isDescriptor(document: unknown): boolean {
  return !descriptorFindings(document).some(isError)
}

/** The contract of the one action that a descriptor describes. */
export function contractOfDescriptor(descriptor: Descriptor): Contract {
  return openContract(contractDocument(descriptor))
}

/** The one default that a schema cannot fill in, since it depends on another field. */
function withHeader(descriptor: Descriptor): Descriptor {
  const { auth } = descriptor
  if (auth.type !== 'api_key' || auth.header !== undefined) return descriptor
  return { ...descriptor, auth: { ...auth, header: 'X-API-Key' } }
}
