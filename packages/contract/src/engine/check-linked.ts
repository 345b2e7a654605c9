import { backEdges } from '../back-edges.ts'
import type { Finding } from '../finding.ts'
import { preview } from '../json.ts'
import { isPlainSchema } from '../plain-contract.ts'
import { type PathStep, toPointer } from '../pointer.ts'
import { isSchemaObject, type Schema } from '../schema.ts'
import { ASSERTIONS } from './assertions.ts'
import { createExactEngine, type ExactEngine } from './exact-engine.ts'
import { explain } from './explain.ts'
import { type LinkedSchema, linkSchema } from './link-schema.ts'
import { METASCHEMA, METASCHEMAS } from './metaschemas.ts'
import { compilePattern, patternError, patternSafety } from './pattern.ts'
import { type SchemaNode, sameValueNodes } from './schema-node.ts'

const MAX_FINDINGS = 50
const MAX_PATTERN_WEIGHT = 10_000

/** Everything that makes a linked schema unfit for use: what the metaschema says, references without end, patterns that could hang. */
export function checkLinked({ nodes, roots, findings, excess }: LinkedSchema): readonly Finding[] {
  if (excess) return [excess]
  const wrong = roots.flatMap(againstMetaschema)
  // Keywords of the wrong shape make the rest of the questions meaningless.
  if (wrong.length > 0 || findings.length > 0) return [...wrong, ...findings].slice(0, MAX_FINDINGS)
  const excessive = tooManyPatterns(nodes)
  if (excessive) return [excessive]
  // Without a reference nothing leads back.
  const loops = nodes.some(({ ref, dynamicRef }) => ref ?? dynamicRef) ? backEdges(nodes, sameValueNodes) : []
  return [loops.map(endless), nodes.flatMap(unusablePatterns), nodes.flatMap(deepValues)].flat().slice(0, MAX_FINDINGS)
}

let metaschema: ExactEngine | undefined

function againstMetaschema(root: SchemaNode): Finding[] {
  if (METASCHEMAS.get(root.document.uri) === root.document.source || isPlainSchema(root.schema)) return []
  metaschema ??= createExactEngine(
    linkSchema(METASCHEMA, (uri) => METASCHEMAS.get(uri)),
    // References are often written with characters that a URI would have to encode, and patterns are judged below.
    { assertFormats: false, keepsAnswers: false },
  )
  if (metaschema.isValid(root.schema)) return []
  return explain(metaschema.failures(root.schema, MAX_FINDINGS), { whole: 'the schema' }).map((issue) => ({
    rule: 'schema/metaschema',
    severity: 'error',
    message: `${issue.message}.`,
    pointer: root.pointer + issue.path,
    why: 'A keyword that JSON Schema does not define in this form is interpreted differently by each implementation.',
    fix: issue.suggestion === undefined ? `Write ${issue.expected}.` : `Probably meant: ${issue.suggestion}.`,
  }))
}

/** A schema that leads back to itself without looking at a smaller part of the value first. */
function endless([from, to]: [SchemaNode, SchemaNode]): Finding {
  return {
    rule: 'schema/endless-ref',
    severity: 'error',
    message: `The schema refers to itself (#${to.pointer}) without descending into the value, so validation would never end.`,
    pointer: from.ref === to ? `${from.pointer}/$ref` : from.pointer,
    fix: 'Put the reference below properties or items, or remove it.',
  }
}

/** Proving a pattern safe takes time, so an untrusted schema may not hold too many. */
function tooManyPatterns(nodes: readonly SchemaNode[]): Finding | undefined {
  let weight = 0
  for (const source of new Set(
    nodes.flatMap(({ schema }) => schemaPatterns(schema)).map((pattern) => pattern.source),
  )) {
    weight += compilePattern(source).weight
    if (weight > MAX_PATTERN_WEIGHT) return TOO_MANY_PATTERNS
  }
  return undefined
}

const TOO_MANY_PATTERNS: Finding = {
  rule: 'schema/too-large',
  severity: 'error',
  message: `The patterns of a schema may have ${MAX_PATTERN_WEIGHT} characters in all, these have more.`,
  pointer: '',
  why: 'A pattern that is not provably linear counts with all of its repetitions written out: to prepare it takes that long.',
  fix: 'Use fewer, shorter or simpler patterns.',
}

function unusablePatterns(node: SchemaNode): Finding[] {
  return schemaPatterns(node.schema).flatMap(({ source, at }): Finding[] => {
    if (patternSafety(source) !== 'refused') return []
    const error = patternError(source)
    return [
      {
        severity: 'error',
        pointer: node.pointer + toPointer(at),
        ...(error === undefined
          ? {
              rule: 'schema/unsafe-pattern',
              message: `The pattern ${preview(source)} cannot be run in time linear in the text.`,
              why: 'A text made for it would keep the machine busy for hours.',
              fix: 'Do without back references, long look-arounds and repetitions inside repetitions.',
            }
          : {
              rule: 'schema/invalid-pattern',
              message: `The pattern ${preview(source)} is no regular expression: ${error}.`,
              fix: 'Correct it: ECMA-262 syntax with the `u` flag, where every escape must mean something.',
            }),
      },
    ]
  })
}

function deepValues({ schema, pointer }: SchemaNode): Finding[] {
  if (!isSchemaObject(schema)) return []
  return ['const', 'enum'].flatMap((keyword): Finding[] => {
    try {
      if (Object.hasOwn(schema, keyword)) ASSERTIONS[keyword]?.(schema)
      return []
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
      const message = `A value in ${keyword} is nested too deeply to compare anything with it.`
      return [
        {
          rule: 'schema/too-deep',
          severity: 'error',
          message,
          pointer: `${pointer}/${keyword}`,
          fix: 'Use flatter values.',
        },
      ]
    }
  })
}

/** A regular expression of a schema. */
interface SchemaPattern {
  readonly source: string
  /** The way to it from the schema. */
  readonly at: readonly PathStep[]
}

/** The regular expressions that a schema itself has: its `pattern`, and the names of its `patternProperties`. */
export function schemaPatterns(schema: Schema): SchemaPattern[] {
  if (!isSchemaObject(schema)) return []
  const { pattern, patternProperties } = schema
  const names = isSchemaObject(patternProperties) ? Object.keys(patternProperties) : []
  const patterns = names.map((source) => ({ source, at: ['patternProperties', source] }))
  return typeof pattern === 'string' ? [{ source: pattern, at: ['pattern'] }, ...patterns] : patterns
}
