import { invalidContract } from '../invalid-contract.ts'
import { preview } from '../json.ts'
import { openSchema, type SchemaChecker } from '../open-schema.ts'
import { SkillError } from '../skill-error.ts'
import { readVersion, type Version } from '../version.ts'
import { checkMigrations } from './check-migrations.ts'
import { chainBetween, currentLine, functionLinks } from './migration-chain.ts'
import type { Migration, MigrationStep } from './migrations-schema.ts'
import { isLine } from './version-line.ts'

/** Migrates an input in code, where steps cannot say it. Must not change what it is given. */
export type MigrationFunction = (input: unknown, context: MigrationContext) => unknown

/** What a migration function is told. */
export interface MigrationContext {
  readonly from: string
  readonly to: string
  readonly action: string | undefined
}

/** A migration ready to be used. */
export interface OpenMigration {
  readonly from: string
  readonly to: string
  readonly action: string | undefined
  /** JSON pointer to it in the contract document. */
  readonly pointer: string
  /** Checks for the older input; undefined when the contract does not say what it was. */
  readonly input: SchemaChecker | undefined
  readonly steps: readonly MigrationStep[]
  /** Used in place of the steps. */
  readonly run: MigrationFunction | undefined
}

/** A contract's migrations, found right. */
export interface Migrations {
  /** The contract's version; undefined when it states none. */
  readonly version: Version | undefined
  /** The line of versions that migrations lead to; undefined when there is neither a version nor a migration. */
  readonly current: string | undefined
  readonly all: readonly OpenMigration[]
  /** The way from an older line to the current one; undefined when there is none. */
  chain(from: string, action: string | undefined): readonly OpenMigration[] | undefined
}

/** Options of openMigrations. */
export interface MigrationsOptions {
  /** The contract's version, such as `2.1.0`. */
  readonly version?: string | undefined
  /** The contract's action names, to find a migration for one that does not exist. */
  readonly actions?: readonly string[] | undefined
  /** Functions by the line they start from (`{ '1': (input) => … }`); each replaces the steps of that migration. */
  readonly functions?: Readonly<Record<string, MigrationFunction>>
}

/** Opens the `migrations` of a contract document. Throws SkillError INVALID_CONTRACT with findings when they are wrong. */
export function openMigrations(document: unknown, options: MigrationsOptions = {}): Migrations {
  const version = options.version === undefined ? undefined : readVersion(options.version, { short: true })
  const functions = new Map(Object.entries(options.functions ?? {}))
  const lines = [...functions.keys()]
  for (const line of lines) refuseWrongLine(line)
  const findings = checkMigrations(document, { ...options, functions: lines })
  if (findings.length > 0) throw invalidContract('The migrations are wrong', findings)
  const declared = (document ?? []) as readonly Migration[]
  const current = currentLine(declared, version)
  const all = [
    ...declared.map((migration, i) => openMigration(migration, `/migrations/${i}`, functions.get(migration.from))),
    ...functionLinks(declared, lines, current).map((link) =>
      openMigration(link, '/migrations', functions.get(link.from)),
    ),
  ]
  return {
    version,
    current,
    all,
    chain: (from, action) => (current === undefined ? [] : chainBetween(all, { from, to: current, action })),
  }
}

function openMigration(migration: Migration, pointer: string, run: MigrationFunction | undefined): OpenMigration {
  const { from, to, action, input, steps = [] } = migration
  return { from, to, action, pointer, input: input === undefined ? undefined : openSchema(input), steps, run }
}

function refuseWrongLine(line: string): void {
  if (isLine(line)) return
  const message = `Expected migration functions by the line they start from, such as "1" or "0.3", got ${preview(line)}`
  throw new SkillError('INVALID_INPUT', message)
}
