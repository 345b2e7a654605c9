import { canonicalKey } from '../canonical-key.ts'
import type { Issue } from '../issue.ts'
import { hasOwn, isObject, preview } from '../json.ts'
import { fromPointer } from '../pointer.ts'
import { isOfType, typesOf } from '../schema-types.ts'
import { checkValues, type Sample } from './check-values.ts'
import { isSecretName } from './is-secret-name.ts'
import { type LintContext, onSchemas, type Report, type Rule } from './rule.ts'
import type { Site } from './schema-site.ts'

/** Rules about the values that a contract holds: they obey it. */
export const VALUE_RULES: readonly Rule[] = [
  {
    id: 'contract/default-invalid',
    severity: 'error',
    summary: 'A default does not fit its own schema.',
    why: 'It is filled in before validation, so every call that leaves the property out fails.',
    fix: 'Correct the default, or the schema.',
    fixable: false,
    check: (context, report) =>
      reportWrong(context, report, (site) =>
        hasOwn(site.schema, 'default') ? [{ place: site, at: ['default'], site, value: site.schema.default }] : [],
      ),
  },
  {
    id: 'contract/example-invalid',
    severity: 'error',
    summary: 'An example does not fit its own schema.',
    why: 'A model copies examples: it learns to make a call that fails.',
    fix: 'Correct the example, or the schema.',
    fixable: false,
    check: (context, report) =>
      reportWrong(context, report, (site) => {
        const examples: unknown = site.schema.examples
        if (!Array.isArray(examples)) return []
        return examples.slice(0, 100).map((value, i) => ({ place: site, at: ['examples', i], site, value }))
      }),
  },
  {
    id: 'contract/action-example-invalid',
    severity: 'error',
    summary: 'An example of an action does not fit its input or output schema.',
    why: 'Examples are documentation, tests and what a model copies: one that fails misleads all three.',
    fix: 'Correct the example, or the schema.',
    fixable: false,
    check(context, report) {
      const samples: Sample[] = []
      for (const action of context.actions) {
        const examples = Array.isArray(action.value.examples) ? action.value.examples.slice(0, 100) : []
        for (const [i, example] of examples.entries()) {
          for (const side of ['input', 'output'] as const) {
            const site = action[side]
            if (!site || !isObject(example) || !hasOwn(example, side)) continue
            samples.push({ place: action, at: ['examples', i, side], site, value: example[side] })
          }
        }
      }
      for (const { sample, issue } of checkValues(samples)) {
        report(sample.place, `The example does not fit: ${explain(sample, issue)}`, { at: sample.at })
      }
    },
  },
  {
    id: 'contract/enum-type',
    severity: 'error',
    summary: 'A value of an `enum`, or a `const`, is not of the schema’s own type.',
    why: 'No document can ever have that value: it is offered and then refused.',
    fix: 'Correct the value, or the type.',
    fixable: false,
    check: onSchemas((site, report) => {
      const { schema } = site
      const types = typesOf(schema)
      if (types === undefined) return
      const fits = (value: unknown) => isOfType(types, value)
      const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : []
      const wrong = values.findIndex((value) => !fits(value))
      const say = (value: unknown) => `Expected ${preview(schema.type)}, got ${preview(value)}`
      if (wrong >= 0) report(site, say(values[wrong]), { at: ['enum', wrong] })
      if (hasOwn(schema, 'const') && !fits(schema.const)) report(site, say(schema.const), { at: ['const'] })
    }),
  },
  {
    id: 'contract/enum-empty',
    severity: 'error',
    summary: 'An `enum` is empty.',
    why: 'No value is valid, and engines disagree about what an empty list means.',
    fix: 'Name the values, or remove the `enum`.',
    fixable: false,
    check: onSchemas((site, report) => {
      if (Array.isArray(site.schema.enum) && site.schema.enum.length === 0) {
        report(site, 'Expected at least one value, got none', { at: ['enum'] })
      }
    }),
  },
  {
    id: 'contract/enum-duplicate',
    severity: 'warning',
    summary: 'An `enum` names a value twice.',
    why: 'Mostly a slip of copying: the value that should stand there is missing.',
    fix: 'Remove the second one, or write the value that was meant.',
    fixable: true,
    check: onSchemas((site, report) => {
      const values: unknown = site.schema.enum
      if (!Array.isArray(values)) return
      const { distinct, second } = withoutDuplicates(values)
      if (second < 0) return
      report(site, `${preview(values[second])} stands there twice`, {
        at: ['enum', second],
        repair: { edits: [{ at: ['enum'], value: distinct }] },
      })
    }),
  },
]

function reportWrong(context: LintContext, report: Report, samplesOf: (site: Site) => readonly Sample[]): void {
  for (const { sample, issue } of checkValues(context.sites.flatMap(samplesOf))) {
    report(
      sample.place,
      `The ${sample.at[0] === 'default' ? 'default' : 'example'} does not fit: ${explain(sample, issue)}`,
      { at: sample.at },
    )
  }
}

/** Why a sample does not fit, without the value where that is a credential. */
function explain({ site }: Sample, { path, message, expected }: Issue): string {
  return isSecretName(fromPointer(path).at(-1) ?? site.name) ? `expected ${expected}` : message
}

/** The values without those that come again, and where the first of these stands, or -1. Linear for a hundred thousand. */
function withoutDuplicates(values: readonly unknown[]): { distinct: unknown[]; second: number } {
  const seen = new Set<unknown>()
  let second = -1
  const distinct = values.filter((value, i) => {
    const key = typeof value === 'object' && value !== null ? `\0${canonicalKey(value)}` : value
    if (seen.has(key) && second < 0) second = i
    return !seen.has(key) && seen.add(key)
  })
  return { distinct, second }
}
