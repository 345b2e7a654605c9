import type { Finding } from '../finding.ts'
import { findProblems } from './find-problems.ts'
import { contractContext, type LintOptions } from './lint-context.ts'

/**
 * Everything that could be better about a contract document, by the design principles. Works on the document as its author
 * wrote it, whole or half done: pointers lead into that file. Never throws for bad content.
 */
export function lintContract(document: unknown, options: LintOptions = {}): readonly Finding[] {
  return findProblems(contractContext(document, options)).map(({ finding }) => finding)
}
