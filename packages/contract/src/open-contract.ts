import type { SchemaChecker } from './open-schema.ts'

/** A contract that was read and found right: what each action takes and gives. */
export interface Contract {
  readonly title: string | undefined
  readonly description: string | undefined
  /** The long description, for people (`x-docs`). */
  readonly docs: string | undefined
  /** Semver; undefined when the document states none. */
  readonly version: string | undefined
  readonly toolsRequired: readonly string[]
  readonly actions: ReadonlyMap<string, Action>
  readonly migrations: readonly unknown[]
  /** The action of that name, or the only one. Throws UNKNOWN_ACTION with the supported ones. */
  action(name?: string): Action
}

/** One operation of a skill. */
export interface Action {
  readonly name: string
  /** The short description, for the model. */
  readonly description: string | undefined
  readonly docs: string | undefined
  readonly idempotent: boolean
  readonly timeoutSeconds: number | undefined
  readonly examples: readonly ActionExample[]
  /** Name of the one input property whose keys are forwarded untouched. */
  readonly passThrough: string | undefined
  /** Its `schema` is standalone: every `$ref` resolves inside it. */
  readonly input: SchemaChecker
  readonly output: SchemaChecker
}

/** An input, and mostly the output that it should give. */
export interface ActionExample {
  readonly name?: string
  readonly input: unknown
  readonly output?: unknown
}
