import type { Schema } from '../schema.ts'
import type { Scope, Shape } from './shape.ts'

/** Turns each `unevaluatedProperties` and `unevaluatedItems` into a rule about what the schemas inside it do not name. */
export function closeScopes(shape: Shape, scopes: readonly Scope[]): void {
  // Inner ones first: to the outer schema, what an inner one checked has been evaluated.
  for (const scope of scopes.toReversed()) {
    if (scope.keys !== undefined) closeKeys(shape, scope, scope.keys)
    if (scope.items !== undefined) closeItems(shape, scope, scope.items)
  }
}

function closeKeys({ object }: Shape, scope: Scope, additional: Schema): void {
  const inside = object.rules.filter((rule) => rule.scopes.includes(scope))
  if (inside.some((rule) => rule.additional !== undefined)) return
  const known = (lists: readonly Readonly<Record<string, Schema>>[]) =>
    Object.fromEntries(lists.flatMap((list) => Object.keys(list)).map((key) => [key, true]))
  object.rules.push({
    properties: known(inside.map((rule) => rule.properties)),
    patterns: known(inside.map((rule) => rule.patterns)),
    additional,
    scopes: scope.outer,
  })
}

function closeItems({ array }: Shape, scope: Scope, items: Schema): void {
  const inside = array.rules.filter((rule) => rule.scopes.includes(scope))
  if (inside.some((rule) => rule.rest !== undefined)) return
  const length = inside.reduce((most, rule) => Math.max(most, rule.prefix.length), 0)
  // An item that fits a `contains` counts as evaluated.
  const contained = array.contains.filter((rule) => rule.scopes.includes(scope)).map((rule) => rule.schema)
  const rest = contained.length > 0 ? { anyOf: [items, ...contained] } : items
  array.rules.push({ prefix: Array(length).fill(true), rest, scopes: scope.outer })
}
