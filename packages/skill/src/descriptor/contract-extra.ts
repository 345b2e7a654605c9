import {
  type Action,
  type Contract,
  isObject,
  jsonEquals,
  parametersToSchema,
  type Schema,
} from '@skillwright/contract'
import type { ContractExtra, Descriptor } from './descriptor.ts'

/** How long a run may take when the contract does not say so. */
export const DEFAULT_TIMEOUT_MS = 300_000

/** The name of an action that needs none, being the only one. */
const ONLY_ACTION = 'run'

/** A contract document in two parts, the keys of contract.json; an absent key is undefined. */
interface ContractParts {
  readonly whole: Readonly<Record<string, unknown>>
  readonly name: string
  readonly action: Readonly<Record<string, unknown>>
}

/** What of an action's contract the plain fields of its descriptor do not say; undefined when they say it all. */
export function contractExtra(plain: Descriptor, contract: Contract, action: Action): ContractExtra | undefined {
  const said = plainParts(plain)
  const meant = partsOf(contract, action)
  const own = difference(said.action, meant.action)
  const isNamed = meant.name !== said.name || Object.keys(own).length > 0
  const extra = { ...difference(said.whole, meant.whole), ...(isNamed ? { actions: { [meant.name]: own } } : {}) }
  return Object.keys(extra).length > 0 ? extra : undefined
}

/** The contract document that a descriptor states: its plain fields, corrected by `x-contract`. */
export function contractDocument(descriptor: Descriptor): Record<string, unknown> {
  const said = plainParts(descriptor)
  const { actions = {}, ...whole } = descriptor['x-contract'] ?? {}
  const [[name, action] = [said.name, {}]] = Object.entries(actions)
  return { ...corrected(said.whole, whole), actions: { [name]: corrected(said.action, action) } }
}

function plainParts({ name: title, version, description, endpoint, inputs, output }: Descriptor): ContractParts {
  const timeout = endpoint.timeout_ms ?? DEFAULT_TIMEOUT_MS
  return {
    whole: { title, version, description },
    name: ONLY_ACTION,
    action: {
      description,
      timeout_seconds: timeout === DEFAULT_TIMEOUT_MS ? undefined : timeout / 1000,
      input: parametersToSchema(inputs).schema,
      output: withDescription(output.schema ?? true, output.description),
    },
  }
}

function withDescription(schema: Schema, description: string | undefined): Schema {
  if (description === undefined || (isObject(schema) && schema.description !== undefined)) return schema
  return isObject(schema) ? { ...schema, description } : schema ? { description } : schema
}

function partsOf(
  { title, version, description, docs, toolsRequired, migrations }: Contract,
  one: Action,
): ContractParts {
  // A migration in code cannot be written down, and those of other actions are for other descriptors.
  const ways = migrations.all.filter(({ run, action }) => run === undefined && (action ?? one.name) === one.name)
  return {
    whole: {
      title,
      version,
      description,
      'x-docs': docs,
      tools_required: filled(toolsRequired),
      migrations: filled(
        ways.map(({ from, to, action, input, steps }) => defined({ from, to, action, input: input?.schema, steps })),
      ),
    },
    name: one.name,
    action: {
      description: one.description,
      'x-docs': one.docs,
      idempotent: one.idempotent || undefined,
      timeout_seconds: one.timeoutSeconds,
      pass_through: one.passThrough,
      examples: filled(one.examples),
      input: one.input.schema,
      output: one.output.schema,
    },
  }
}

/** The keys in which the second differs from the first; null for one that it does not have. */
function difference(said: ContractParts['whole'], meant: ContractParts['whole']): Record<string, unknown> {
  const keys = Object.keys({ ...said, ...meant }).filter((key) => !jsonEquals(said[key], meant[key]))
  return Object.fromEntries(keys.map((key) => [key, meant[key] ?? null]))
}

function corrected(said: ContractParts['whole'], extra: object): Record<string, unknown> {
  return defined(
    Object.fromEntries(Object.entries({ ...said, ...extra }).map(([key, value]) => [key, value ?? undefined])),
  )
}

function defined(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}

function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined
}
