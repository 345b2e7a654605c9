import type { Finding } from '../finding.ts'
import type { PathStep } from '../pointer.ts'
import { toPointer } from '../pointer.ts'
import { withoutSecrets } from './find-secret.ts'
import { RULES } from './lint-rules.ts'
import type { LintContext, Repair } from './rule.ts'
import { stepsOf } from './schema-site.ts'

/** A finding, and how to repair it where that is known. */
export interface Problem {
  readonly finding: Finding
  /** The steps to the place that the edits of the repair start from. */
  readonly place: readonly PathStep[]
  readonly repair: Repair | undefined
}

/** Runs every rule. Problems come in the order of the document, then in the order of the rules. */
export function findProblems(context: LintContext): readonly Problem[] {
  const found: { problem: Problem; order: number }[] = []
  for (const { id, severity, why, fix, check } of RULES) {
    check(context, (place, message, detail = {}) => {
      const steps = stepsOf(place)
      const pointer = toPointer([...steps, ...(detail.at ?? [])])
      // Secrets are cut from every message: a report has more readers than the contract.
      const texts = { message: withoutSecrets(message), fix: withoutSecrets(detail.fix ?? fix) }
      const finding = { rule: id, severity, pointer, why, ...texts }
      found.push({ problem: { finding, place: steps, repair: detail.repair }, order: place.order })
    })
  }
  return found.sort((a, b) => a.order - b.order).map(({ problem }) => problem)
}
