import { patternSafety } from '../engine/pattern.ts'
import { isObject, preview } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import { onInputs, onSchemas, type Rule } from './rule.ts'
import type { Site } from './schema-site.ts'

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
      for (const { source, at } of patternsOf(site)) {
        const reason = syntaxError(source)
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
      for (const { source, at } of patternsOf(site)) {
        if (syntaxError(source) !== undefined || patternSafety(source) !== 'refused') continue
        report(site, `${preview(source)} cannot be run safely`, { at })
      }
    }),
  },
  {
    id: 'contract/pattern-slow',
    severity: 'warning',
    summary: 'A pattern cannot be proved to take linear time in an ordinary engine.',
    why: 'Here a linear-time engine runs it, several times slower; elsewhere a well-chosen text may make it hang.',
    fix: 'Anchor it with `^`, and avoid nested repetition such as `(a+)+` and alternatives that overlap.',
    fixable: false,
    check: onSchemas((site, report) => {
      for (const { source, at } of patternsOf(site)) {
        if (patternSafety(source) === 'linear') report(site, `${preview(source)} is not provably linear`, { at })
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
      if (typeof pattern !== 'string' || syntaxError(pattern) !== undefined || isAnchored(pattern)) return
      report(site, `${preview(pattern)} is not anchored at both ends`, { at: ['pattern'] })
    }),
  },
]

function patternsOf({ schema }: Site): { source: string; at: readonly PathStep[] }[] {
  const named = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []
  return [
    ...(typeof schema.pattern === 'string' ? [{ source: schema.pattern, at: ['pattern'] }] : []),
    ...named.map((source) => ({ source, at: ['patternProperties', source] })),
  ]
}

function syntaxError(source: string): string | undefined {
  try {
    new RegExp(source, 'u')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, '') : String(error)
  }
}

/** True for `^…$` around everything; an alternative outside the brackets, `^a|b$`, escapes the anchors. */
function isAnchored(pattern: string): boolean {
  // "Contains", said on purpose: a pattern that is only a look-ahead or begins with a boundary knows what it does.
  if (/^(?:\(\?[=!]|\\b)/.test(pattern)) return true
  let depth = 0
  let inClass = false
  let hasOuterChoice = false
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]
    if (char === '\\') i++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === '|' && depth === 0) hasOuterChoice = true
  }
  if (!hasOuterChoice) return pattern.startsWith('^') && /(?:^|[^\\])(?:\\\\)*\$$/.test(pattern)
  return pattern.split('|').every((part) => part.startsWith('^') && part.endsWith('$'))
}
