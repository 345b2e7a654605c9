import {
  type Contract,
  type Finding,
  openContract,
  openSchema,
  parametersToSchema,
  type SchemaChecker,
  SkillError,
} from '@skillwright/contract'
import type { Descriptor } from './descriptor.ts'
import { DESCRIPTOR_SCHEMA } from './descriptor-schema.ts'

/** Reads a descriptor: every default filled in. Throws SkillError with findings when it is not one. */
export function readDescriptor(document: unknown): Descriptor {
  const { findings, value } = judge(document)
  if (findings.length > 0) {
    const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
    throw new SkillError('INVALID_INPUT', `The descriptor is wrong: ${findings[0]?.message}${more}`, { findings })
  }
  return value as Descriptor
}

/** Everything that makes a document no descriptor, each with a JSON pointer; empty when it is one. */
export function descriptorFindings(document: unknown): readonly Finding[] {
  return judge(document).findings
}

/** The contract a descriptor states, as an opened one. */
export function contractOfDescriptor(descriptor: Descriptor): Contract {
  const { action, docs, input, ...extra } = descriptor['x-contract'] ?? {}
  const facts = {
    description: descriptor.description,
    ...(docs === undefined ? {} : { 'x-docs': docs }),
    input: input ?? parametersToSchema(descriptor.inputs).schema,
    output: descriptor.output.schema ?? true,
    ...Object.fromEntries(Object.entries(extra).filter(([name]) => name !== 'tools_required')),
  }
  return openContract({
    title: descriptor.name,
    version: descriptor.version,
    ...(extra.tools_required === undefined ? {} : { tools_required: extra.tools_required }),
    ...(action === undefined ? facts : { actions: { [action]: facts } }),
  })
}

function judge(document: unknown): { value: unknown; findings: readonly Finding[] } {
  const { value, issues } = checker().check(document, { policy: 'strict' })
  const findings = issues.map(({ path, message, suggestion }) => wrong(path, message, suggestion))
  if (findings.length > 0) return { value, findings }
  const inputs = (value as Descriptor).inputs
  const inputFindings = parametersToSchema(inputs).findings.filter(({ severity }) => severity === 'error')
  return {
    value,
    findings: inputFindings.map((finding) => ({ ...finding, pointer: `/inputs${finding.pointer ?? ''}` })),
  }
}

let compiled: SchemaChecker | undefined
function checker(): SchemaChecker {
  compiled ??= openSchema(DESCRIPTOR_SCHEMA)
  return compiled
}

function wrong(pointer: string, message: string, fix: string | undefined): Finding {
  return { rule: 'descriptor/document', severity: 'error', pointer, message, ...(fix === undefined ? {} : { fix }) }
}
