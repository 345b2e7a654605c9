import { contractFindings, TOO_LARGE } from './contract-findings.ts'
import { DEFAULT_ACTION } from './contract-schema.ts'
import { invalidContract } from './invalid-contract.ts'
import { hasOwn, isObject, preview } from './json.ts'
import { migrateInput } from './migrations/migrate-input.ts'
import type { Migration } from './migrations/migrations-schema.ts'
import { type MigrationFunction, type Migrations, openMigrations } from './migrations/open-migrations.ts'
import type { AppliedMigration } from './migrations/run-chain.ts'
import { isLine } from './migrations/version-line.ts'
import { type CheckOptions, type CheckResult, openSchema, type SchemaChecker } from './open-schema.ts'
import { isSelfContained, MAX_DEPTH } from './plain-contract.ts'
import type { Schema, SchemaObject } from './schema.ts'
import { SkillError } from './skill-error.ts'
import { standaloneSchema } from './standalone-schema.ts'
import { textIsDeeperThan } from './text-depth.ts'
import { upgradeContract } from './upgrade-contract.ts'

/** What a contract says about itself. */
interface ContractFacts {
  readonly title: string | undefined
  /** The short description, for the model. */
  readonly description: string | undefined
  /** The long description, for human readers (`x-docs`). */
  readonly docs: string | undefined
  /** Semver; undefined when the document states none. */
  readonly version: string | undefined
  readonly toolsRequired: readonly string[]
}

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
interface ContractOptions {
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
function acceptInput(
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

/** What a contract says about an action beside its schemas. */
interface ActionFacts {
  readonly name: string
  /** The short description, for the model. */
  readonly description: string | undefined
  /** The long description, for human readers (`x-docs`). */
  readonly docs: string | undefined
  /** True when the same input gives the same answer and repeating it does no harm. */
  readonly idempotent: boolean
  readonly timeoutSeconds: number | undefined
  readonly examples: readonly ActionExample[]
  /** Name of the one input property whose keys are forwarded untouched. */
  readonly passThrough: string | undefined
}

/** One operation of a skill. */
export interface Action extends ActionFacts {
  /** Checks parameters. Its `schema` is standalone: every `$ref` resolves inside it. */
  readonly input: SchemaChecker
  /** Checks the data of an answer. */
  readonly output: SchemaChecker
}

/** An input, and mostly the output that it should give. */
interface ActionExample {
  readonly name?: string
  readonly input: unknown
  readonly output?: unknown
}

/** Makes an action of its normal form. Nothing is compiled before the first check. */
function openAction({ input, output, ...facts }: NormalAction): Action {
  const { name, passThrough } = facts
  return { ...facts, input: openSchema(input, { name, passThrough }), output: openSchema(output) }
}

/** The one form every contract document has inside: actions by name, each with standalone schemas. */
interface NormalContract extends ContractFacts {
  readonly actions: readonly NormalAction[]
  /** As the document has them, their schemas made standalone. */
  readonly migrations: readonly Migration[]
}

/** One action in normal form. */
interface NormalAction extends ActionFacts {
  readonly input: Schema
  readonly output: Schema
}

/** Reads a contract document into normal form. `functions` are the lines that migrations in code start from. Throws SkillError with findings when the document is wrong. */
function readContract(document: unknown, functions: readonly string[]): NormalContract {
  const written = typeof document === 'string' ? parse(document) : document
  if (functions.length === 0 && isSelfContained(written)) return normalForm(written, (schema) => schema)
  const findings = contractFindings(written, functions)
  if (findings.length > 0 || !isObject(written)) throw invalidContract('The contract is wrong', findings)
  const root = upgradeContract(written)
  return normalForm(root, (schema) => standaloneSchema(schema, root))
}

/** A document that was found right in normal form; `standAlone` gives a schema of it what it names elsewhere. */
function normalForm(root: Readonly<Record<string, unknown>>, standAlone: (schema: Schema) => Schema): NormalContract {
  const actions = isObject(root.actions) ? Object.entries(root.actions) : [[DEFAULT_ACTION, root] as const]
  return {
    title: text(root.title),
    description: text(root.description),
    docs: text(root['x-docs']),
    version: text(root.version),
    toolsRequired: (root.tools_required ?? []) as string[],
    actions: actions.map(([name, action]) => readAction(name, action as Record<string, unknown>, standAlone)),
    migrations: ((root.migrations ?? []) as readonly Migration[]).map(({ input, ...migration }) =>
      input === undefined ? migration : { ...migration, input: standAlone(input) },
    ),
  }
}

function readAction(
  name: string,
  action: Record<string, unknown>,
  standAlone: (schema: Schema) => Schema,
): NormalAction {
  const passThrough = text(action.pass_through)
  return {
    name,
    description: text(action.description),
    docs: text(action['x-docs']),
    idempotent: action.idempotent === true,
    timeoutSeconds: action.timeout_seconds as number | undefined,
    examples: (action.examples ?? []) as ActionExample[],
    passThrough,
    input: withPassThrough(standAlone(action.input as Schema), passThrough),
    output: standAlone((action.output ?? true) as Schema),
  }
}

/** A pass-through property that the input does not declare is declared for it. */
function withPassThrough(input: Schema, name: string | undefined): Schema {
  if (name === undefined || typeof input === 'boolean' || hasOwn(input.properties ?? {}, name)) return input
  const property: SchemaObject = { type: 'object', description: 'Forwarded untouched to the tool underneath.' }
  return { ...input, properties: { ...input.properties, [name]: property } }
}

function parse(json: string): unknown {
  // Deeper text is not worth the parsing.
  if (textIsDeeperThan(json, MAX_DEPTH)) throw invalidContract('The contract is wrong', [TOO_LARGE])
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new SkillError(
      'INVALID_JSON',
      `Expected a contract as JSON, got ${preview(json)}: ${(cause as Error).message}`,
      { cause },
    )
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
