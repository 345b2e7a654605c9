import { type AcceptOptions, type AcceptResult, acceptInput } from './accept-input.ts'
import { type Action, openAction } from './action.ts'
import { preview } from './json.ts'
import { type MigrationFunction, type Migrations, openMigrations } from './migrations/open-migrations.ts'
import { isLine } from './migrations/version-line.ts'
import { type ContractFacts, readContract } from './read-contract.ts'
import { SkillError } from './skill-error.ts'

/** A contract that was read and found right: what each action takes and gives. */
export interface Contract extends ContractFacts {
  readonly actions: ReadonlyMap<string, Action>
  /** The ways up from older majors. */
  readonly migrations: Migrations
  /** The action of that name, or the only one. Throws UNKNOWN_ACTION with the supported ones. */
  action(name?: string): Action
  /** Takes a caller's parameters: migrated from an older version, repaired, checked, with defaults. Throws only UNKNOWN_ACTION. */
  accept(params: unknown, options?: AcceptOptions): AcceptResult
}

/** Options of openContract. */
export interface ContractOptions {
  /** Migrations in code, by the version they start from (`{ '1': (input) => … }`); each replaces the steps of that migration. */
  readonly migrations?: Readonly<Record<string, MigrationFunction>>
}

/** Opens a contract document, as an object or as JSON text. Throws SkillError with findings when the document is wrong. */
export function openContract(document: unknown, { migrations: functions = {} }: ContractOptions = {}): Contract {
  const lines = Object.keys(functions)
  for (const line of lines) refuseWrongLine(line)
  const { actions: read, migrations: declared, ...facts } = readContract(document, lines)
  const actions = new Map(read.map((action) => [action.name, openAction(action)]))
  let migrations: Migrations | undefined
  const contract: Contract = {
    ...facts,
    get migrations() {
      migrations ??= openMigrations(declared, { version: facts.version, functions })
      return migrations
    },
    actions,
    action: (name) => pickAction(actions, name),
    accept: (params, options = {}) => acceptInput(contract, contract.action(options.action), params, options),
  }
  return contract
}

function pickAction(actions: ReadonlyMap<string, Action>, name: string | undefined): Action {
  const [only, ...others] = actions.values()
  const action = name === undefined ? (others.length === 0 ? only : undefined) : actions.get(name)
  if (action) return action
  const supported = [...actions.keys()]
  const message =
    name === undefined
      ? `This contract has ${supported.length} actions, so one must be named`
      : `Unknown action: ${name.slice(0, 200)}`
  throw new SkillError('UNKNOWN_ACTION', message, {
    details: { supported_actions: supported },
    hint: `Use one of: ${supported.join(', ')}`,
  })
}

function refuseWrongLine(line: string): void {
  if (isLine(line)) return
  const message = `Expected migration functions by the line they start from, such as "1" or "0.3", got ${preview(line)}`
  throw new SkillError('INVALID_INPUT', message)
}
