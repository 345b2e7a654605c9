import { hasOwn } from '../json.ts'
import { openSchema, type SchemaChecker } from '../open-schema.ts'
import { readVersion, type Version } from '../version.ts'
import { chainBetween, currentLine, functionLinks } from './migration-chain.ts'
import type { Migration, MigrationStep } from './migrations-schema.ts'

/** Migrates an input in code, where steps cannot say it. Must not change what it is given. */
export type MigrationFunction = (input: unknown, context: MigrationContext) => unknown

/** The context that a migration function receives. */
interface MigrationContext {
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
  /** Functions by the line they start from (`{ '1': (input) => … }`); each replaces the steps of that migration. */
  readonly functions?: Readonly<Record<string, MigrationFunction>>
}

/** Opens the migrations of a contract, which was found right before. */
export function openMigrations(
  declared: readonly Migration[],
  { version: stated, functions = {} }: MigrationsOptions = {},
): Migrations {
  const version = stated === undefined ? undefined : readVersion(stated, { short: true })
  const current = currentLine(declared, version)
  const functionOf = (line: string) => (hasOwn(functions, line) ? functions[line] : undefined)
  const links = functionLinks(declared, Object.keys(functions), current)
  const all = [
    ...declared.map((migration, i) => openMigration(migration, `/migrations/${i}`, functionOf(migration.from))),
    ...links.map((link) => openMigration(link, '/migrations', functionOf(link.from))),
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
