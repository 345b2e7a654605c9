import type { Finding } from '../finding.ts'
import { findProblems } from './find-problems.ts'
import { type LintOptions, schemaContext } from './lint-context.ts'

/** Options of lintSchema. */
export interface LintSchemaOptions extends LintOptions {
  /** Whether callers send such values or receive them: inputs are held to more rules. */
  readonly direction: 'input' | 'output'
}

/** Everything that could be better about one schema, as lintContract says it about a whole contract. */
export function lintSchema(schema: unknown, { direction, ...options }: LintSchemaOptions): readonly Finding[] {
  return findProblems(schemaContext(schema, direction, options)).map(({ finding }) => finding)
}
