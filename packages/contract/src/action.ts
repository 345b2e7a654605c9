import { openSchema, type SchemaChecker } from './open-schema.ts'
import type { NormalAction } from './read-contract.ts'

/** What a contract says about an action beside its schemas. */
export interface ActionFacts {
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
export interface ActionExample {
  readonly name?: string
  readonly input: unknown
  readonly output?: unknown
}

/** Makes an action of its normal form. Nothing is compiled before the first check. */
export function openAction({ input, output, ...facts }: NormalAction): Action {
  const passThrough = facts.passThrough === undefined ? {} : { passThrough: facts.passThrough }
  return { ...facts, input: openSchema(input, passThrough), output: openSchema(output) }
}
