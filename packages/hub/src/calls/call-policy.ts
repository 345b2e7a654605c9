import { SkillError } from '@skillwright/contract'
import { isOwnPath, type Permissions } from '@skillwright/skill'
import type { CallsConfig } from '../hub-config.ts'

/** What decides whether a skill is run here. */
export interface PolicyFacts {
  readonly tier: string
  readonly permissions: Pick<Permissions, 'network' | 'read' | 'write'>
  /** Whether the caller belongs to the scope of the skill. */
  readonly isOwn: boolean
}

/** Why the operator does not let a skill run here; undefined when they do. */
export function whyNotRun(
  { tier, permissions, isOwn }: PolicyFacts,
  { tiers, hosts }: Pick<CallsConfig, 'tiers' | 'hosts'>,
): string | undefined {
  if (!isOwn && !tiers.includes(tier))
    return `this hub runs skills of the tiers ${tiers.join(', ') || '(none)'} for callers, and it is ${tier}`
  const host = permissions.network.find((declared) => !hosts.some((allowed) => covers(allowed, declared)))
  if (host !== undefined) return `it wants to reach ${host}, which this hub does not allow`
  const path = [...permissions.read, ...permissions.write].find((declared) => !isOwnPath(declared))
  if (path !== undefined) return `it wants the path ${path} of the machine, and this hub gives none`
  return undefined
}

/** Throws PERMISSION_DENIED unless the operator lets a skill run here. */
export function requirePolicy(name: string, facts: PolicyFacts, config: CallsConfig): void {
  const why = whyNotRun(facts, config)
  if (why !== undefined)
    throw new SkillError('PERMISSION_DENIED', `${name} is not run here: ${why}`, {
      hint: 'Install it and run it on a machine of yours, or ask the operator of the hub',
    })
}

/** Whether every host that is declared is one that is allowed. */
function covers(allowed: string, declared: string): boolean {
  const [pattern, host] = [allowed.toLowerCase(), declared.toLowerCase()]
  if (pattern === host || pattern === host.replace(/:\d+$/, '')) return true
  return pattern.startsWith('*.') && host.replace(/:\d+$/, '').endsWith(pattern.slice(1))
}
