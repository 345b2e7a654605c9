import type { Action } from './action.ts'
import { migrateInput } from './migrations/migrate-input.ts'
import type { Migrations } from './migrations/open-migrations.ts'
import type { AppliedMigration } from './migrations/run-chain.ts'
import type { CheckOptions, CheckResult } from './open-schema.ts'

/** What a caller says about the parameters they send. */
export interface AcceptOptions extends CheckOptions {
  readonly action?: string
  /** The contract version they were written for; recognised by their shape when absent. */
  readonly version?: string
}

/** What became of a caller's parameters. */
export interface AcceptResult extends CheckResult {
  /** The migrations that were applied, for `metadata.migrations`. */
  readonly migrations: readonly AppliedMigration[]
}

/** Migrates, then checks. Parameters that are right as they are cost one strict check. */
export function acceptInput(
  contract: { readonly migrations: Migrations },
  action: Action,
  params: unknown,
  { version, policy = 'friendly' }: AcceptOptions,
): AcceptResult {
  const { input } = action
  if (version === undefined) {
    const strict = input.check(params, { policy: 'strict' })
    if (strict.ok || contract.migrations.all.length === 0)
      return { ...(strict.ok ? strict : input.check(params, { policy })), migrations: [] }
  }
  const migrated = migrateInput(contract.migrations, params, { input, action: action.name, version })
  if (!migrated.ok) return { ok: false, value: params, coercions: [], issues: migrated.issues, migrations: [] }
  return { ...input.check(migrated.value, { policy }), migrations: migrated.applied }
}
