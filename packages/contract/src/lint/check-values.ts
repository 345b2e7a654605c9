import { tryCompileSchema } from '../engine/compile-schema.ts'
import { patternSafety } from '../engine/pattern.ts'
import type { Issue } from '../issue.ts'
import { defineKey } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import { ANNOTATION_KEYWORDS, LOCATION_KEYWORDS, mapSubschemas, type Schema, type SchemaObject } from '../schema.ts'
import { hasDefault } from './declared-properties.ts'
import type { Place, Site } from './schema-site.ts'

/** A value of the document that must obey a schema of the document. */
export interface Sample {
  readonly place: Place
  readonly at: readonly PathStep[]
  readonly site: Site
  readonly value: unknown
}

// One object with a property for every sample would be walked whole for each of them; objects in objects are not.
const CHUNK = 100

/**
 * The first issue of every sample that does not fit its schema. All samples are judged by one compiled schema, which refers
 * to each of theirs: compiling a schema per sample would make a contract of a thousand defaults take minutes.
 */
export function checkValues(samples: readonly Sample[]): readonly { sample: Sample; issue: Issue }[] {
  if (samples.length === 0) return []
  const chunks: Record<string, { properties: Record<string, Schema> }> = {}
  for (const [i, { site }] of samples.entries()) {
    const chunk = chunks[chunkOf(i)] ?? { properties: {} }
    chunk.properties[`v${i}`] = { $ref: refTo(site) }
    chunks[chunkOf(i)] = chunk
  }
  // A schema that is itself wrong has findings of its own; its values cannot be judged before it is right.
  const validator = tryCompileSchema({ properties: chunks, $defs: copySchemas(samples) })
  if (!validator) return []
  return samples.flatMap((sample, i) => {
    const [issue] = validator.issues({ [chunkOf(i)]: { [`v${i}`]: sample.value } })
    return issue ? [{ sample, issue: withoutPrefix(issue, `/${chunkOf(i)}/v${i}`) }] : []
  })
}

/** The issue as it would be if the sample had been judged alone. */
function withoutPrefix(issue: Issue, prefix: string): Issue {
  const message = issue.message.replace(prefix, '')
  return { ...issue, path: issue.path.replace(prefix, ''), message: message.startsWith(' ') ? `it${message}` : message }
}

function chunkOf(index: number): string {
  return `c${Math.floor(index / CHUNK)}`
}

function refTo(site: Site): string {
  return `#/$defs/s${site.order}`
}

/**
 * The schemas that the samples need, each as a definition of its own, so that one that is referred to has a place whatever
 * document it came from. What other rules report is left out: one bad pattern must not hide every bad default.
 */
function copySchemas(samples: readonly Sample[]): Record<string, Schema> {
  const definitions: Record<string, Schema> = {}
  const needed = new Set(samples.map((sample) => sample.site))
  for (const site of needed) {
    definitions[`s${site.order}`] = copySchema(site)
    for (const next of [...site.children, ...(site.target ? [site.target] : [])]) needed.add(next)
  }
  return definitions
}

function copySchema(site: Site): SchemaObject {
  const refs = new Map<Schema, SchemaObject>(site.children.map((child) => [child.schema, { $ref: refTo(child) }]))
  const copy: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(site.schema)) {
    if (LEFT_OUT.has(keyword)) continue
    defineKey(
      copy,
      keyword,
      mapSubschemas(keyword, value, (sub) => refs.get(sub) ?? sub),
    )
  }
  if (site.target) copy.$ref = refTo(site.target)
  if (typeof copy.pattern === 'string' && patternSafety(copy.pattern) === 'refused') delete copy.pattern
  // Defaults are filled in before validation, so an example need not give what has one.
  if (site.input && Array.isArray(copy.required))
    copy.required = copy.required.filter((name) => !hasDefault(site.schema, name))
  return copy
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  ...ANNOTATION_KEYWORDS,
  ...LOCATION_KEYWORDS,
  ...['x-docs', '$ref', '$dynamicRef', '$recursiveRef'],
])
