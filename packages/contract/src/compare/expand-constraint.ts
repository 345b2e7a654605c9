import type { Alternative, Atom, Constraint, Kind, SchemaNode } from './schema-node.ts'
import { evaluationCases } from './unevaluated.ts'

/** What a constraint about a value of one kind comes down to: everything in `all`, and one alternative of each choice. */
export interface Expansion {
  readonly all: Alternative
  readonly choices: readonly (readonly Alternative[])[]
}

/** Takes a constraint apart for a value of one kind; undefined when it cannot hold for that kind. */
export function expandConstraint({ node, holds }: Constraint, kind: Kind): Expansion | undefined {
  if (node.target) return { all: { constraints: [{ node: node.target, holds }], atoms: [] }, choices: [] }
  if (holds) return node.kinds.has(kind) ? expandPositive(node, kind) : undefined
  return node.kinds.has(kind) ? { all: NOTHING, choices: [negatedParts(node, kind)] } : { all: NOTHING, choices: [] }
}

// All pairs of a larger `oneOf` are too many; that exactly one holds is then left to the witness.
const MAX_ONE_OF = 60
const NOTHING: Alternative = { constraints: [], atoms: [] }

function expandPositive(node: SchemaNode, kind: Kind): Expansion {
  const plain: Atom[] = []
  const choices: Alternative[][] = []
  for (const atom of node.atoms[kind] ?? []) {
    if (atom.is === 'needs')
      choices.push([
        { ...NOTHING, atoms: [lacks(atom.name)] },
        { ...NOTHING, atoms: [has(atom.other)] },
      ])
    else plain.push(atom)
  }
  if (node.opaque !== undefined) plain.push({ is: 'opaque', key: node.opaque, holds: true })
  for (const group of node.anyOf) choices.push(group.map((sub) => ({ constraints: [yes(sub)], atoms: [] })))
  for (const { nodes, disjointFor } of node.oneOf) {
    const isUnion = disjointFor.has(kind)
    const isLarge = !isUnion && nodes.length > MAX_ONE_OF
    if (isLarge) plain.push({ is: 'opaque', key: `oneOf ${node.id}`, holds: true })
    const others = (i: number) => (isUnion || isLarge ? [] : nodes.toSpliced(i, 1).map(no))
    choices.push(nodes.map((sub, i) => ({ constraints: [yes(sub), ...others(i)], atoms: [] })))
  }
  for (const { test, met, unmet } of node.conditions) {
    const ways = [
      { constraints: [yes(test), yes(met)], atoms: [] },
      { constraints: [no(test), yes(unmet)], atoms: [] },
    ]
    choices.push(met === unmet ? [{ constraints: [yes(met)], atoms: [] }] : ways)
  }
  if (kind === 'object') {
    for (const { name, node: sub } of node.dependents) {
      choices.push([
        { constraints: [], atoms: [lacks(name)] },
        { constraints: [yes(sub)], atoms: [has(name)] },
      ])
    }
  }
  const cases = evaluationCases(node, kind)
  if (cases)
    choices.push(cases.map(({ constraints, atoms, rest }) => ({ constraints, atoms: rest ? [...atoms, rest] : atoms })))
  return { all: { constraints: [...node.allOf.map(yes), ...node.not.map(no)], atoms: plain }, choices }
}

/** The ways in which a value of the kind may fail to fit the node. */
function negatedParts(node: SchemaNode, kind: Kind): Alternative[] {
  const ways: Alternative[] = []
  const constraint = (...constraints: Constraint[]) => ways.push({ constraints, atoms: [] })
  if (node.values) ways.push({ constraints: [], atoms: [{ is: 'differs', from: node.values }] })
  for (const atom of node.atoms[kind] ?? []) for (const way of negateAtom(atom)) ways.push(way)
  for (const sub of node.allOf) constraint(no(sub))
  for (const sub of node.not) constraint(yes(sub))
  for (const group of node.anyOf) constraint(...group.map(no))
  for (const { nodes, disjointFor } of node.oneOf) {
    constraint(...nodes.map(no))
    if (disjointFor.has(kind)) continue
    if (nodes.length > MAX_ONE_OF)
      ways.push({ constraints: [], atoms: [{ is: 'opaque', key: `oneOf ${node.id}`, holds: false }] })
    else
      for (const [i, one] of nodes.entries()) for (const other of nodes.slice(i + 1)) constraint(yes(one), yes(other))
  }
  for (const { test, met, unmet } of node.conditions) {
    constraint(yes(test), no(met))
    constraint(no(test), no(unmet))
  }
  if (kind === 'object') {
    for (const { name, node: sub } of node.dependents) ways.push({ constraints: [no(sub)], atoms: [has(name)] })
  }
  for (const { constraints, atoms, rest } of evaluationCases(node, kind) ?? []) {
    if (rest)
      ways.push(
        ...negateAtom(rest).map((way) => ({
          constraints: [...constraints, ...way.constraints],
          atoms: [...atoms, ...way.atoms],
        })),
      )
  }
  if (node.opaque !== undefined)
    ways.push({ constraints: [], atoms: [{ is: 'opaque', key: node.opaque, holds: false }] })
  return ways
}

/** The ways in which an atom may fail. */
function negateAtom(atom: Atom): Alternative[] {
  const way = (...atoms: Atom[]): Alternative[] => [{ constraints: [], atoms }]
  switch (atom.is) {
    case 'min':
      return way({ is: 'max', value: atom.value, exclusive: !atom.exclusive })
    case 'max':
      return way({ is: 'min', value: atom.value, exclusive: !atom.exclusive })
    case 'multiple':
      return way({ is: 'notMultiple', of: atom.of })
    case 'minLength':
      return way({ is: 'maxLength', length: atom.length - 1 })
    case 'maxLength':
      return way({ is: 'minLength', length: atom.length + 1 })
    case 'pattern':
      return way({ is: 'notPattern', source: atom.source })
    case 'format':
      return way({ is: 'notFormat', name: atom.name })
    case 'tuple':
      return [
        ...atom.prefix.flatMap((constraints, index) =>
          constraints.flatMap((constraint) => way({ is: 'itemAt', index, constraints: [flip(constraint)] })),
        ),
        ...atom.rest.flatMap((constraint) =>
          way({ is: 'someItem', from: atom.prefix.length, constraints: [flip(constraint)] }),
        ),
      ]
    case 'minItems':
      return way({ is: 'maxItems', count: atom.count - 1 })
    case 'maxItems':
      return way({ is: 'minItems', count: atom.count + 1 })
    case 'atLeast':
      return atom.count === 0 ? [] : way({ is: 'atMost', node: atom.node, count: atom.count - 1 })
    case 'atMost':
      return way({ is: 'atLeast', node: atom.node, count: atom.count + 1 })
    case 'unique':
      return way({ is: 'duplicate' })
    case 'shape':
      return negateShape(atom)
    case 'names':
      return atom.constraints.flatMap((constraint) => way(someKey({ nameConstraints: [flip(constraint)] })))
    case 'has':
      return way(lacks(atom.name))
    case 'needs':
      return way(has(atom.name), lacks(atom.other))
    case 'minProperties':
      return way({ is: 'maxProperties', count: atom.count - 1 })
    case 'maxProperties':
      return way({ is: 'minProperties', count: atom.count + 1 })
    case 'opaque':
      return way({ ...atom, holds: !atom.holds })
    default:
      return []
  }
}

function negateShape({ shape }: Extract<Atom, { is: 'shape' }>): Alternative[] {
  const ways: Alternative[] = []
  for (const [name, constraints] of shape.names) {
    for (const constraint of constraints)
      ways.push({ constraints: [], atoms: [{ is: 'has', name, constraints: [flip(constraint)] }] })
  }
  for (const { source, constraints } of shape.patterns) {
    for (const constraint of constraints)
      ways.push({ constraints: [], atoms: [someKey({ matches: [source], constraints: [flip(constraint)] })] })
  }
  const others = { notNamed: new Set(shape.names.keys()), misses: shape.patterns.map(({ source }) => source) }
  for (const constraint of shape.additional)
    ways.push({ constraints: [], atoms: [someKey({ ...others, constraints: [flip(constraint)] })] })
  return ways
}

function someKey(facts: Partial<Extract<Atom, { is: 'someKey' }>>): Atom {
  return { is: 'someKey', notNamed: new Set(), matches: [], misses: [], nameConstraints: [], constraints: [], ...facts }
}

function has(name: string): Atom {
  return { is: 'has', name, constraints: [] }
}

function lacks(name: string): Atom {
  return { is: 'lacks', name }
}

function yes(node: SchemaNode): Constraint {
  return { node, holds: true }
}

function no(node: SchemaNode): Constraint {
  return { node, holds: false }
}

function flip({ node, holds }: Constraint): Constraint {
  return { node, holds: !holds }
}
