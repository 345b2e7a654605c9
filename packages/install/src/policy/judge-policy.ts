import type { Permissions } from '@skillwright/skill'
import type { Policy } from './policy.ts'

/** What a policy is asked about. */
export interface JudgedSkill {
  readonly source: string
  readonly tier?: string | undefined
  readonly license?: string | undefined
  readonly permissions: Permissions
  readonly signedBy?: string | undefined
  readonly publishedAt?: string | undefined
}

const DAY_MS = 86_400_000

/** Why a policy does not allow a skill, as a sentence about it; undefined when it does. What the policy asks for and no one states is not allowed. */
export function whyForbidden(policy: Policy, skill: JudgedSkill, now: Date): string | undefined {
  const why = reason(policy, skill, now)
  return why === undefined ? undefined : `is not allowed by ${policy.file}: ${why}`
}

function reason(
  { sources, tiers, licenses, permissions = {}, minimumAgeDays, signedBy }: Policy,
  { source, tier, license, permissions: asked, signedBy: signer, publishedAt }: JudgedSkill,
  now: Date,
): string | undefined {
  if (sources !== undefined && !sources.some((pattern) => isMatch(pattern, source))) return `it comes from ${source}`
  if (tiers !== undefined && !tiers.includes(tier ?? '')) return `its tier is ${tier ?? 'not known'}`
  if (licenses !== undefined && !licenses.includes(license ?? '')) return `its licence is ${license ?? 'not stated'}`
  for (const [kind, items] of Object.entries(asked) as [keyof Permissions, readonly string[]][]) {
    const most = permissions[kind]
    const excess =
      most === undefined ? undefined : items.find((item) => !most.some((pattern) => isMatch(pattern, item)))
    if (excess !== undefined) return `it asks for ${kind} ${excess}`
  }
  if (signedBy !== undefined && !signedBy.includes(signer ?? ''))
    return signer === undefined ? 'it is not signed' : `it is signed by ${signer}`
  if (minimumAgeDays === undefined) return undefined
  const age = publishedAt === undefined ? Number.NaN : (now.getTime() - Date.parse(publishedAt)) / DAY_MS
  if (age >= minimumAgeDays) return undefined
  return Number.isNaN(age)
    ? 'it is not known how old it is'
    : `it is ${Math.max(0, Math.floor(age))} days old, and must be ${minimumAgeDays}`
}

/** `*` stands for any text. */
function isMatch(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  if (parts.length === 1) return pattern === text
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > text.length - last.length) return false
    at = found + part.length
  }
  return true
}

/** Whether a policy asks for something that only the source of a skill knows. */
export function needsSource({ tiers, minimumAgeDays, signedBy }: Policy): boolean {
  return tiers !== undefined || minimumAgeDays !== undefined || signedBy !== undefined
}
