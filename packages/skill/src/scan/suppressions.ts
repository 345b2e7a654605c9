import { isObject } from '@skillwright/contract'
import { RULES, type RuleId } from './rules.ts'

/** One finding the author allows, with the reason. */
export interface Allowance {
  readonly rule: RuleId
  readonly file?: string
  readonly reason: string
}

/** Reads `"scan": {"allow": [{"rule", "file", "reason"}]}` of skill.json; an entry without a reason allows nothing. */
export function readAllowances(manifest: Readonly<Record<string, unknown>>): Allowance[] {
  const scan = isObject(manifest.scan) ? manifest.scan : {}
  const list = Array.isArray(scan.allow) ? scan.allow : []
  return list.flatMap((entry): Allowance[] => {
    if (!isObject(entry)) return []
    const { rule, file, reason } = entry
    if (typeof rule !== 'string' || !isRule(rule) || typeof reason !== 'string' || reason.trim().length < 10) return []
    return [typeof file === 'string' ? { rule, file, reason: reason.trim() } : { rule, reason: reason.trim() }]
  })
}

function isRule(rule: string): rule is RuleId {
  return Object.hasOwn(RULES, rule)
}
