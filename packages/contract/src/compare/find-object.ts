import { defineKey, type Json } from '../json.ts'
import { type Finder, type Found, found, MAYBE, NONE } from './finder.ts'
import { type Atom, type Constraint, type Shape, type SomeKey, valueSet } from './schema-node.ts'

interface Wanted {
  readonly shapes: Shape[]
  readonly nameConstraints: Constraint[]
  readonly has: Map<string, readonly Constraint[]>
  readonly lacks: Set<string>
  readonly someKeys: SomeKey[]
  min: number
  max: number
  /** Every name that any part mentions. Gathered when first asked for: most questions are answered without it. */
  readonly mentioned: () => ReadonlySet<string>
  /** Every pattern for names. */
  readonly patterns: () => ReadonlySet<string>
}

/** The properties an object will have, each with all that must hold for its value. */
type Places = ReadonlyMap<string, readonly Constraint[]>

// A witness with more properties is of no use to a reader.
const MAX_PROPERTIES = 500
/** What is said about a property must be gathered, even where all of it is known already. */
const STEPS_PER_CLAIM = 0.2

/** Finds an object that fits the atoms. */
export function findObject(atoms: readonly Atom[], finder: Finder): Found {
  const wanted = readWanted(atoms)
  if (wanted.min > wanted.max || wanted.max < 0 || wanted.has.size > wanted.max) return NONE
  // What must be there and fit is more likely to be impossible than what must only be there.
  for (const [name, constraints] of wanted.has)
    if (constraints.length > 0 && !isPossible(name, constraints, wanted, finder)) return NONE
  const places = new Map<string, readonly Constraint[]>()
  let isCertain = true
  for (const [name, constraints] of wanted.has) {
    if (wanted.lacks.has(name)) return NONE
    const base = claimsFor(name, wanted, finder)
    if (base === 'impossible') return NONE
    isCertain &&= base.isCertain
    const all = [...base.constraints, ...constraints]
    if (finder.find(all).is === 'none') return NONE
    places.set(name, all)
  }
  const result = placeKeys(wanted, 0, places, finder)
  return result.is === 'some' && !isCertain ? found(result.value, false) : result
}

function isPossible(name: string, constraints: readonly Constraint[], wanted: Wanted, finder: Finder): boolean {
  const base = claimsFor(name, wanted, finder)
  return base !== 'impossible' && finder.find([...base.constraints, ...constraints]).is !== 'none'
}

function readWanted(atoms: readonly Atom[]): Wanted {
  const wanted: Wanted = {
    shapes: [],
    nameConstraints: [],
    has: new Map(),
    lacks: new Set(),
    someKeys: [],
    min: 0,
    max: Number.POSITIVE_INFINITY,
    mentioned: once(() => mentionedIn(wanted)),
    patterns: once(() => patternsIn(wanted)),
  }
  for (const atom of atoms) {
    if (atom.is === 'shape') wanted.shapes.push(atom.shape)
    else if (atom.is === 'names') wanted.nameConstraints.push(...atom.constraints)
    else if (atom.is === 'has') wanted.has.set(atom.name, [...(wanted.has.get(atom.name) ?? []), ...atom.constraints])
    else if (atom.is === 'lacks') wanted.lacks.add(atom.name)
    else if (atom.is === 'someKey') wanted.someKeys.push(atom)
    else if (atom.is === 'minProperties') wanted.min = Math.max(wanted.min, atom.count)
    else if (atom.is === 'maxProperties') wanted.max = Math.min(wanted.max, atom.count)
  }
  return wanted
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function mentionedIn({ shapes, someKeys, has, lacks }: Wanted): Set<string> {
  const names = new Set<string>()
  for (const shape of shapes) for (const name of shape.names.keys()) names.add(name)
  for (const key of someKeys) for (const name of key.notNamed) names.add(name)
  for (const name of [...has.keys(), ...lacks]) names.add(name)
  return names
}

function patternsIn({ shapes, someKeys }: Wanted): Set<string> {
  const sources = shapes.flatMap(({ patterns }) => patterns.map(({ source }) => source))
  return new Set([...sources, ...someKeys.flatMap(({ matches, misses }) => [...matches, ...misses])])
}

interface Base {
  readonly constraints: readonly Constraint[]
  /** False when the engine could not say whether a pattern matches the name, or the budget is spent; those constraints are then left out. */
  readonly isCertain: boolean
}

/** What must hold for the value of a property, or that no object has it. */
function claimsFor(name: string, { shapes, nameConstraints }: Wanted, finder: Finder): Base | 'impossible' {
  const isNamed = finder.holds(nameConstraints, name)
  if (isNamed === false) return 'impossible'
  let isCertain = isNamed === true
  const constraints = shapes.flatMap(({ names, patterns, additional }) => {
    if (!finder.budget.spend(STEPS_PER_CLAIM * (1 + patterns.length))) {
      isCertain = false
      return []
    }
    const matches = patterns.map((pattern) => ({ ...pattern, isMatch: finder.test('pattern', pattern.source, name) }))
    const isDoubtful = matches.some(({ isMatch }) => isMatch === undefined)
    isCertain &&= !isDoubtful
    const matched = matches.filter(({ isMatch }) => isMatch)
    const isKnown = names.has(name) || matched.length > 0 || isDoubtful
    return [
      ...(names.get(name) ?? []),
      ...matched.flatMap(({ constraints: found }) => found),
      ...(isKnown ? [] : additional),
    ]
  })
  return { constraints, isCertain }
}

/** Gives every key that must exist a name, in every way that may work, until the object can be completed. */
function placeKeys(wanted: Wanted, next: number, places: Places, finder: Finder): Found {
  if (places.size > wanted.max) return NONE
  const key = wanted.someKeys[next]
  if (key === undefined) return completeObject(wanted, places, finder)
  let rest: Found = NONE
  for (const option of keyOptions(key, wanted, places, finder)) {
    if (option === 'unknown' || !finder.budget.spend(1)) {
      if (rest.is === 'none') rest = MAYBE
      continue
    }
    const result = placeKeys(wanted, next + 1, new Map([...places, option]), finder)
    if (result.is === 'some') return result
    if (result.is === 'maybe') rest = result
  }
  return rest
}

type Option = readonly [string, readonly Constraint[]] | 'unknown'

function* keyOptions(key: SomeKey, wanted: Wanted, places: Places, finder: Finder): Generator<Option> {
  for (const name of new Set([...wanted.mentioned(), ...places.keys()])) {
    if (wanted.lacks.has(name) || key.notNamed.has(name)) continue
    const isFit = nameFits(name, key, finder)
    const base = isFit === false ? 'impossible' : claimsFor(name, wanted, finder)
    if (base === 'impossible') continue
    const constraints = [...(places.get(name) ?? base.constraints), ...key.constraints]
    if (finder.find(constraints).is === 'none') continue
    yield isFit === undefined || !base.isCertain ? 'unknown' : [name, constraints]
  }
  yield* freshOptions(key, wanted, places, finder)
}

function nameFits(name: string, key: SomeKey, finder: Finder): boolean | undefined {
  const answers = [
    ...key.matches.map((source) => finder.test('pattern', source, name)),
    ...key.misses.map((source) => negate(finder.test('pattern', source, name))),
    finder.holds(key.nameConstraints, name),
  ]
  if (answers.includes(false)) return false
  return answers.includes(undefined) ? undefined : true
}

/** Names that no schema mentions; only the patterns that they match matter. */
function* freshOptions(key: Omit<SomeKey, 'is'>, wanted: Wanted, places: Places, finder: Finder): Generator<Option> {
  const { profiles, isComplete } = patternProfiles(wanted, key)
  for (const profile of profiles) {
    const constraints = [...wanted.shapes.flatMap((shape) => profileClaims(shape, profile)), ...key.constraints]
    if (!finder.budget.spend(1)) yield 'unknown'
    if (finder.find(constraints).is === 'none') continue
    const atoms: Atom[] = [...wanted.patterns()].map((source) => ({
      is: profile.has(source) ? 'pattern' : 'notPattern',
      source,
    }))
    const taken = valueSet([...wanted.mentioned(), ...places.keys()])
    const name = finder.findName(
      [...wanted.nameConstraints, ...key.nameConstraints],
      [...atoms, { is: 'differs', from: taken }],
    )
    if (name.is === 'none') continue
    yield name.is === 'some' && typeof name.value === 'string' ? [name.value, constraints] : 'unknown'
  }
  if (!isComplete) yield 'unknown'
}

// With more patterns than this not every combination of matches is tried.
const MAX_PATTERNS = 6

/** The sets of patterns a name may match, the smallest first. */
function patternProfiles(wanted: Wanted, key: Omit<SomeKey, 'is'>): { profiles: Set<string>[]; isComplete: boolean } {
  const free = [...wanted.patterns()].filter((source) => !key.matches.includes(source) && !key.misses.includes(source))
  if (key.matches.some((source) => key.misses.includes(source))) return { profiles: [], isComplete: true }
  if (free.length > MAX_PATTERNS) {
    const few = [[], ...free.map((source) => [source])]
    return { profiles: few.map((sources) => new Set([...key.matches, ...sources])), isComplete: false }
  }
  const profiles = Array.from({ length: 1 << free.length }, (_, bits) => {
    return new Set([...key.matches, ...free.filter((_source, i) => (bits >> i) & 1)])
  })
  return { profiles: profiles.sort((a, b) => a.size - b.size), isComplete: true }
}

function profileClaims({ patterns, additional }: Shape, profile: ReadonlySet<string>): readonly Constraint[] {
  const matched = patterns.filter(({ source }) => profile.has(source))
  return matched.length > 0 ? matched.flatMap(({ constraints }) => constraints) : additional
}

const ANY_KEY: Omit<SomeKey, 'is'> = {
  notNamed: new Set(),
  matches: [],
  misses: [],
  nameConstraints: [],
  constraints: [],
}

/** Adds properties until there are enough of them. */
function completeObject(wanted: Wanted, places: Places, finder: Finder): Found {
  if (wanted.min > places.size + MAX_PROPERTIES) return MAYBE
  const filled = new Map(places)
  let isCertain = true
  // Named only where more are needed: a large schema mentions thousands.
  for (const name of filled.size < wanted.min ? wanted.mentioned() : []) {
    if (filled.size >= wanted.min) break
    if (filled.has(name) || wanted.lacks.has(name)) continue
    const base = claimsFor(name, wanted, finder)
    if (base === 'impossible' || finder.find(base.constraints).is === 'none') continue
    if (base.isCertain) filled.set(name, base.constraints)
    else isCertain = false
  }
  while (filled.size < wanted.min) {
    let isAdded = false
    for (const option of freshOptions(ANY_KEY, wanted, filled, finder)) {
      if (option === 'unknown') isCertain = false
      else {
        filled.set(option[0], option[1])
        isAdded = true
        break
      }
    }
    if (!isAdded) return isCertain ? NONE : MAYBE
  }
  return assemble(filled, finder)
}

function assemble(places: Places, finder: Finder): Found {
  const object: Record<string, Json> = {}
  let isCertain = true
  for (const [name, constraints] of places) {
    const value = finder.find(constraints)
    if (value.is === 'none') return NONE
    if (!('value' in value)) return MAYBE
    isCertain &&= value.is === 'some'
    defineKey(object, name, value.value)
  }
  return found(object, isCertain)
}

function negate(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer
}
