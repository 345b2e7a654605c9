import type { Issue } from '../issue.ts'
import { preview } from '../json.ts'
import type { SchemaChecker } from '../open-schema.ts'
import { readVersion, type Version } from '../version.ts'
import type { Migrations, OpenMigration } from './open-migrations.ts'
import { type AppliedMigration, runChain } from './run-chain.ts'
import { compareLines, lineOf } from './version-line.ts'

/** What became of an input. */
export type MigrationResult =
  | {
      readonly ok: true
      /** The input for the current contract; the very value that was given when nothing had to be done. */
      readonly value: unknown
      readonly applied: readonly AppliedMigration[]
      readonly issues: readonly []
    }
  | {
      readonly ok: false
      readonly code: 'INCOMPATIBLE_VERSION' | 'INVALID_INPUT'
      /** The value that was given. */
      readonly value: unknown
      readonly applied: readonly []
      readonly issues: readonly Issue[]
    }

/** Options of migrateInput. */
export interface MigrateOptions {
  /** The current input of the action. */
  readonly input: SchemaChecker
  /** The action that is called. */
  readonly action?: string | undefined
  /** The contract version that the caller says it was written for, such as `1.4.0`, `1.4` or `1`. */
  readonly version?: string | undefined
}

/**
 * Makes an input written for an older contract one for the current contract. It is old because the caller states the
 * version, or because it is strictly valid for an older input and not for the current one, the newest such first; the
 * second only when what comes out is strictly valid. Input that is valid now is never touched. Never throws for a value.
 */
export function migrateInput(migrations: Migrations, value: unknown, options: MigrateOptions): MigrationResult {
  if (options.version !== undefined) return migrateStated(migrations, value, options.version, options)
  if (migrations.all.every(({ input }) => input === undefined) || fits(options.input, value)) return untouched(value)
  return migrateRecognised(migrations, value, options)
}

function migrateStated(
  migrations: Migrations,
  value: unknown,
  version: string,
  { input, action }: MigrateOptions,
): MigrationResult {
  const stated = readVersion(version, { short: true })
  if (stated === undefined) {
    return failed('INVALID_INPUT', value, [versionIssue('the version of a contract, such as 1.2.0', version)])
  }
  const { current } = migrations
  // A contract that states no version and has no migrations has only ever taken one kind of call.
  if (current === undefined) return untouched(value)
  const line = lineOf(stated)
  const known = migrations.version?.text ?? current
  if (isNewer(stated, migrations)) {
    const expected = `a call written for contract version ${known} or earlier`
    return failed('INCOMPATIBLE_VERSION', value, [versionIssue(expected, version)])
  }
  if (line === current) return untouched(value)
  const chain = migrations.chain(line, action)
  if (chain === undefined) {
    const supported = [...new Set(migrations.all.map(({ from }) => from)), current].join(', ')
    const expected = `a call written for one of the versions that lead to ${known} (${supported})`
    return failed('INCOMPATIBLE_VERSION', value, [versionIssue(expected, version)])
  }
  // A caller who says 1 and sends what only 2 takes has moved on and forgot to say so.
  const old = chain[0]?.input
  if (old !== undefined && !fits(old, value) && fits(input, value)) return untouched(value)
  return migrateBy(chain, value, action)
}

function migrateRecognised(migrations: Migrations, value: unknown, { input, action }: MigrateOptions): MigrationResult {
  let lossy: MigrationResult | undefined
  for (const candidate of migrations.all.toSorted((a, b) => compareLines(b.from, a.from))) {
    if (candidate.input === undefined || !fits(candidate.input, value)) continue
    const chain = migrations.chain(candidate.from, action)
    // Another migration starts there for this action, so that this one is for other actions.
    if (chain === undefined || chain[0] !== candidate) continue
    const result = migrateBy(chain, value, action)
    if (!result.ok) lossy ??= result
    else if (fits(input, result.value)) return result
  }
  // Nothing led to a valid input. A repair may still; only when that fails too is the step that stopped worth telling.
  return lossy === undefined || input.check(value).ok ? untouched(value) : lossy
}

function migrateBy(chain: readonly OpenMigration[], given: unknown, action: string | undefined): MigrationResult {
  const { value, applied, issues } = runChain(chain, given, action)
  return issues.length > 0 ? failed('INVALID_INPUT', given, issues) : { ok: true, value, applied, issues: [] }
}

function versionIssue(expected: string, version: string): Issue {
  const received = preview(version)
  const message = `Expected ${expected}, got ${received}`
  return { path: '', keyword: 'version', schemaPath: '/version', expected, received, message }
}

/** Pre-releases aside: who writes for 2 may call 2.0.0-rc.1. */
function isNewer(stated: Version, { version, current }: Migrations): boolean {
  if (version === undefined) return current !== undefined && compareLines(lineOf(stated), current) > 0
  const step = stated.major - version.major || stated.minor - version.minor || stated.patch - version.patch
  return step > 0
}

/** Valid as it is, or once the defaults are filled in. */
function fits(checker: SchemaChecker, value: unknown): boolean {
  return checker.validator.isValid(value) || checker.check(value, { policy: 'strict' }).ok
}

function untouched(value: unknown): MigrationResult {
  return { ok: true, value, applied: [], issues: [] }
}

function failed(
  code: 'INCOMPATIBLE_VERSION' | 'INVALID_INPUT',
  value: unknown,
  issues: readonly Issue[],
): MigrationResult {
  return { ok: false, code, value, applied: [], issues }
}
