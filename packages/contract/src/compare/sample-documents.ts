import { defineKey, type Json } from '../json.ts'
import { formatSamples } from './known-formats.ts'
import { type Atom, type Constraint, KINDS, type Kind, type SchemaNode } from './schema-node.ts'

const MAX_DEPTH = 6
const MAX_NAMES = 40
const SCALARS: readonly Json[] = [null, true, false, 0, 1, -1, 0.5, 1000, '', 'a', '0', 'A b', [], {}]

/**
 * Makes documents that resemble what the nodes ask for: a last resort where neither a proof nor a witness was found.
 * Seeded, so that the same nodes give the same documents.
 */
export function* sampleDocuments(
  nodes: readonly SchemaNode[],
  { documents, work }: { readonly documents: number; readonly work: number },
): Generator<Json> {
  const sampling: Sampling = { random: seededRandom(1), left: work }
  for (let i = 0; i < documents && sampling.left > 0; i++) yield sampleValue(nodes, sampling, 0)
}

interface Sampling {
  readonly random: Random
  /** How many more values may be made, or looked at to make one. */
  left: number
}

type Random = (below: number) => number

function seededRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function sampleValue(nodes: readonly SchemaNode[], sampling: Sampling, depth: number): Json {
  const { random } = sampling
  const parts = depth > MAX_DEPTH || sampling.left <= 0 ? [] : gather(nodes, random)
  sampling.left -= 1 + parts.length
  const values = parts.flatMap((node) => [...(node.values?.values() ?? [])])
  if (values.length > 0 && random(4) > 0) return pick(values, random) ?? null
  const kinds = KINDS.filter((kind) => parts.every((node) => node.kinds.has(kind)))
  const kind = pick(kinds, random)
  if (kind === undefined || parts.length === 0 || random(20) === 0) return pick(SCALARS, random) ?? null
  const atoms = parts.flatMap((node) => node.atoms[kind] ?? [])
  return sampleKind(kind, atoms, sampling, depth)
}

/** The nodes and what they apply to the same value; of alternatives one is chosen. */
function gather(nodes: readonly SchemaNode[], random: Random): SchemaNode[] {
  const parts = new Set<SchemaNode>()
  const pending = [...nodes]
  for (let node = pending.pop(); node && parts.size < 200; node = pending.pop()) {
    if (node.target) pending.push(node.target)
    if (parts.has(node)) continue
    parts.add(node)
    const chosen = [...node.anyOf, ...node.oneOf.map(({ nodes: group }) => group)].flatMap(
      (group) => pick(group, random) ?? [],
    )
    const branches = node.conditions.map(({ met, unmet }) => (random(2) === 0 ? met : unmet))
    pending.push(...node.allOf, ...chosen, ...branches, ...node.dependents.map(({ node: sub }) => sub))
  }
  return [...parts]
}

function sampleKind(kind: Kind, atoms: readonly Atom[], sampling: Sampling, depth: number): Json {
  const { random } = sampling
  if (kind === 'null') return null
  if (kind === 'boolean') return random(2) === 0
  if (kind === 'number') return pick(atoms.flatMap(numbersNear), random) ?? pick([0, 1, -1, 0.5, 7], random) ?? 0
  if (kind === 'string')
    return pick(atoms.flatMap(stringsNear), random) ?? pick(['', 'a', 'ab', 'A1', ' '], random) ?? ''
  return kind === 'array' ? sampleArray(atoms, sampling, depth) : sampleObject(atoms, sampling, depth)
}

function numbersNear(atom: Atom): number[] {
  if (atom.is === 'min' || atom.is === 'max') return [atom.value, atom.value + 1, atom.value - 1, atom.value + 0.5]
  return atom.is === 'multiple' ? [atom.of, 0, atom.of * 7, atom.of * 1.5] : []
}

function stringsNear(atom: Atom): string[] {
  if (atom.is === 'format') return [...formatSamples(atom.name), 'a']
  if (atom.is !== 'minLength' && atom.is !== 'maxLength') return ['', 'a', 'ab', '1', 'Ab-1', ' ']
  return [-1, 0, 1].map((more) => 'a'.repeat(Math.max(0, Math.min(atom.length, 1000) + more)))
}

function sampleArray(atoms: readonly Atom[], sampling: Sampling, depth: number): Json {
  const { random } = sampling
  const counts = atoms.flatMap((atom) => (atom.is === 'minItems' || atom.is === 'maxItems' ? [atom.count] : []))
  const length = Math.min((pick(counts, random) ?? 0) + random(3), 20)
  const contained = atoms.flatMap((atom) => (atom.is === 'atLeast' ? [atom.node] : []))
  return Array.from({ length }, (_, i) => {
    const constraints = atoms.flatMap((atom) => (atom.is === 'tuple' ? (atom.prefix[i] ?? atom.rest) : []))
    return sampleValue([...positive(constraints), ...(random(2) === 0 ? contained : [])], sampling, depth + 1)
  })
}

function sampleObject(atoms: readonly Atom[], sampling: Sampling, depth: number): Json {
  const { random } = sampling
  const object: Record<string, Json> = {}
  const shapes = atoms.flatMap((atom) => (atom.is === 'shape' ? [atom.shape] : []))
  const required = new Set(atoms.flatMap((atom) => (atom.is === 'has' ? [atom.name] : [])))
  const names = new Set([...required, ...shapes.flatMap((shape) => [...shape.names.keys()]), 'other'])
  sampling.left -= names.size / 4
  // Of very many properties only some: a sample need not be large to be telling.
  const share = Math.max(1 + random(4), names.size / MAX_NAMES)
  for (const name of names) {
    if (!required.has(name) && random(share) > 0) continue
    const constraints = shapes.flatMap((shape) => shape.names.get(name) ?? shape.additional)
    defineKey(object, name, sampleValue(positive(constraints), sampling, depth + 1))
  }
  return object
}

function positive(constraints: readonly Constraint[]): SchemaNode[] {
  return constraints.filter(({ holds }) => holds).map(({ node }) => node)
}

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[random(list.length)]
}
