import type { Json } from '../json.ts'
import { type Finder, type Found, found, MAYBE, NONE } from './finder.ts'
import type { Atom, Constraint, SchemaNode } from './schema-node.ts'

interface Wanted {
  readonly tuples: { readonly prefix: readonly (readonly Constraint[])[]; readonly rest: readonly Constraint[] }[]
  min: number
  max: number
  /** Items that must exist somewhere. */
  readonly demands: Demand[]
  readonly atMost: { readonly node: SchemaNode; readonly count: number }[]
  isUnique: boolean
  hasDuplicate: boolean
}

interface Demand {
  readonly from: number
  readonly to: number
  readonly constraints: readonly Constraint[]
  /** Demands of the same group must be met by different items. */
  readonly group?: SchemaNode
}

interface Placed {
  readonly constraints: readonly Constraint[]
  readonly groups: readonly SchemaNode[]
}

type Places = ReadonlyMap<number, Placed>

// A witness with more items is of no use to a reader.
const MAX_ITEMS = 2000
// More items that must all differ, or be counted, than this are not worth the search.
const MAX_COUNTED = 40

/** Finds an array that fits the atoms. */
export function findArray(atoms: readonly Atom[], finder: Finder): Found {
  const wanted = readWanted(atoms)
  if (wanted.min > wanted.max || wanted.max < 0 || (wanted.isUnique && wanted.hasDuplicate)) return NONE
  if (wanted.demands.length > MAX_COUNTED) return MAYBE
  return placeDemands(wanted, 0, new Map(), finder)
}

function readWanted(atoms: readonly Atom[]): Wanted {
  const wanted: Wanted = {
    tuples: [],
    min: 0,
    max: Number.POSITIVE_INFINITY,
    demands: [],
    atMost: [],
    isUnique: false,
    hasDuplicate: false,
  }
  for (const atom of atoms) {
    if (atom.is === 'tuple') wanted.tuples.push(atom)
    else if (atom.is === 'minItems') wanted.min = Math.max(wanted.min, atom.count)
    else if (atom.is === 'maxItems') wanted.max = Math.min(wanted.max, atom.count)
    else if (atom.is === 'unique') wanted.isUnique = true
    else if (atom.is === 'duplicate') wanted.hasDuplicate = true
    else if (atom.is === 'itemAt')
      wanted.demands.push({ from: atom.index, to: atom.index, constraints: atom.constraints })
    else if (atom.is === 'someItem')
      wanted.demands.push({ from: atom.from, to: Number.POSITIVE_INFINITY, constraints: atom.constraints })
    else if (atom.is === 'atLeast') readAtLeast(wanted, atom.node, atom.count)
    else if (atom.is === 'atMost' && atom.count > 0) wanted.atMost.push(atom)
    else if (atom.is === 'atMost') wanted.tuples.push({ prefix: [], rest: [{ node: atom.node, holds: false }] })
  }
  return wanted
}

function readAtLeast(wanted: Wanted, node: SchemaNode, count: number): void {
  wanted.min = Math.max(wanted.min, count)
  const constraints = [{ node, holds: true }]
  for (let i = 0; i < count && i <= MAX_COUNTED; i++) {
    wanted.demands.push({ from: 0, to: Number.POSITIVE_INFINITY, constraints, group: node })
  }
}

function claimsAt({ tuples }: Wanted, index: number): readonly Constraint[] {
  return tuples.flatMap(({ prefix, rest }) => prefix[index] ?? rest)
}

/** From here on all items have the same schema. */
function tailStart({ tuples, demands }: Wanted): number {
  const ends = demands.map(({ from, to }) => (Number.isFinite(to) ? to + 1 : from))
  return Math.max(0, ...tuples.map(({ prefix }) => prefix.length), ...ends)
}

/** Gives every demand an item, in every way that may work, until the rest of the array can be filled. */
function placeDemands(wanted: Wanted, next: number, places: Places, finder: Finder): Found {
  const demand = wanted.demands[next]
  if (demand === undefined) return completeArray(wanted, places, finder)
  const last = Math.min(demand.to, wanted.max - 1, Math.max(tailStart(wanted), demand.from) + wanted.demands.length)
  let rest: Found = NONE
  for (let index = demand.from; index <= last; index++) {
    if (!finder.budget.spend(1)) return MAYBE
    const here = places.get(index) ?? { constraints: claimsAt(wanted, index), groups: [] }
    if (demand.group && here.groups.includes(demand.group)) continue
    const constraints = [...here.constraints, ...demand.constraints]
    if (finder.find(constraints).is === 'none') continue
    const groups = demand.group ? [...here.groups, demand.group] : here.groups
    const result = placeDemands(wanted, next + 1, new Map([...places, [index, { constraints, groups }]]), finder)
    if (result.is === 'some') return result
    if (result.is === 'maybe') rest = result
  }
  return rest
}

function completeArray(wanted: Wanted, places: Places, finder: Finder): Found {
  const length = Math.max(wanted.min, ...[...places.keys()].map((index) => index + 1))
  if (!wanted.hasDuplicate) return fillArray({ wanted, places, length, finder })
  const end = Math.min(wanted.max, Math.max(tailStart(wanted), length) + 2)
  if (end > MAX_COUNTED + 2) return MAYBE
  let rest: Found = NONE
  for (let second = 1; second < end; second++) {
    for (let first = 0; first < second; first++) {
      const constraints = [first, second].flatMap((index) => places.get(index)?.constraints ?? claimsAt(wanted, index))
      if (finder.find(constraints).is === 'none') continue
      const withEqualItems: Places = new Map([
        ...places,
        [first, { constraints, groups: [] }],
        [second, { constraints, groups: [] }],
      ])
      const result = fillArray({
        wanted,
        places: withEqualItems,
        length: Math.max(length, second + 1),
        equalItems: [first, second],
        finder,
      })
      if (result.is === 'some') return result
      if (result.is === 'maybe') rest = result
    }
  }
  return rest
}

/** Two items that must be equal. */
type EqualItems = readonly [number, number]

interface Filling {
  readonly wanted: Wanted
  readonly places: Places
  readonly length: number
  readonly equalItems?: EqualItems
  readonly finder: Finder
}

function fillArray(filling: Filling): Found {
  const { wanted, places, length, equalItems, finder } = filling
  if (length > wanted.max) return NONE
  const items: (readonly Constraint[])[] = []
  const known = Math.min(length, Math.max(tailStart(wanted) + 1, ...[...places.keys()].map((index) => index + 1)))
  for (let index = 0; index < known; index++) items.push(places.get(index)?.constraints ?? claimsAt(wanted, index))
  if (items.some((constraints) => finder.find(constraints).is === 'none')) return NONE
  if (length > MAX_ITEMS) return MAYBE
  while (items.length < length) items.push(claimsAt(wanted, items.length))
  if (wanted.isUnique || wanted.atMost.length > 0) return settleItems({ items, wanted, equalItems, finder })
  return assemble(
    items.map((constraints) => finder.find(constraints)),
    equalItems,
  )
}

interface Settling {
  readonly items: readonly (readonly Constraint[])[]
  readonly wanted: Wanted
  readonly equalItems: EqualItems | undefined
  readonly finder: Finder
}

/** Fills an array whose items must differ from each other, or may fit a schema only so often. */
function settleItems({ items, wanted, equalItems, finder }: Settling): Found {
  const { atMost, isUnique } = wanted
  if (items.length > MAX_COUNTED || atMost.length > 3) return MAYBE
  // When all items ask for the same, the values run out or they do not: which ones were taken first does not matter.
  const isUniform = new Set(items.map(claimsKey)).size <= 1 && atMost.length === 0

  function settle(values: readonly Found[], counts: readonly number[]): Found {
    const constraints = items[values.length]
    if (constraints === undefined) return assemble(values, equalItems)
    const others = isUnique ? values.flatMap((value) => ('value' in value ? [value.value as Json] : [])) : []
    const apart = others.map((value): Constraint => ({ node: finder.node({ const: value }), holds: false }))
    let rest: Found = NONE
    for (let choice = 0; choice < 1 << atMost.length; choice++) {
      const after = counts.map((count, i) => count + ((choice >> i) & 1))
      if (!finder.budget.spend(1)) return MAYBE
      if (after.some((count, i) => count > (atMost[i]?.count ?? 0))) continue
      const counted = atMost.map(({ node }, i): Constraint => ({ node, holds: ((choice >> i) & 1) === 1 }))
      const base = [...constraints, ...counted]
      const value = finder.find([...base, ...apart])
      if (value.is === 'none' && (apart.length === 0 || isUniform || finder.find(base).is === 'none')) continue
      const result = value.is === 'none' ? MAYBE : settle([...values, value], after)
      if (result.is === 'some') return result
      if (result.is === 'maybe') rest = result
    }
    return rest
  }

  return settle(
    [],
    atMost.map(() => 0),
  )
}

function claimsKey(constraints: readonly Constraint[]): string {
  return [...new Set(constraints.map(({ node, holds }) => `${holds ? '+' : '-'}${node.id}`))].sort().join(' ')
}

function assemble(results: readonly Found[], equalItems: EqualItems | undefined): Found {
  const items: Json[] = []
  const values = equalItems ? results.with(equalItems[1], results[equalItems[0]] ?? MAYBE) : results
  for (const value of values) {
    if (value.is === 'none') return NONE
    if (!('value' in value)) return MAYBE
    items.push(value.value as Json)
  }
  return found(
    items,
    values.every((value) => value.is === 'some'),
  )
}
