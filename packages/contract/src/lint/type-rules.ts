import { isObject, jsonTypeOf, preview } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { impliedTypes, namesType } from '../schema-types.ts'
import { findAlternatives } from './find-alternatives.ts'
import { onActions, onDeclarations, type Rule } from './rule.ts'
import { resolved, type Site, someInPlace } from './schema-site.ts'

/** Rules about types: say as exactly as JSON Schema can what a value may be. */
export const TYPE_RULES: readonly Rule[] = [
  {
    id: 'contract/params-object',
    severity: 'error',
    summary: 'The input of an action is not an object.',
    why: 'Parameters have names: every caller sends an object, so any other input can never be called.',
    fix: 'Give the input `"type": "object"` and name the parameters in `properties`.',
    fixable: true,
    check: onActions((action, report) => {
      if (action.value.input === true)
        report(action, 'Expected an object, got a schema for anything', { at: ['input'] })
      const input = action.input && resolved(action.input)
      if (!input || namesType(input.schema, 'object')) return
      if (input.schema.type !== undefined) {
        report(input, `Expected an object, got ${preview(input.schema.type)}`, { at: ['type'] })
      } else if (!someInPlace(input, (schema) => namesType(schema, 'object'))) {
        const edits = [{ at: ['type'], value: 'object' }]
        report(input, 'Expected `"type": "object"`, got no type', { repair: { edits, breaking: true } })
      }
    }),
  },
  {
    id: 'contract/output-type',
    severity: 'warning',
    summary: 'The output of an action does not say of what type it is.',
    why: 'MCP and other hosts need the type at the root; without it they show the output as "anything".',
    fix: 'Add a `type` beside the combinator at the root of the output.',
    fixable: true,
    check: onActions((action, report) => {
      const output = action.output && resolved(action.output)
      if (!output || output.schema.type !== undefined) return
      const type = commonType(output)
      report(output, 'Expected a `type` at the root of the output, got none', {
        ...(type === undefined ? {} : { fix: `Add \`"type": ${preview(type)}\`: every alternative has it.` }),
        ...(type === undefined ? {} : { repair: { edits: [{ at: ['type'], value: type }] } }),
      })
    }),
  },
  {
    id: 'contract/missing-type',
    severity: 'warning',
    summary: 'An input value has no type.',
    why: 'A model guesses what to send, nothing is refused, and a wrong type surfaces deep inside the skill.',
    fix: 'Add a `type`, or an `enum` of the values there are.',
    fixable: true,
    check: onDeclarations((site, report) => {
      if (!isPrecise(site)) {
        const implied = impliedType(site.schema)
        const edits = [{ at: ['type'], value: implied }]
        report(site, `${label(site)} has no type`, {
          ...(implied === undefined ? {} : { fix: `Add \`"type": "${implied}"\`.`, repair: { edits, breaking: true } }),
        })
      }
      if (!isObject(site.schema.properties)) return
      for (const [name, property] of Object.entries(site.schema.properties)) {
        if (property !== true || site.top !== site) continue
        report(site, `Property ${preview(name)} accepts anything`, { at: ['properties', name] })
      }
    }),
  },
  {
    id: 'contract/enum-in-description',
    severity: 'warning',
    summary: 'The description of a string lists the values there are, the schema does not.',
    why: 'Only an `enum` refuses a wrong value, suggests the nearest right one, and lets a model be held to it.',
    fix: 'Move the alternatives into `enum`.',
    fixable: false,
    check: onDeclarations((site, report) => {
      const { description } = site.schema
      if (typeof description !== 'string' || !namesType(site.schema, 'string')) return
      if (someInPlace(site, (schema) => SAYS_WHICH.some((keyword) => schema[keyword] !== undefined))) return
      const values = findAlternatives(description, site.name)
      if (!values) return
      report(site, `The description lists ${values.length} values, but any string is accepted`, {
        fix: `Add \`"enum": ${preview(values, 400)}\`.`,
      })
    }),
  },
  {
    id: 'contract/number-bounds',
    severity: 'warning',
    summary: 'A number in the input lacks a minimum or a maximum.',
    why: 'Without bounds -1 and 10,000,000 are valid: the skill wastes the work, or fails in an unexpected place.',
    fix: 'Add `minimum` and `maximum`; the widest range that makes sense is better than none.',
    fixable: false,
    check: onDeclarations((site, report) => {
      if (!namesType(site.schema, 'number', 'integer')) return
      if (someInPlace(site, isListed)) return
      const has = (...keywords: string[]) =>
        someInPlace(site, (schema) => keywords.some((keyword) => typeof schema[keyword] === 'number'))
      const missing = [
        ...(has('minimum', 'exclusiveMinimum') ? [] : ['minimum']),
        ...(has('maximum', 'exclusiveMaximum') ? [] : ['maximum']),
      ]
      if (missing.length === 0) return
      report(site, `${label(site)} has no ${missing.join(' and no ')}`, {
        fix: `Add \`${missing.join('` and `')}\`; the widest range that makes sense is better than none.`,
      })
    }),
  },
  {
    id: 'contract/array-bounds',
    severity: 'warning',
    summary: 'An array in the input has no `maxItems`.',
    why: 'One call may then ask for any amount of work.',
    fix: 'Add `maxItems` (and `minItems` where an empty array makes no sense).',
    fixable: false,
    check: onDeclarations((site, report) => {
      if (!namesType(site.schema, 'array')) return
      const isBounded = (schema: SchemaObject) =>
        typeof schema.maxItems === 'number' || (Array.isArray(schema.prefixItems) && schema.items === false)
      if (someInPlace(site, (schema) => isListed(schema) || isBounded(schema))) return
      report(site, `${label(site)} has no maxItems`)
    }),
  },
  {
    id: 'contract/array-items',
    severity: 'warning',
    summary: 'An array in the input does not say what its items are.',
    why: 'A model guesses what to put in, and nothing is refused.',
    fix: 'Add `items` with a schema.',
    fixable: false,
    check: onDeclarations((site, report) => {
      if (!namesType(site.schema, 'array')) return
      const says = (schema: SchemaObject) =>
        isListed(schema) || isObject(schema.items) || schema.items === false || Array.isArray(schema.prefixItems)
      if (!someInPlace(site, says)) report(site, `${label(site)} does not say what its items are`)
    }),
  },
  {
    id: 'contract/string-bounds',
    severity: 'info',
    summary: 'A free string in the input has no `maxLength`.',
    why: 'A whole book is then a valid value, in a log line or a URL too.',
    fix: 'Add `maxLength`, or an `enum`, `pattern` or `format` where one fits.',
    fixable: false,
    check: onDeclarations((site, report) => {
      if (!namesType(site.schema, 'string')) return
      const bounds = ['maxLength', 'pattern', 'format']
      const isBounded = (schema: SchemaObject) =>
        isListed(schema) || bounds.some((keyword) => schema[keyword] !== undefined)
      if (!someInPlace(site, isBounded)) report(site, `${label(site)} has no maxLength`)
    }),
  },
]

const SAYS_WHICH = ['enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf'] as const
const COMBINATORS = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'const'] as const

function label(site: Site): string {
  if (site.keyword === 'items') return site.name === undefined ? 'An item' : `An item of ${preview(site.name)}`
  return site.name === undefined ? 'The value' : `Property ${preview(site.name)}`
}

function isListed(schema: SchemaObject): boolean {
  return schema.enum !== undefined || schema.const !== undefined
}

/** False where a value stands with nothing to say what it is. Combinators and references say it elsewhere. */
function isPrecise(site: Site): boolean {
  const isValue = site.keyword === 'properties' || site.keyword === 'items' || site.keyword === 'prefixItems'
  if (!isValue || site.isPassThrough || site.schema.type !== undefined) return true
  return COMBINATORS.some((keyword) => site.schema[keyword] !== undefined)
}

/** The one type that the keywords of a schema apply to; a number may be meant as an integer, so that is left to the author. */
function impliedType(schema: SchemaObject): string | undefined {
  const [type, other] = impliedTypes(schema)
  return other === undefined && type !== 'number' ? type : undefined
}

/** The type that every alternative of a combinator states, so that stating it above changes nothing. */
function commonType(site: Site): string | undefined {
  if (Array.isArray(site.schema.enum)) return oneType(site.schema.enum.map(jsonTypeOf))
  if (site.schema.const !== undefined) return jsonTypeOf(site.schema.const)
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const count = Array.isArray(site.schema[keyword]) ? site.schema[keyword].length : 0
    const branches = site.children.filter((child) => child.keyword === keyword)
    if (count > 0 && branches.length === count) return oneType(branches.map((branch) => resolved(branch).schema.type))
  }
  return undefined
}

function oneType(types: readonly unknown[]): string | undefined {
  const [type, ...others] = new Set(types)
  return typeof type === 'string' && others.length === 0 ? type : undefined
}
