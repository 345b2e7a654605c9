import type { PathStep } from '../pointer.ts'
import type { SchemaObject } from '../schema.ts'

/** A place in the author's document that a finding can point to. */
export interface Place {
  readonly parent: Place | undefined
  /** The way from the parent, or from the document when there is none. */
  readonly steps: readonly PathStep[]
  /** Where it stands among all places, as a reader of the document meets them. */
  readonly order: number
}

/** One schema of the document, and what is known about how it is used. */
export interface Site extends Place {
  readonly schema: SchemaObject
  readonly parent: Site | undefined
  /** The keyword of the parent that holds it; empty for the root of an input, an output or a definition. */
  readonly keyword: string
  /** The property that its values are found under, also from inside `items` and combinators. */
  readonly name: string | undefined
  /** The input, output or definition that it stands in. */
  readonly root: Site
  /** The schemas directly inside. */
  readonly children: readonly Site[]
  /** The first schema that judges the same value: the way up through `allOf`, `if` and their like. */
  readonly top: Site
  /** What its `$ref` leads to. */
  readonly target: Site | undefined
  /** True when inputs pass through it. */
  readonly input: boolean
  /** True when outputs pass through it. */
  readonly output: boolean
  /** True when it judges the whole parameters object of an action. */
  readonly isParams: boolean
  /** True when it is only one of several schemas that together describe an object, so it must stay open. */
  readonly isPart: boolean
  /** True inside a condition, or where a combinator repeats a property that is declared beside it. */
  readonly isRefinement: boolean
  /** True for the one object whose keys are forwarded untouched. */
  readonly isPassThrough: boolean
}

/** Keywords whose schemas apply to the same value as their parent schema. */
export const IN_PLACE_KEYWORDS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/** The steps from the document to a place. */
export function stepsOf(place: Place): PathStep[] {
  const parts: (readonly PathStep[])[] = []
  for (let at: Place | undefined = place; at; at = at.parent) parts.push(at.steps)
  return parts.reverse().flat()
}

// No real schema has longer chains of references, and following them from every site would be quadratic.
const MAX_HOPS = 32

/** The schema that a chain of `$ref`s ends at; the site itself when it has none. */
export function resolved(site: Site): Site {
  let at = site
  for (let hop = 0; at.target && hop < MAX_HOPS; hop++) at = at.target
  return at
}

// More schemas than this for one value: a rule that would need them all says nothing rather than something slow.
const MAX_IN_PLACE = 256

/**
 * True when some schema that judges the same value satisfies the predicate, be it around the site, inside its
 * combinators or behind a `$ref`. Also true when there are too many to check: without a check there is no finding.
 */
export function someInPlace(site: Site, predicate: (schema: SchemaObject, site: Site) => boolean): boolean {
  const seen = new Set<Site>([site.top])
  for (const at of seen) {
    if (predicate(at.schema, at)) return true
    if (seen.size + at.children.length > MAX_IN_PLACE) return true
    if (at.target) seen.add(at.target)
    for (const child of at.children) if (IN_PLACE_KEYWORDS.has(child.keyword)) seen.add(child)
  }
  return false
}
