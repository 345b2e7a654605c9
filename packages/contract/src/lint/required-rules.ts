import { nearest } from '../engine/nearest.ts'
import { isObject, preview } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { declaredNames, declaredProperty, hasDefault } from './declared-properties.ts'
import { onInputs, onSchemas, type Rule } from './rule.ts'
import { someInPlace } from './schema-site.ts'

// Up to three parameters may all be needed; from four on, "all of them" is mostly a habit.
const MIN_ALL_REQUIRED = 4
const MAX_REQUIRED = 5

/** Rules about `required`: ask only for what is really needed. */
export const REQUIRED_RULES: readonly Rule[] = [
  {
    id: 'contract/minimal-required',
    severity: 'warning',
    summary: 'An action requires all of its many parameters, or more than five.',
    why: 'Each required parameter is one more thing a caller must know, and one more reason for a call to fail.',
    fix: 'Keep in `required` only what the action cannot work without; give the others a default.',
    fixable: false,
    check: onInputs((site, report) => {
      if (!site.isParams) return
      const required = namesIn(site.schema.required)
      const declared = declaredNames(site.schema).length
      const isAll = required.length >= MIN_ALL_REQUIRED && required.length >= declared
      if (!isAll && required.length <= MAX_REQUIRED) return
      report(site, `${required.length} of ${declared} parameters are required`, { at: ['required'] })
    }),
  },
  {
    id: 'contract/required-default',
    severity: 'warning',
    summary: 'A required property has a default.',
    why: 'Defaults are filled in before validation, so the requirement asks for nothing and only misleads the caller.',
    fix: 'Remove the name from `required`, or the default.',
    fixable: true,
    check: onInputs((site, report) => {
      const required = namesIn(site.schema.required)
      const at = ['required']
      const isOptional = (name: string) => hasDefault(site.schema, name)
      for (const name of required.filter(isOptional)) {
        const left = required.filter((other) => !isOptional(other))
        report(site, `${preview(name)} is required and has a default`, {
          at: ['required', required.indexOf(name)],
          fix: `Remove ${preview(name)} from \`required\`.`,
          // What an output promises may not be weakened.
          ...(site.output ? {} : { repair: { edits: [left.length > 0 ? { at, value: left } : { at }] } }),
        })
      }
    }),
  },
  {
    id: 'contract/required-undeclared',
    severity: 'warning',
    summary: '`required` names a property that is declared nowhere.',
    why: 'A caller must send something about which the contract says neither what it is nor what it is for.',
    fix: 'Declare the property in `properties`, or correct its name.',
    fixable: false,
    check: onSchemas((site, report) => {
      // A closed object that lacks the property can never be valid: that is a contradiction, reported as such.
      if (site.schema.additionalProperties === false) return
      const required = namesIn(site.schema.required)
      const missing = required.filter((name) => !someInPlace(site, (schema) => declares(schema, name)))
      for (const name of missing.slice(0, 20)) {
        const near = nearest(name, declaredNames(site.schema))
        report(site, `${preview(name)} is required but not declared`, {
          at: ['required', required.indexOf(name)],
          ...(near === undefined ? {} : { fix: `Declare it, or write ${preview(near)} if that was meant.` }),
        })
      }
    }),
  },
]

function namesIn(required: unknown): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function declares(schema: SchemaObject, name: string): boolean {
  if (declaredProperty(schema, name) !== undefined) return true
  // Names that match a pattern, and values that have a schema of their own, are declared well enough.
  return isObject(schema.patternProperties) || isObject(schema.additionalProperties)
}
