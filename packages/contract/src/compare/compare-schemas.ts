import { isDeeperThan, type Json, jsonEquals, preview } from '../json.ts'
import { toPointer } from '../pointer.ts'
import { isSchema, type Schema } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { upgradeSchema } from '../upgrade-schema.ts'
import { describeDifference } from './describe-difference.ts'
import { type Direction, type ExaminedDifference, examineSchemas } from './examine-schemas.ts'
import { findRenames } from './find-renames.ts'

/** What became of one place in a schema. */
export interface SchemaChange {
  /** JSON pointer to the place in the new schema, or in the old one when it was removed. */
  readonly path: string
  /** The change as one sentence. */
  readonly reason: string
  /** True when it breaks what was promised, and also when that is unknown. */
  readonly breaking: boolean
  /** A document that was accepted and no longer is; for an output, one that may come now and could not before. */
  readonly witness?: Json
}

/** Whether one schema can take the place of another. */
export interface SchemaComparison {
  /** `unknown` when neither a proof nor a witness was found: treat it as breaking. */
  readonly compatible: boolean | 'unknown'
  readonly changes: readonly SchemaChange[]
}

/** Options of compareSchemas. */
export interface CompareOptions {
  /** `input`: every document that was valid must stay valid. `output`: every document that is valid now must have been. */
  readonly direction?: Direction
}

/**
 * Tells whether a schema can take the place of another, with one reason per change and a witness for what breaks. Any draft
 * since draft-04 is understood. Throws SkillError INVALID_CONTRACT for what is no schema.
 */
export function compareSchemas(
  before: unknown,
  after: unknown,
  { direction = 'input' }: CompareOptions = {},
): SchemaComparison {
  const [old, next] = [readSchema(before, 'old'), readSchema(after, 'new')]
  if (old === next) return { compatible: true, changes: [] }
  const size = sizeOf([old, next])
  if (size === undefined) return TOO_LARGE
  const [inner, outer] = [upgradeSchema(old), upgradeSchema(next)]
  if (jsonEquals(inner, outer)) return { compatible: true, changes: [] }
  const { verdict, differences } = examineSchemas(inner, outer, { direction, size })
  const changes = describeChanges(differences)
  const compatible = verdict.is === 'unknown' ? 'unknown' : verdict.is === 'proved'
  if (
    compatible === true ||
    changes.some((change) => change.breaking && (change.witness !== undefined || compatible === 'unknown'))
  ) {
    return { compatible, changes }
  }
  const together: SchemaChange =
    verdict.is === 'refuted'
      ? {
          path: '',
          reason: 'Taken together, the changes break what was promised.',
          breaking: true,
          witness: verdict.witness,
        }
      : { path: '', reason: `${CANNOT_TELL}, neither a proof nor a witness was found.`, breaking: true }
  return { compatible, changes: [...changes, together] }
}

/** The prefix of a reason when the answer is unknown. */
export const CANNOT_TELL = 'Cannot tell, treat it as breaking'

const MAX_DEPTH = 250
const MAX_SIZE = 400_000
const MAX_KEYS = 20_000
const TOO_LARGE: SchemaComparison = {
  compatible: 'unknown',
  changes: [
    {
      path: '',
      reason: `${CANNOT_TELL}: a schema is nested deeper than ${MAX_DEPTH} levels, holds more than ${MAX_SIZE} values, or ${MAX_KEYS} keys in one object.`,
      breaking: true,
    },
  ],
}

/** How many values the schemas hold; undefined when they are too many, or too deep, to compare. */
export function sizeOf(schemas: readonly Schema[]): number | undefined {
  let size = 0
  const pending: unknown[] = [...schemas]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) {
      if (++size > MAX_SIZE) return undefined
      if (typeof inner === 'object' && inner !== null) pending.push(inner)
    }
  }
  return schemas.some((schema) => isDeeperThan(schema, MAX_DEPTH, { maxKeys: MAX_KEYS })) ? undefined : size
}

function describeChanges(examined: readonly ExaminedDifference[]): SchemaChange[] {
  const renames = findRenames(examined.map(({ difference }) => difference))
  return examined.map(({ difference, verdict }) => {
    const path = toPointer(difference.steps)
    const reason = describeDifference(difference, renames)
    if (verdict.is === 'proved') return { path, reason, breaking: false }
    if (verdict.is === 'refuted') return { path, reason, breaking: true, witness: verdict.witness }
    return { path, reason: `${CANNOT_TELL}: ${reason}`, breaking: true }
  })
}

function readSchema(value: unknown, which: 'old' | 'new'): Schema {
  if (isSchema(value)) return value
  throw new SkillError(
    'INVALID_CONTRACT',
    `Expected the ${which} schema to be an object or a boolean, got ${preview(value)}`,
  )
}
