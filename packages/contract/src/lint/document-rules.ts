import { contractFindings } from '../contract-findings.ts'
import { fromPointer } from '../pointer.ts'
import type { Rule } from './rule.ts'

/** Rules about the document as such: it can be read. */
export const DOCUMENT_RULES: readonly Rule[] = [
  {
    id: 'contract/too-large',
    severity: 'error',
    summary: 'The contract is deeper than 200 levels, or has more than 20,000 schemas or 400,000 values.',
    why: 'No caller can read it, and every check of it costs more than the work it describes.',
    fix: 'Say it with fewer schemas: share definitions, and describe free data by its type alone.',
    fixable: false,
    check({ isTooLarge, whole }, report) {
      if (isTooLarge) report(whole, 'Expected at most 200 levels, 20,000 schemas and 400,000 values, got more')
    },
  },
  {
    id: 'contract/document',
    severity: 'error',
    summary: 'The document is no contract, or a schema in it is no JSON Schema.',
    why: 'The contract cannot be opened.',
    fix: 'Correct the place; `schemas/contract.schema.json` says what a contract looks like.',
    fixable: false,
    check({ isTooLarge, isBareSchema, document, whole }, report) {
      if (isTooLarge) return
      const findings = contractFindings(isBareSchema ? { input: document } : document)
      for (const { rule, pointer = '', message, fix } of findings) {
        const at = fromPointer(pointer).slice(isBareSchema ? 1 : 0)
        if (TOLD_ELSEWHERE.has(rule)) continue
        report(whole, isBareSchema ? message.replace(/^\/input(?=[/ ])/, '') : message, {
          at,
          ...(fix === undefined ? {} : { fix }),
        })
      }
    },
  },
]

/** References and patterns have rules of their own, which say what is wrong with them. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  'schema/unresolved-ref',
  'schema/remote-ref',
  'schema/endless-ref',
  'schema/invalid-pattern',
  'schema/unsafe-pattern',
])
