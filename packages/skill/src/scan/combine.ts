import type { Severity } from '@skillwright/contract'
import type { Evidence } from './evidence.ts'
import type { Effect, Family } from './rule.ts'
import { RULES } from './rules.ts'
import type { Risk, ScanEvidence, ScanFinding, Verdict } from './scan-report.ts'
import type { Allowance } from './suppressions.ts'

const SEVERITY: Readonly<Record<Effect, Severity>> = { block: 'error', review: 'warning', note: 'info' }
const ORDER: readonly Effect[] = ['block', 'review', 'note']
/** Weights of the strongest finding of each family must reach this, over at least four families, to block without a blocking pair. */
const BLOCK_SCORE = 16
const REVIEW_SCORE = 4

/** One finding per rule and file, with every place; the worst first. */
export function toFindings(evidence: readonly Evidence[], allowed: readonly Allowance[]): ScanFinding[] {
  const groups = new Map<string, Evidence[]>()
  for (const each of evidence) {
    const key = `${each.rule} ${each.file}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  const findings: ScanFinding[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const { family, effect, what, why, fix } = RULES[first.rule]
    const allowance = allowed.find(
      (each) => each.rule === first.rule && (each.file === undefined || each.file === first.file),
    )
    findings.push({
      rule: first.rule,
      severity: SEVERITY[effect],
      file: first.file,
      line: first.line,
      message: `This ${what}: it ${first.detail}`,
      why,
      fix,
      effect,
      family,
      evidence: distinct(group).slice(0, 5),
      ...(allowance === undefined ? {} : { suppressed: allowance.reason }),
    })
  }
  return findings.toSorted(
    (a, b) =>
      ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect) ||
      (a.file ?? '').localeCompare(b.file ?? '', 'en') ||
      (a.line ?? 0) - (b.line ?? 0),
  )
}

// A line that is read in two ways shows the same thing twice.
function distinct(group: readonly Evidence[]): ScanEvidence[] {
  const seen = new Map(
    group.map(({ file, line, text, layers }) => [`${line} ${text}`, { file, line, text, layers }] as const),
  )
  return [...seen.values()]
}

/**
 * The verdict: a blocking pair blocks; else the families are added up. What the author allows never takes a reviewer away: it
 * turns a block into a review, and a review stays one.
 */
export function judge(findings: readonly ScanFinding[]): { verdict: Verdict; risk: Risk } {
  const whole = weigh(findings)
  if (whole.verdict !== 'block') return whole
  const counted = weigh(findings.filter((finding) => finding.suppressed === undefined))
  return counted.verdict === 'block' ? counted : { verdict: 'review', risk: 'high' }
}

function weigh(findings: readonly ScanFinding[]): { verdict: Verdict; risk: Risk } {
  const blocking = findings.filter((finding) => finding.effect === 'block')
  const families = new Map<Family, number>()
  // That something could not be read is a reason to look, not a sign of malice.
  for (const { rule, family } of findings.filter((finding) => finding.family !== 'package'))
    families.set(family, Math.max(families.get(family) ?? 0, weightOf(rule)))
  const strong = [...families.values()].filter((weight) => weight >= 2)
  const score = strong.reduce((sum, weight) => sum + weight, 0)
  if (blocking.length > 0) {
    const kinds = new Set(blocking.map((finding) => finding.family))
    return {
      verdict: 'block',
      risk: kinds.size > 1 || kinds.has('theft') || kinds.has('execution') ? 'critical' : 'high',
    }
  }
  if (strong.length >= 4 && score >= BLOCK_SCORE) return { verdict: 'block', risk: 'high' }
  if (findings.some((finding) => finding.effect === 'review') || (strong.length >= 2 && score >= REVIEW_SCORE))
    return { verdict: 'review', risk: strong.length >= 2 && score >= 8 ? 'high' : 'medium' }
  return { verdict: 'pass', risk: findings.some(({ rule }) => weightOf(rule) > 0) ? 'low' : 'none' }
}

function weightOf(rule: string): number {
  return Object.hasOwn(RULES, rule) ? RULES[rule as keyof typeof RULES].weight : 0
}
