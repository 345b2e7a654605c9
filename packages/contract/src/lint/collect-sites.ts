import { hasOwn, isObject } from '../json.ts'
import { atPointer, fromPointer, type PathStep } from '../pointer.ts'
import { eachSubschema, isSchemaObject, SCHEMA_LIST_KEYWORDS, type SchemaObject } from '../schema.ts'
import { IN_PLACE_KEYWORDS, type Site } from './schema-site.ts'

/** Where schemas begin in a document. */
export interface Root {
  readonly schema: unknown
  readonly steps: readonly PathStep[]
  readonly use: 'input' | 'output' | 'definition'
  /** Name of the input property that is forwarded untouched. */
  readonly passThrough?: string | undefined
}

/** Every schema of a document, in the order of its text, with `$ref`s followed. */
export interface Sites {
  readonly sites: readonly Site[]
  /** The roots that were given, as sites; undefined where there was no schema object. */
  readonly roots: readonly (Site | undefined)[]
  /** True when there were more schemas than the limit, and the rest was left out. */
  readonly isCut: boolean
}

/** A site while it is being made. */
interface Draft extends Site {
  readonly parent: Draft | undefined
  readonly root: Draft
  readonly top: Draft
  readonly children: Draft[]
  target: Draft | undefined
  input: boolean
  output: boolean
  isParams: boolean
  isPart: boolean
  isPassThrough: boolean
}

const MAX_SCHEMAS = 20_000

/** Walks every schema once: each object is one site however often it is referred to, so cycles end. */
export function collectSites(document: unknown, roots: readonly Root[]): Sites {
  const siteOf = new Map<object, Draft>()
  const sites: Draft[] = []
  let isCut = false

  function add(schema: SchemaObject, steps: readonly PathStep[], parent: Draft | undefined): Draft | undefined {
    if (siteOf.has(schema)) return undefined
    if (sites.length >= MAX_SCHEMAS || hasLongList(schema)) {
      isCut = true
      return undefined
    }
    const site = draftSite(schema, steps, parent, sites.length + 1)
    siteOf.set(schema, site)
    sites.push(site)
    parent?.children.push(site)
    for (const { sub, steps: subSteps } of subschemasInOrder(schema)) if (!isCut) add(sub, subSteps, site)
    return site
  }

  const drafts = roots.map((root) =>
    isSchemaObject(root.schema) ? add(root.schema, root.steps, undefined) : undefined,
  )
  const named = indexNames(sites)
  // The list grows while it is read: a `$ref` may lead to a place that no root covers.
  for (const site of sites) {
    const ref = site.schema.$ref
    if (typeof ref !== 'string') continue
    const found = named.get(ref) ?? lookUp(ref, site.root.schema, document)
    if (isSchemaObject(found)) site.target = siteOf.get(found) ?? add(found, fromPointer(ref), undefined)
  }
  for (const site of sites) markParts(site)
  roots.forEach((root, i) => {
    const draft = drafts[i]
    if (!draft || root.use === 'definition') return
    if (root.use === 'input') markParams(draft, root.passThrough)
    markUse(draft, root.use)
  })
  return { sites, roots: drafts, isCut }
}

// Checked before the list is walked: a million alternatives are refused without visiting them.
function hasLongList(schema: SchemaObject): boolean {
  return SCHEMA_LIST_KEYWORDS.some((keyword) => {
    const list: unknown = schema[keyword]
    return Array.isArray(list) && list.length > MAX_SCHEMAS
  })
}

/** The schemas directly inside, as a reader meets them. */
function subschemasInOrder(schema: SchemaObject): { sub: SchemaObject; steps: readonly PathStep[]; order: number }[] {
  const subs: { sub: SchemaObject; steps: readonly PathStep[]; order: number }[] = []
  const orderOf = new Map<PathStep, number>(Object.keys(schema).map((keyword, i) => [keyword, i]))
  eachSubschema(schema, (sub, steps) => {
    if (typeof sub !== 'boolean') subs.push({ sub, steps, order: orderOf.get(steps[0] ?? '') ?? 0 })
  })
  return subs.sort((a, b) => a.order - b.order)
}

/** What a local `$ref` names: in the schema it stands in first, then in the whole document. */
export function lookUp(ref: string, root: unknown, document: unknown): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  return atPointer(root, ref) ?? atPointer(document, ref)
}

function draftSite(schema: SchemaObject, steps: readonly PathStep[], parent: Draft | undefined, order: number): Draft {
  const keyword = parent ? String(steps[0]) : ''
  const isInPlace = IN_PLACE_KEYWORDS.has(keyword)
  const inherits = keyword === 'items' || keyword === 'prefixItems' || isInPlace
  const facts = {
    schema,
    parent,
    steps,
    order,
    keyword,
    name: keyword === 'properties' ? String(steps[1]) : inherits ? parent?.name : undefined,
    children: [],
    target: undefined,
    input: false,
    output: false,
    isParams: false,
    isPart: parent !== undefined && isInPlace && isPartOf(parent, keyword),
    isRefinement: parent !== undefined && isRefinementOf(parent, keyword, steps[1]),
    isPassThrough: false,
  }
  return {
    ...facts,
    get root() {
      return parent ? parent.root : this
    },
    get top() {
      return isInPlace && parent ? parent.top : this
    },
  }
}

// `anyOf` and `oneOf` of whole objects are alternatives that close themselves; beside properties they are additions.
function isPartOf(parent: Draft, keyword: string): boolean {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return true
  return parent.isPart || isObject(parent.schema.properties)
}

function isRefinementOf(parent: Draft, keyword: string, step: PathStep | undefined): boolean {
  if (parent.isRefinement || keyword === 'if' || keyword === 'not') return true
  if (keyword !== 'properties' || parent.top === parent) return false
  const declared = parent.top.schema.properties
  return isObject(declared) && hasOwn(declared, String(step))
}

function indexNames(sites: readonly Draft[]): Map<string, SchemaObject> {
  const named = new Map<string, SchemaObject>()
  for (const { schema } of sites) {
    if (typeof schema.$anchor === 'string') named.set(`#${schema.$anchor}`, schema)
    if (typeof schema.$id === 'string') named.set(schema.$id, schema)
  }
  return named
}

/** What a part refers to is a part too. */
function markParts(site: Draft): void {
  if (!site.isPart && !isObject(site.schema.properties)) return
  for (let at = site.target; at && !at.isPart; at = at.target) at.isPart = true
}

/** Marks the schemas that judge the whole parameters object. */
function markParams(start: Draft, passThrough: string | undefined): void {
  const seen = new Set<Draft>([start])
  for (const site of seen) {
    site.isParams = true
    if (site.target) seen.add(site.target)
    for (const child of site.children) {
      if (child.keyword === 'allOf') seen.add(child)
      if (child.keyword === 'properties' && child.name === passThrough) child.isPassThrough = true
    }
  }
}

/** Marks every schema that inputs, or outputs, pass through. */
function markUse(start: Draft, use: 'input' | 'output'): void {
  const seen = new Set<Draft>([start])
  for (const site of seen) {
    site[use] = true
    if (site.target) seen.add(site.target)
    for (const child of site.children) {
      if (child.keyword !== '$defs' && child.keyword !== 'definitions') seen.add(child)
    }
  }
}
