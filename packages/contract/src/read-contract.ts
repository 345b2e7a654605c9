import { contractFindings, isSelfContained, MAX_DEPTH, TOO_LARGE } from './contract-findings.ts'
import { DEFAULT_ACTION } from './contract-schema.ts'
import { invalidContract } from './invalid-contract.ts'
import { hasOwn, isObject, preview } from './json.ts'
import type { Migration } from './migrations/migrations-schema.ts'
import type { ActionExample, ActionFacts } from './open-contract.ts'
import type { Schema, SchemaObject } from './schema.ts'
import { SkillError } from './skill-error.ts'
import { standaloneSchema } from './standalone-schema.ts'
import { textIsDeeperThan } from './text-depth.ts'
import { upgradeContract } from './upgrade-contract.ts'

/** What a contract says about itself. */
export interface ContractFacts {
  readonly title: string | undefined
  /** The short description, for the model. */
  readonly description: string | undefined
  /** The long description, for human readers (`x-docs`). */
  readonly docs: string | undefined
  /** Semver; undefined when the document states none. */
  readonly version: string | undefined
  readonly toolsRequired: readonly string[]
}

/** The one form every contract document has inside: actions by name, each with standalone schemas. */
export interface NormalContract extends ContractFacts {
  readonly actions: readonly NormalAction[]
  /** As the document has them, their schemas made standalone. */
  readonly migrations: readonly Migration[]
}

/** One action in normal form. */
export interface NormalAction extends ActionFacts {
  readonly input: Schema
  readonly output: Schema
}

/** Reads a contract document into normal form. `functions` are the lines that migrations in code start from. Throws SkillError with findings when the document is wrong. */
export function readContract(document: unknown, functions: readonly string[] = []): NormalContract {
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
