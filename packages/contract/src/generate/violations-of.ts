import { compileSchema } from '../engine/compile-schema.ts'
import type { Schema } from '../schema.ts'
import { type BrokenRule, brokenRules } from './broken-rules.ts'
import { openPlan } from './open-plan.ts'
import type { Plan } from './plan.ts'
import { type SchemaPlace, schemaPlaces } from './schema-places.ts'

/** One rule of a schema that an input can break. */
export interface Violation {
  /** JSON pointer to the place in the input. */
  readonly path: string
  readonly keyword: string
  /** The rule's display name, such as `too long`. */
  readonly rule: string
  /** JSON pointer to the keyword in the schema. */
  readonly schemaPath: string
}

/** A violation together with what it takes to bring it about. */
export interface PlannedViolation {
  readonly violation: Violation
  readonly place: SchemaPlace
  /** Schemas for that place whose values break the rule, the best first. */
  broken(): readonly Schema[]
}

/** Rules listed, at most. */
const MAX_RULES = 20_000

/** What tells the branches of a union apart: a value that breaks it in one simply fits none of them, which is a rule of its own. */
const CHOOSING: ReadonlySet<string> = new Set(['type', 'enum', 'const'])

/** The rules of a schema that an input can break, the outermost first. Throws SkillError INVALID_CONTRACT when it is no schema. */
export function violationsOf(schema: Schema): Violation[] {
  compileSchema(schema)
  return planViolations(openPlan(schema)).map(({ violation }) => violation)
}

/** The same, with the schemas to break them by. */
export function planViolations(plan: Plan): PlannedViolation[] {
  const planned: PlannedViolation[] = []
  for (const place of schemaPlaces(plan))
    for (const rule of brokenRules(place.schema, plan)) {
      if (planned.length >= MAX_RULES) return planned
      if (place.isBranch && CHOOSING.has(rule.keyword)) continue
      planned.push(plannedAt(place, rule))
    }
  return planned
}

function plannedAt(place: SchemaPlace, { keyword, rule, broken }: BrokenRule): PlannedViolation {
  const schemaPath = keyword === 'false' ? place.pointer : `${place.pointer}/${keyword}`
  return {
    violation: { path: place.path, keyword, rule: [...place.branches, rule].join(': '), schemaPath },
    place,
    broken,
  }
}
