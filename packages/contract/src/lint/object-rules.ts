import { isObject, preview } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { namesType } from '../schema-types.ts'
import { declaredNames } from './declared-properties.ts'
import { onDeclarations, onSchemas, type Repair, type Rule } from './rule.ts'
import { resolved, type Site, someInPlace } from './schema-site.ts'

const HOSTILE_NAMES = ['__proto__', 'constructor', 'prototype'] as const
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

/** Rules about objects: closed, with names that are safe and consistent. */
export const OBJECT_RULES: readonly Rule[] = [
  {
    id: 'contract/closed-object',
    severity: 'warning',
    summary: 'An object in the input accepts properties that it does not declare.',
    why: 'A misspelt parameter is silently ignored: the caller believes it is in effect, and the default is used.',
    fix: 'Add `"additionalProperties": false`. That refuses calls which are accepted today, so a published contract needs a new major version, and `--fix` does it only when breaking repairs are allowed. To forward unknown keys on purpose, name one object in `pass_through`.',
    fixable: true,
    check: onDeclarations((site, report) => {
      if (!describesObject(site) || site.isPart || site.isPassThrough || isClosed(site)) return
      if (declaredNames(site.schema).length === 0 && !site.isParams) {
        report(site, 'Expected an object that says what it holds, got one that accepts anything', {
          fix: 'Declare `properties`, or give the values a schema with `additionalProperties`, or name it in `pass_through`.',
        })
        return
      }
      const keyword = isComposed(site) ? 'unevaluatedProperties' : 'additionalProperties'
      const repair: Repair = { edits: [{ at: [keyword], value: false }], breaking: true }
      report(site, `Expected \`"${keyword}": false\`, got ${openness(site.schema)}`, {
        ...(site.schema.additionalProperties === undefined ? { repair } : {}),
        ...(keyword === 'additionalProperties' ? {} : { fix: CLOSE_COMPOSED }),
      })
    }),
  },
  {
    id: 'contract/closed-part',
    severity: 'warning',
    summary: 'A part of an `allOf` is closed, so it refuses what the other parts declare.',
    why: '`additionalProperties` sees only the properties beside it: no document with a property of another part is valid.',
    fix: 'Remove it from the part and put `"unevaluatedProperties": false` beside the `allOf`.',
    fixable: false,
    check: onSchemas((site, report) => {
      const parts = site.children.filter((child) => child.keyword === 'allOf')
      if (parts.length === 0 && !site.target) return
      const schemas = [site.schema, ...[...parts, ...(site.target ? [site] : [])].map((part) => resolved(part).schema)]
      const names = new Set(schemas.flatMap(declaredNames))
      for (const part of [...parts, site]) {
        const { schema } = resolved(part)
        if (schema.additionalProperties !== false || isObject(schema.patternProperties)) continue
        const own = new Set(declaredNames(schema))
        const refused = names.values().find((name) => !own.has(name))
        if (refused !== undefined) report(part, `This part refuses ${preview(refused)}, which another part declares`)
      }
    }),
  },
  {
    id: 'contract/hostile-name',
    severity: 'warning',
    summary: 'A property is named `__proto__`, `constructor` or `prototype`.',
    why: 'Code that copies such a key into an object may change how every object behaves.',
    fix: 'Choose another name.',
    fixable: false,
    check: onSchemas((site, report) => {
      for (const name of HOSTILE_NAMES) {
        if (declaredNames(site.schema).includes(name))
          report(site, `A property is named ${preview(name)}`, { at: ['properties', name] })
      }
    }),
  },
  {
    id: 'contract/snake-case',
    severity: 'info',
    summary: 'Input properties are not named in snake_case.',
    why: 'Every field of the protocol is; a model that has seen the others will write this one the same way.',
    fix: 'Rename in the next major version, with a `rename` migration for old callers.',
    fixable: false,
    check: onDeclarations((site, report) => {
      if (site.top !== site) return
      const names = declaredNames(site.schema).filter((name) => !SNAKE_CASE.test(name))
      const odd = names.filter((name) => !HOSTILE_NAMES.some((hostile) => hostile === name))
      if (odd.length === 0) return
      const more = odd.length > 3 ? ` and ${odd.length - 3} more` : ''
      report(
        site,
        `Not in snake_case: ${odd
          .slice(0, 3)
          .map((name) => preview(name, 40))
          .join(', ')}${more}`,
        {
          at: ['properties'],
        },
      )
    }),
  },
]

const CLOSE_COMPOSED =
  'Add `"unevaluatedProperties": false`, which also sees the properties of the combinators. That refuses calls which are accepted today.'

function openness({ additionalProperties }: SchemaObject): string {
  return additionalProperties === undefined ? 'an open object' : preview(additionalProperties)
}

function describesObject({ schema }: Site): boolean {
  if (schema.const !== undefined || schema.enum !== undefined) return false
  return namesType(schema, 'object') || (schema.type === undefined && isObject(schema.properties))
}

function isClosed(site: Site): boolean {
  const { schema } = site
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false) return true
  // A schema for the values, or for the names, says what the object holds: a map, not an object left open by mistake.
  if (isObject(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0) return true
  if (isObject(schema.unevaluatedProperties) && Object.keys(schema.unevaluatedProperties).length > 0) return true
  if (isObject(schema.propertyNames)) return true
  return !isObject(schema.properties) && isClosedByBranches(site)
}

/** `{type: object, oneOf: […]}` whose branches are all closed needs no `additionalProperties` of its own. */
function isClosedByBranches(site: Site): boolean {
  const branches = site.children.filter((child) => child.keyword === 'oneOf' || child.keyword === 'anyOf')
  const closes = ({ schema }: { schema: SchemaObject }) => schema.additionalProperties === false
  return branches.length > 0 && branches.every((branch) => closes(branch) || (branch.target && closes(branch.target)))
}

/** True when a combinator or a reference declares properties that `additionalProperties` would not see. */
function isComposed(site: Site): boolean {
  const own = new Set(declaredNames(site.schema))
  return someInPlace(site, (schema) => declaredNames(schema).some((name) => !own.has(name)))
}
