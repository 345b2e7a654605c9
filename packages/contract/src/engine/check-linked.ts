import type { Finding } from '../finding.ts'
import { preview } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import { isSchemaObject } from '../schema.ts'
import { ASSERTIONS } from './assertions.ts'
import { createExactEngine, type ExactEngine } from './exact-engine.ts'
import { explain } from './explain.ts'
import { type LinkedSchema, linkSchema } from './link-schema.ts'
import { METASCHEMA, METASCHEMAS } from './metaschemas.ts'
import { patternSafety } from './pattern.ts'
import { type SchemaNode, sameValueNodes } from './schema-node.ts'

const MAX_FINDINGS = 50
const MAX_PATTERN_TEXT = 10_000

/** Everything that makes a linked schema unfit for use: what the metaschema says, references without end, patterns that could hang. */
export function checkLinked({ nodes, roots, findings, excess }: LinkedSchema): readonly Finding[] {
  if (excess) return [excess]
  const wrong = roots.flatMap(againstMetaschema)
  // Keywords of the wrong shape make the rest of the questions meaningless.
  if (wrong.length > 0 || findings.length > 0) return [...wrong, ...findings].slice(0, MAX_FINDINGS)
  const excessive = tooManyPatterns(nodes)
  if (excessive) return [excessive]
  return [endlessReferences(nodes), nodes.flatMap(refusedPatterns), nodes.flatMap(deepValues)]
    .flat()
    .slice(0, MAX_FINDINGS)
}

let metaschema: ExactEngine | undefined

function againstMetaschema(root: SchemaNode): Finding[] {
  if (METASCHEMAS.get(root.document.uri) === root.document.source) return []
  metaschema ??= createExactEngine(
    linkSchema(METASCHEMA, (uri) => METASCHEMAS.get(uri)),
    { assertFormats: true, keepsAnswers: false },
  )
  if (metaschema.isValid(root.schema)) return []
  return explain(metaschema.failures(root.schema, MAX_FINDINGS), { whole: 'the schema' }).map((issue) => ({
    rule: 'schema/metaschema',
    severity: 'error',
    message: `${issue.message}.`,
    pointer: root.pointer + issue.path,
    why: 'A keyword that JSON Schema does not know in this form would be understood differently by everybody.',
    fix: issue.suggestion === undefined ? `Write ${issue.expected}.` : `Write ${issue.suggestion}.`,
  }))
}

/** Schemas that lead back to themselves without looking at a smaller part of the value first. */
function endlessReferences(nodes: readonly SchemaNode[]): Finding[] {
  const findings: Finding[] = []
  const done = new Set<SchemaNode>()
  const open = new Set<SchemaNode>()
  for (const start of nodes) {
    const pending: { node: SchemaNode; next: Iterator<SchemaNode> }[] = []
    const visit = (node: SchemaNode) => {
      if (done.has(node)) return
      open.add(node)
      pending.push({ node, next: sameValueNodes(node)[Symbol.iterator]() })
    }
    visit(start)
    for (let top = pending.at(-1); top; top = pending.at(-1)) {
      const step = top.next.next()
      if (step.done) {
        pending.pop()
        open.delete(top.node)
        done.add(top.node)
      } else if (open.has(step.value)) findings.push(endless(top.node, step.value))
      else visit(step.value)
    }
  }
  return findings
}

function endless(from: SchemaNode, to: SchemaNode): Finding {
  return {
    rule: 'schema/endless-ref',
    severity: 'error',
    message: `The schema refers to itself (#${to.pointer}) without looking at a smaller part of the value, so it would never come to an answer.`,
    pointer: from.ref === to ? `${from.pointer}/$ref` : from.pointer,
    fix: 'Put the reference below properties or items, or remove it.',
  }
}

/** To prove a pattern safe takes a while, so that a stranger must not send too many. */
function tooManyPatterns(nodes: readonly SchemaNode[]): Finding | undefined {
  const sources = new Set(nodes.flatMap(patternsOf).map(([source]) => source))
  let length = 0
  for (const source of sources) length += source.length
  if (length <= MAX_PATTERN_TEXT) return undefined
  const message = `The patterns of a schema may have ${MAX_PATTERN_TEXT} characters in all, these have ${length}.`
  return { rule: 'schema/too-large', severity: 'error', message, pointer: '', fix: 'Use fewer or shorter patterns.' }
}

function patternsOf({ schema }: SchemaNode): [source: string, place: string][] {
  if (!isSchemaObject(schema)) return []
  const names = Object.keys(schema.patternProperties ?? {})
  const patterns = names.map((source): [string, string] => [source, `patternProperties/${escapeStep(source)}`])
  return typeof schema.pattern === 'string' ? [...patterns, [schema.pattern, 'pattern']] : patterns
}

function refusedPatterns(node: SchemaNode): Finding[] {
  return patternsOf(node).flatMap(([source, place]): Finding[] => {
    if (patternSafety(source) !== 'refused') return []
    return [
      {
        rule: 'schema/unsafe-pattern',
        severity: 'error',
        message: `The pattern ${preview(source)} cannot be run in time linear in the text.`,
        pointer: `${node.pointer}/${place}`,
        why: 'A text made for it would keep the machine busy for hours.',
        fix: 'Do without back references, long look-arounds and repetitions inside repetitions.',
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
