import { isObject, parseVersion } from '@skillwright/contract'
import { statedVersion } from '../stated-version.ts'
import type { LintContext } from './lint-context.ts'
import type { DescriptorFile } from './parameter-notations.ts'
import type { Place, Report } from './rule.ts'

/** Versions, time limits, tools and kinds that two files of a package state, and state differently. */
export function reportStatedTwice(context: LintContext, descriptor: DescriptorFile | undefined, report: Report): void {
  versions(context, descriptor, report)
  timeLimits(context, descriptor, report)
  tools(context, report)
  if (descriptor === undefined) return
  const { file, document } = descriptor
  const { capability_type: kind } = context.skill.manifest ?? {}
  if (typeof kind === 'string' && typeof document.capability_type === 'string' && kind !== document.capability_type)
    report(
      context.inJson(file, '/capability_type'),
      `capability_type is ${document.capability_type} in ${file} and ${kind} in ${named(context.inJson('skill.json', '/capability_type'))}`,
    )
}

function versions(context: LintContext, descriptor: DescriptorFile | undefined, report: Report): void {
  const { skill, at, inJson } = context
  const own = statedVersion(skill.version)
  if (own === undefined) return
  const place = named(Object.hasOwn(skill.frontMatter, 'version') ? at('version') : inJson('skill.json', '/version'))
  const described = descriptor?.document.version
  if (descriptor !== undefined && typeof described === 'string' && statedVersion(described) !== own)
    report(
      inJson(descriptor.file, '/version'),
      `The version is ${described} in ${descriptor.file} and ${own} in ${place}`,
    )
  // The contract may be older than the skill, whose other parts change too; never newer.
  const promised = skill.contractSource === 'contract.json' ? statedVersion(skill.contract?.version) : undefined
  if (promised !== undefined && isNewer(promised, own))
    report(
      inJson('contract.json', '/version'),
      `The contract is of version ${promised}, and the skill of ${own} in ${place}`,
    )
}

function timeLimits(context: LintContext, descriptor: DescriptorFile | undefined, report: Report): void {
  const { skill, inJson, text } = context
  const actions = skill.contractSource === 'contract.json' ? [...(skill.contract?.actions.values() ?? [])] : []
  const own = skill.timeoutSeconds
  const form = text('contract.json').includes('"actions"')
  const limitOf = (name: string): string =>
    named(inJson('contract.json', form ? `/actions/${name}/timeout_seconds` : '/timeout_seconds'))
  for (const { name, timeoutSeconds } of own === undefined ? [] : actions) {
    if (timeoutSeconds === undefined || timeoutSeconds === own) continue
    // What skill.json says holds for every action: one of several may ask for less.
    if (actions.length > 1 && timeoutSeconds < (own ?? 0)) continue
    const message = `A run may take ${own} seconds by skill.json, which holds, and ${timeoutSeconds} by ${limitOf(name)}`
    report(inJson('skill.json', '/timeout_seconds'), message)
  }
  const [action, ...others] = actions
  const endpoint = descriptor?.document.endpoint
  const waits = isObject(endpoint) ? endpoint.timeout_ms : undefined
  const limit = action?.timeoutSeconds
  if (descriptor === undefined || typeof waits !== 'number' || limit === undefined || others.length > 0) return
  // Who waits longer than a run may take loses nothing.
  if (waits < limit * 1_000)
    report(
      inJson(descriptor.file, '/endpoint/timeout_ms'),
      `Callers wait ${waits} ms by ${descriptor.file}, and a run may take ${limit} seconds by ${limitOf(action?.name ?? '')}`,
    )
}

function tools(context: LintContext, report: Report): void {
  const { skill, at, inJson } = context
  const place = named(at('tools_required', 'tools_optional'))
  const known = new Set([...skill.toolsRequired, ...skill.toolsOptional])
  const { contract, contractSource, manifest } = skill
  const asked = contractSource === 'contract.json' ? (contract?.toolsRequired ?? []) : []
  const unknown = asked.filter((tool) => !skill.toolsRequired.includes(tool))
  const unasked = asked.length === 0 ? [] : skill.toolsRequired.filter((tool) => !asked.includes(tool))
  if (unknown.length > 0)
    report(
      inJson('contract.json', '/tools_required'),
      `contract.json requires ${unknown.join(', ')}, which is not among the required tools of ${place}`,
    )
  if (unasked.length > 0)
    report(
      inJson('contract.json', '/tools_required'),
      `${unasked.join(', ')} is required by ${place}, and not by contract.json`,
    )
  const permissions = isObject(manifest?.permissions) ? manifest.permissions.tools : undefined
  if (!Array.isArray(permissions)) return
  const granted = permissions.filter((tool) => typeof tool === 'string')
  const foreign = granted.filter((tool) => !known.has(tool))
  const refused = granted.length === 0 ? [] : skill.toolsRequired.filter((tool) => !granted.includes(tool))
  if (foreign.length > 0)
    report(
      inJson('skill.json', '/permissions/tools'),
      `skill.json asks to use ${foreign.join(', ')}, which is not among the tools of ${place}`,
    )
  if (refused.length > 0)
    report(
      inJson('skill.json', '/permissions/tools'),
      `${refused.join(', ')} is required by ${place}, and skill.json does not ask to use it`,
    )
}

function isNewer(left: string, right: string): boolean {
  const [a, b] = [parseVersion(left), parseVersion(right)]
  const [major, minor, patch] = [a.major - b.major, a.minor - b.minor, a.patch - b.patch]
  return (major || minor || patch) > 0
}

function named({ file, line = 1 }: Place): string {
  return `${file}:${line}`
}
