import { closest, distance } from 'fastest-levenshtein'
import { FORMATS } from '../engine/formats.ts'
import { nearest } from '../engine/nearest.ts'
import { hasOwn, preview } from '../json.ts'
import { ANNOTATION_KEYWORDS, CURRENT_DRAFT } from '../schema.ts'
import { namesType } from '../schema-types.ts'
import { contradictions } from './contradictions.ts'
import { type Edit, onSchemas, type Report, type Rule } from './rule.ts'
import type { Place } from './schema-site.ts'

/** Rules about keywords: spelt right, and not against each other. */
export const KEYWORD_RULES: readonly Rule[] = [
  {
    id: 'contract/schema-dialect',
    severity: 'warning',
    summary: '`$schema` is not exactly the name of draft 2020-12.',
    why: 'Editors and engines look it up by its exact text; another text is an unknown dialect to them.',
    fix: `Write \`"$schema": "${CURRENT_DRAFT}"\`.`,
    fixable: true,
    check(context, report) {
      const { contract } = context
      if (contract && !isContractSchema(contract.value.$schema)) checkDialect(contract, contract.value.$schema, report)
      for (const site of context.sites) checkDialect(site, site.schema.$schema, report)
    },
  },
  {
    id: 'contract/keyword-typo',
    severity: 'warning',
    summary: 'A keyword is no keyword, but nearly one.',
    why: 'Unknown keywords are ignored, so the intended rule is not checked.',
    fix: 'Correct the spelling. For keywords that only describe, `--fix` does it; for those that refuse values, only when breaking repairs are allowed.',
    fixable: true,
    check: onSchemas((site, report) => {
      for (const keyword of Object.keys(site.schema)) {
        const meant = misspelt(keyword)
        if (meant === undefined) continue
        const isFree = !hasOwn(site.schema, meant)
        // A default takes part in validation: it is filled in first.
        const edits: Edit[] = [{ at: [keyword] }, { at: [meant], value: site.schema[keyword] }]
        report(site, `${preview(keyword)} is no keyword`, {
          at: [keyword],
          fix: `Write \`${meant}\`.`,
          ...(isFree ? { repair: { edits, breaking: !ANNOTATION_KEYWORDS.has(meant) || meant === 'default' } } : {}),
        })
      }
    }),
  },
  {
    id: 'contract/nullable',
    severity: 'warning',
    summary: 'A schema says `nullable`, which is OpenAPI 3.0 and not JSON Schema.',
    why: 'It is ignored: null is refused although the author allowed it.',
    fix: 'Add "null" to `type`, as in `"type": ["string", "null"]`.',
    fixable: false,
    check: onSchemas((site, report) => {
      if (site.schema.nullable === true && !namesType(site.schema, 'null')) {
        report(site, '`nullable` is ignored, so null is refused', { at: ['nullable'] })
      }
    }),
  },
  {
    id: 'contract/format-unknown',
    severity: 'warning',
    summary: 'A `format` is not one that is checked.',
    why: 'An unknown format says nothing: every string is accepted.',
    fix: 'Use a known format, or a `pattern`.',
    fixable: false,
    check: onSchemas((site, report) => {
      const { format } = site.schema
      if (typeof format !== 'string' || FORMATS.has(format) || !namesType(site.schema, 'string')) return
      const near = nearest(format, FORMATS.keys())
      report(site, `${preview(format)} is no format that is checked`, {
        at: ['format'],
        ...(near !== undefined ? { fix: `Write "${near}" if that was meant, or use a \`pattern\`.` } : {}),
      })
    }),
  },
  {
    id: 'contract/contradiction',
    severity: 'error',
    summary: 'Keywords contradict each other, so that no value can be valid.',
    why: 'Every call that has such a value fails, whatever the caller does.',
    fix: 'Decide which of the two was meant.',
    fixable: false,
    check: onSchemas((site, report) => {
      for (const { message, at } of contradictions(site.schema)) report(site, message, { at })
    }),
  },
  {
    id: 'contract/integer-bound',
    severity: 'info',
    summary: 'A bound of an integer is a fraction.',
    why: 'It makes a reader ask whether fractions are meant to be allowed.',
    fix: 'Write the next whole number inside the range, or make the type `number`.',
    fixable: true,
    check: onSchemas((site, report) => {
      if (site.schema.type !== 'integer') return
      for (const [keyword, inward] of INTEGER_BOUNDS) {
        const bound = site.schema[keyword]
        if (typeof bound !== 'number' || !Number.isFinite(bound) || Number.isInteger(bound)) continue
        const value = inward(bound)
        report(site, `${keyword} of an integer is ${bound}`, {
          at: [keyword],
          fix: `Write \`"${keyword}": ${value}\`.`,
          repair: { edits: [{ at: [keyword], value }] },
        })
      }
    }),
  },
]

// An exclusive bound moves outward: more than 0.5 is more than 0.
const INTEGER_BOUNDS = [
  ['minimum', Math.ceil],
  ['maximum', Math.floor],
  ['exclusiveMinimum', Math.floor],
  ['exclusiveMaximum', Math.ceil],
] as const

function checkDialect(place: Place, $schema: unknown, report: Report): void {
  if (typeof $schema !== 'string' || $schema === CURRENT_DRAFT) return
  const isMeant = /^https?:\/\/json-schema\.org\/draft\/2020-12(?:\/schema)?\/?#?$/.test($schema)
  report(place, `Expected "${CURRENT_DRAFT}", got ${preview($schema)}`, {
    at: ['$schema'],
    ...(isMeant ? { repair: { edits: [{ at: ['$schema'], value: CURRENT_DRAFT }] } } : {}),
  })
}

/** A contract names its own published schema, by URL or by path, so that editors complete it. */
function isContractSchema($schema: unknown): boolean {
  return typeof $schema === 'string' && /(?:^|\/)contract\.schema\.json$/.test($schema)
}

const KEYWORDS: readonly string[] = [
  ...ANNOTATION_KEYWORDS,
  ...'$schema $id $ref $anchor $defs definitions type enum const properties patternProperties'.split(' '),
  ...'additionalProperties unevaluatedProperties propertyNames required dependentRequired dependentSchemas'.split(' '),
  ...'minProperties maxProperties items prefixItems unevaluatedItems contains minContains maxContains'.split(' '),
  ...'minItems maxItems uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum'.split(' '),
  ...'exclusiveMaximum multipleOf allOf anyOf oneOf not if then else contentMediaType contentEncoding contentSchema'.split(
    ' ',
  ),
]
// Not in the draft, yet no slip of the pen: older drafts, OpenAPI, and what other tools add.
const NEIGHBOURS: ReadonlySet<string> = new Set([
  ...'$dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary id dependencies additionalItems'.split(' '),
  ...'nullable example discriminator xml externalDocs version name label order unit units tags title_zh enumNames'.split(
    ' ',
  ),
  ...'min max in on of note notes comment markdownDescription enumDescriptions deprecationMessage'.split(' '),
])
const KNOWN: ReadonlySet<string> = new Set(KEYWORDS)

/** The keyword that an unknown one was meant to be: near in spelling, or the same in other letter case or separators. */
function misspelt(keyword: string): string | undefined {
  if (KNOWN.has(keyword) || NEIGHBOURS.has(keyword) || keyword.startsWith('x-') || keyword.length > 32) return undefined
  const plain = keyword.toLowerCase().replaceAll(/[_-]/g, '')
  const near = closest(plain, LOWER_KEYWORDS)
  // Two letters in a long word, one in a short one; a swap of neighbours counts as two and is always allowed.
  const isNear = distance(plain, near) <= (near.length >= 6 ? 2 : near.length >= 4 ? 1 : 0) || isSwap(plain, near)
  return isNear ? KEYWORDS[LOWER_KEYWORDS.indexOf(near)] : undefined
}

const LOWER_KEYWORDS: readonly string[] = KEYWORDS.map((keyword) => keyword.toLowerCase())

function isSwap(left: string, right: string): boolean {
  return (
    left.length === right.length &&
    left.length > 2 &&
    [...left].sort().join('') === [...right].sort().join('') &&
    distance(left, right) <= 2
  )
}
