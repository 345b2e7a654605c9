import { backEdges } from '../back-edges.ts'
import { preview } from '../json.ts'
import { isSchema } from '../schema.ts'
import { lookUp } from './collect-sites.ts'
import { onSchemas, type Rule } from './rule.ts'
import { IN_PLACE_KEYWORDS, type Site } from './schema-site.ts'

/** Rules about `$ref`: every reference leads somewhere, inside the document. */
export const REFERENCE_RULES: readonly Rule[] = [
  {
    id: 'contract/ref-unresolved',
    severity: 'error',
    summary: 'A `$ref` leads nowhere.',
    why: 'The contract cannot be opened.',
    fix: 'Correct the reference, or add the definition that it names.',
    fixable: false,
    check: onSchemas((site, report, context) => {
      const { $ref } = site.schema
      if (typeof $ref !== 'string' || site.target || !$ref.startsWith('#')) return
      if (isSchema(lookUp($ref, site.root.schema, context.document))) return
      report(site, `${preview($ref)} leads nowhere`, { at: ['$ref'] })
    }),
  },
  {
    id: 'contract/ref-remote',
    severity: 'error',
    summary: 'A `$ref` leads out of the document.',
    why: 'Nothing is ever fetched: the target could change, vanish or change hands.',
    fix: 'Copy the definition into `$defs` and refer to it there.',
    fixable: false,
    check: onSchemas((site, report) => {
      const { $ref } = site.schema
      if (typeof $ref !== 'string' || site.target || $ref.startsWith('#')) return
      // The schema of schemas is built in.
      if ($ref.startsWith('https://json-schema.org/draft/2020-12/')) return
      report(site, `${preview($ref)} is outside the document`, { at: ['$ref'] })
    }),
  },
  {
    id: 'contract/ref-loop',
    severity: 'error',
    summary: 'A `$ref` leads back to itself without going into the value.',
    why: 'Judging a value would never end.',
    fix: 'Let the cycle pass through a property or an item, or remove one of the references.',
    fixable: false,
    check(context, report) {
      for (const [site] of backEdges(context.sites, inPlace))
        report(site, `${preview(site.schema.$ref)} leads back to itself`, { at: ['$ref'] })
    },
  },
  {
    id: 'contract/dynamic-ref',
    severity: 'error',
    summary: 'A schema uses `$dynamicRef`.',
    why: 'What it means depends on the way by which it was reached; engines disagree, and no comparison can follow it.',
    fix: 'Use `$ref`.',
    fixable: false,
    check: onSchemas((site, report) => {
      for (const keyword of ['$dynamicRef', '$recursiveRef']) {
        if (typeof site.schema[keyword] === 'string') report(site, `Expected $ref, got ${keyword}`, { at: [keyword] })
      }
    }),
  },
  {
    id: 'contract/definition-unused',
    severity: 'info',
    summary: 'Nothing refers to a definition.',
    why: 'A reader takes it for a part of the contract, and it is not checked against anything.',
    fix: 'Remove it, or refer to it.',
    fixable: false,
    check: onSchemas((site, report) => {
      const isDefinition = site.parent === undefined || site.keyword === '$defs' || site.keyword === 'definitions'
      if (!isDefinition || site.input || site.output) return
      // A definition inside an unused one goes with it.
      if (site.parent && !site.parent.input && !site.parent.output) return
      report(site, `Nothing refers to ${preview(site.steps.at(-1))}`)
    }),
  },
]

/** The schemas that judge the same value as the site: those inside it, and what it refers to. */
function inPlace({ children, target }: Site): readonly Site[] {
  const parts = children.filter(({ keyword }) => IN_PLACE_KEYWORDS.has(keyword))
  return target ? [...parts, target] : parts
}
