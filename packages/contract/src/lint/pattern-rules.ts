import { schemaPatterns } from '../engine/check-linked.ts'
import { patternError, patternSafety } from '../engine/pattern.ts'
import { type PatternNode, parsePattern } from '../engine/pattern-syntax.ts'
import { preview } from '../json.ts'
import { onInputs, onSchemas, type Rule } from './rule.ts'

/** Rules about regular expressions: right, and fast for every text. */
export const PATTERN_RULES: readonly Rule[] = [
  {
    id: 'contract/pattern-invalid',
    severity: 'error',
    summary: 'A pattern is no regular expression.',
    why: 'The contract cannot be opened.',
    fix: 'Correct it: ECMA-262 syntax with the `u` flag, where every escape must mean something.',
    fixable: false,
    check: onSchemas((site, report) => {
      for (const { source, at } of schemaPatterns(site.schema)) {
        const reason = patternError(source)
        if (reason !== undefined) report(site, `${preview(source)} is no regular expression: ${reason}`, { at })
      }
    }),
  },
  {
    id: 'contract/pattern-refused',
    severity: 'error',
    summary: 'A pattern can hang the engine, and the linear-time engine cannot run it either.',
    why: 'Thirty well-chosen characters would stop the host for minutes, so the contract is refused.',
    fix: 'Write it without nested repetition such as `(a+)+`, without look-around and without back-references.',
    fixable: false,
    check: onSchemas((site, report) => {
      for (const { source, at } of schemaPatterns(site.schema)) {
        if (patternError(source) !== undefined || patternSafety(source) !== 'refused') continue
        report(site, `${preview(source)} cannot be run safely`, { at })
      }
    }),
  },
  {
    id: 'contract/pattern-slow',
    severity: 'warning',
    summary: 'A pattern cannot be proved to take linear time in an ordinary engine, not even anchored.',
    why: 'Here a linear-time engine runs it, several times slower; elsewhere a well-chosen text may make it hang.',
    fix: 'Avoid nested repetition such as `(a+)+`, and alternatives that overlap.',
    fixable: false,
    check: onSchemas((site, report) => {
      for (const { source, at } of schemaPatterns(site.schema)) {
        // `[a-z]*` is slow only because it may start anywhere, which is another rule's affair.
        const isSlow = [source, `^(?:${source})`].every((each) => patternSafety(each) === 'linear')
        if (isSlow) report(site, `${preview(source)} is not provably linear`, { at })
      }
    }),
  },
  {
    id: 'contract/pattern-unanchored',
    severity: 'info',
    summary: 'A pattern in the input is not anchored at both ends.',
    why: 'It accepts anything that merely contains a match: `[a-z]{2}` accepts "12en34".',
    fix: 'Begin it with `^` and end it with `$`.',
    fixable: false,
    check: onInputs((site, report) => {
      const { pattern } = site.schema
      if (typeof pattern !== 'string' || patternError(pattern) !== undefined || isAnchored(pattern)) return
      report(site, `${preview(pattern)} is not anchored at both ends`, { at: ['pattern'] })
    }),
  },
]

/** True when every match is the whole text: `^` and `$` around everything, or around each alternative. */
function isAnchored(pattern: string): boolean {
  const tree = parsePattern(pattern)
  const first = tree.kind === 'sequence' ? tree.parts[0] : undefined
  // "Contains" on purpose: a pattern that begins with a look-ahead or a boundary is unanchored by intent.
  if (first?.kind === 'look' || (first?.kind === 'edge' && first.edge === '\\b')) return true
  return standsAt(tree, 0, '^') && standsAt(tree, -1, '$')
}

function standsAt(node: PatternNode, index: 0 | -1, edge: '^' | '$'): boolean {
  if (node.kind === 'choice') return node.parts.every((part) => standsAt(part, index, edge))
  if (node.kind !== 'sequence') return node.kind === 'edge' && node.edge === edge
  const part = node.parts.at(index)
  return part !== undefined && standsAt(part, index, edge)
}
