import type { Severity } from '../finding.ts'
import type { PathStep } from '../pointer.ts'
import type { Place, Site } from './schema-site.ts'

/** One thing the lint looks for. Adding a rule is adding an entry to the list of its group. */
export interface Rule {
  /** Stable id, `contract/name`. */
  readonly id: string
  readonly severity: Severity
  /** What it notices, in one sentence. */
  readonly summary: string
  /** Why it matters to users of the skill. */
  readonly why: string
  /** What to do, when the finding itself cannot say it more exactly. */
  readonly fix: string
  /** True when `fixContract` can repair it, at least where the repair has only one reading. */
  readonly fixable: boolean
  readonly check: Check
}

/** Checks everything once and reports what it finds. */
export type Check = (context: LintContext, report: Report) => void

/** Says that something is wrong at a place. */
export type Report = (place: Place, message: string, detail?: Detail) => void

/** What else is known about it. */
interface Detail {
  /** The path from the place to the target. */
  readonly at?: readonly PathStep[]
  /** What to do here; the rule's own advice when absent. */
  readonly fix?: string
  readonly repair?: Repair
}

/** How a finding is repaired automatically. */
export interface Repair {
  readonly edits: readonly Edit[]
  /** True when something that is accepted today may be refused afterwards. */
  readonly breaking?: boolean
}

/** One change: the value that a key below the place gets, or no value to remove the key. */
export interface Edit {
  readonly at: readonly PathStep[]
  readonly value?: unknown
}

/** Everything that a check may read. */
export interface LintContext {
  /** What `#/…` points into: the contract document, or the schema when there is only one. */
  readonly document: unknown
  readonly sites: readonly Site[]
  readonly actions: readonly ActionPlace[]
  /** True when a schema without a contract around it is linted. */
  readonly isBareSchema: boolean
  /** The contract document as a place; undefined when there is none. */
  readonly contract: ContractPlace | undefined
  /** The root of whatever is linted. */
  readonly whole: Place
  /** True when the document is over the limit; then there are no sites. */
  readonly isTooLarge: boolean
  readonly countTokens: (text: string) => number
}

/** The contract document itself. */
interface ContractPlace extends Place {
  readonly value: Readonly<Record<string, unknown>>
}

/** One action as the author wrote it; the document itself where it has a single input and output. */
export interface ActionPlace extends ContractPlace {
  readonly input: Site | undefined
  readonly output: Site | undefined
}

/** A check of every schema, one by one. */
export function onSchemas(check: (site: Site, report: Report, context: LintContext) => void): Check {
  return (context, report) => {
    for (const site of context.sites) check(site, report, context)
  }
}

/** A check of every schema that inputs pass through. */
export function onInputs(check: (site: Site, report: Report, context: LintContext) => void): Check {
  return onSchemas((site, report, context) => {
    if (site.input) check(site, report, context)
  })
}

/** A check of every schema that tells a caller what to send: inputs, without the conditions among them. */
export function onDeclarations(check: (site: Site, report: Report, context: LintContext) => void): Check {
  return onInputs((site, report, context) => {
    if (!site.isRefinement) check(site, report, context)
  })
}

/** A check of every action. */
export function onActions(check: (action: ActionPlace, report: Report, context: LintContext) => void): Check {
  return (context, report) => {
    for (const action of context.actions) check(action, report, context)
  }
}
