import type { Purpose } from '../../declared-purpose.ts'
import type { Evidence } from '../../evidence.ts'
import type { RuleId } from '../../rules.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutSecurity } from '../about-security.ts'
import { keepsUnsaid } from './keeps-unsaid.ts'

/** Lines between a step and the sentence that keeps it from the user. */
const NEAR = 8
/** What a reviewer would look at, and what is an attack when the user is not to hear of it. */
const STEPS: ReadonlySet<RuleId> = new Set([
  'scan/remote-installer',
  'scan/reverse-tunnel',
  'scan/weakened-protection',
  'scan/unknown-helper',
  'scan/dependency-source',
  'scan/lookalike-package',
  'scan/secret-to-stranger',
  'scan/capture-host',
  'scan/credential-read',
  'scan/unexplained-power',
  'scan/persistence',
  'scan/agent-instructions',
  'scan/dangerous-delete',
  'scan/log-cleanup',
])

/** A step that needs a reviewer, and a sentence beside it that keeps the step from the user: together no honest guide has them. */
export function judgeConcealedSteps(
  file: string,
  blocks: readonly ProseBlock[],
  evidence: readonly Evidence[],
  purpose: Purpose,
): Evidence[] {
  if (isAboutSecurity(purpose)) return []
  const kept = blocks.filter((block) => keepsUnsaid(block))
  if (kept.length === 0) return []
  return evidence.flatMap((each) => {
    if (each.file !== file || !STEPS.has(each.rule) || (each.fact !== undefined && each.fact.place.role !== 'asked'))
      return []
    const by = kept.find(({ line }) => Math.abs(line - each.line) <= NEAR)
    if (by === undefined) return []
    return [{ ...each, rule: 'scan/turned-agent', detail: `${each.detail}, and keeps that from the user` }]
  })
}
