import { hasOwn, isObject, jsonEquals, preview } from '../json.ts'
import { ANNOTATION_KEYWORDS, type SchemaObject } from '../schema.ts'
import { declaredProperty } from './declared-properties.ts'
import { onSchemas, type Rule } from './rule.ts'
import { type Site, someInPlace } from './schema-site.ts'

/** Rules about `if`, `then` and `else`: a condition that decides something. */
export const CONDITION_RULES: readonly Rule[] = [
  {
    id: 'contract/vacuous-if',
    severity: 'warning',
    summary: 'An `if` tests a property without requiring it, so it is also true when the property is absent.',
    why: 'The `then` applies to every document that lacks the property, which is hardly ever what was meant.',
    fix: 'Add the property to `required` inside the `if`.',
    fixable: true,
    check: onSchemas((site, report) => {
      const condition = conditionAround(site)
      if (!condition || !isObject(site.schema.properties)) return
      const names = constrainedNames(site.schema).filter((name) => !isRequiredAround(site, name))
      if (names.length === 0) return
      const required = Array.isArray(site.schema.required) ? site.schema.required : []
      // Without `else` the repair only lets more inputs through; with it, documents would change sides.
      const isSafe = condition.parent?.schema.else === undefined && !site.output && site.input
      report(site, `This condition is also true without ${names.map((name) => preview(name, 40)).join(', ')}`, {
        fix: `Add \`"required": ${preview([...required, ...names], 200)}\` to the condition.`,
        ...(isSafe ? { repair: { edits: [{ at: ['required'], value: [...required, ...names] }] } } : {}),
      })
    }),
  },
  {
    id: 'contract/lonely-condition',
    severity: 'warning',
    summary: 'An `if` has neither `then` nor `else`, or one of them has no `if`.',
    why: 'Either half alone is ignored: the intended rule is not checked.',
    fix: 'Add the missing half, or remove the other.',
    fixable: false,
    check: onSchemas((site, report) => {
      const { schema } = site
      const hasBranch = schema.then !== undefined || schema.else !== undefined
      if ((schema.if !== undefined) === hasBranch) return
      const message = hasBranch ? '`then` and `else` need an `if`' : 'This `if` has neither `then` nor `else`'
      report(site, message, { at: [schema.if !== undefined ? 'if' : schema.then !== undefined ? 'then' : 'else'] })
    }),
  },
  {
    id: 'contract/idle-branch',
    severity: 'warning',
    summary: 'A `then` or `else` asks for nothing that is not asked for anyway.',
    why: 'The condition decides nothing: mostly a `required` was forgotten.',
    fix: 'Say in the branch what is different, such as `required`, or remove the condition.',
    fixable: false,
    check: onSchemas((site, report) => {
      if (site.schema.if === undefined) return
      for (const keyword of ['then', 'else'] as const) {
        const branch: unknown = site.schema[keyword]
        if (branch === true || (isObject(branch) && isImplied(branch, site.schema))) {
          report(site, `This \`${keyword}\` asks for nothing new`, { at: [keyword] })
        }
      }
    }),
  },
]

/** The `if` that a schema is part of, through combinators that keep its sense. */
function conditionAround(site: Site): Site | undefined {
  for (let at: Site | undefined = site; at; at = at.parent) {
    if (at.keyword === 'if') return at
    if (at.keyword !== 'allOf' && at.keyword !== 'anyOf' && at.keyword !== 'oneOf') return undefined
  }
  return undefined
}

function constrainedNames({ properties }: SchemaObject): string[] {
  const entries = Object.entries(isObject(properties) ? properties : {})
  return entries
    .filter(([, sub]) => isObject(sub) && Object.keys(sub).some((key) => !ANNOTATION_KEYWORDS.has(key)))
    .map(([name]) => name)
}

/** True when the property cannot be absent where the condition is asked. */
function isRequiredAround(site: Site, name: string): boolean {
  const asks = ({ required }: SchemaObject) => Array.isArray(required) && required.includes(name)
  for (let at: Site | undefined = site; at; at = at === at.top ? undefined : at.parent) if (asks(at.schema)) return true
  // A sibling in an `allOf` asks for it just as well.
  return someInPlace(site, (schema, at) => asks(schema) && (at.keyword === 'allOf' || at.keyword === ''))
}

/** True when every demand of the branch stands word for word in the schema around it. */
function isImplied(branch: Record<string, unknown>, around: SchemaObject): boolean {
  return Object.entries(branch).every(([keyword, value]) => {
    if (ANNOTATION_KEYWORDS.has(keyword)) return true
    if (keyword === 'required') {
      const known: unknown = around.required
      return Array.isArray(value) && value.every((name) => Array.isArray(known) && known.includes(name))
    }
    if (keyword !== 'properties') return hasOwn(around, keyword) && jsonEquals(value, around[keyword])
    return isObject(value) && Object.entries(value).every(([name, sub]) => isSaid(sub, declaredProperty(around, name)))
  })
}

function isSaid(sub: unknown, known: unknown): boolean {
  if (sub === true) return true
  if (!isObject(sub) || !isObject(known)) return false
  return Object.entries(sub).every(
    ([keyword, value]) =>
      ANNOTATION_KEYWORDS.has(keyword) || (hasOwn(known, keyword) && jsonEquals(value, known[keyword])),
  )
}
