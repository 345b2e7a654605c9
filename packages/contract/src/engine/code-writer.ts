import type { LinkedSchema } from './link-schema.ts'
import type { SchemaNode } from './schema-node.ts'

/** A schema that code can be generated for. */
export interface CodeSource {
  readonly linked: LinkedSchema
  readonly assertFormats: boolean
}

/** What the writers of code for one schema share. */
export interface CodeWriter {
  readonly assertFormats: boolean
  /** The name under which the code finds a value that cannot be written out. */
  refer(value: unknown): string
  /** A name that nothing else has. */
  fresh(): string
  /**
   * Statements that do `fail` (leave a function or a block) when the value named `v` does not fit the schema. They stand where `lacks` is a
   * variable, and set it to LACKING when a property that has a default is not there.
   */
  emit(node: SchemaNode, v: string, fail: string): string
  /** Statements that set a variable, true before, to false when the value does not fit. */
  emitAnswer(node: SchemaNode, v: string, answer: string): string
  /** Makes a function of the statements that return it. */
  finish<Made>(statements: string): Made
}

/** What a judging function returns for a value that fits: FITTING, or LACKING when it may lack something that has a default. Zero for any other value. */
export const FITTING = 1
export const LACKING = 3

/** The function around the statements that judge the value `v`. */
export function emitJudge(name: string, statements: string): string {
  return `function ${name}(v) {\nlet lacks = ${FITTING}\n${statements}\nreturn lacks\n}`
}

/** Writes the statements for a schema where it stands. */
export type EmitNode = (writer: CodeWriter, node: SchemaNode, v: string, fail: string) => string

/**
 * Opens a writer of code. A schema that is referred to becomes a function, every other one is written where it stands, so that the code is as long
 * as the schema.
 */
export function openWriter({ linked, assertFormats }: CodeSource, emitNode: EmitNode): CodeWriter {
  const targets = new Set(linked.nodes.flatMap(({ ref }) => ref ?? []))
  const names = new Map<SchemaNode, string>()
  const constants = new Map<unknown, string>()
  let count = 0
  const writer: CodeWriter = {
    assertFormats,
    refer(value) {
      const name = constants.get(value) ?? `c${constants.size}`
      constants.set(value, name)
      return name
    },
    fresh: () => `x${count++}`,
    emit(node, v, fail) {
      if (!targets.has(node)) return emitNode(writer, node, v, fail)
      const name = names.get(node) ?? `f${names.size}`
      names.set(node, name)
      const found = writer.fresh()
      return `const ${found} = ${name}(${v})\nif (${found} === 0) ${fail}\nlacks |= ${found}`
    },
    emitAnswer(node, v, answer) {
      const label = writer.fresh()
      return `${label}: {\n${writer.emit(node, v, `{ ${answer} = false; break ${label} }`)}\n}`
    },
    finish(statements) {
      const functions: string[] = []
      // A Map keeps giving what is added while it is walked: each body may ask for more functions.
      for (const [node, name] of names) {
        functions.push(emitJudge(name, emitNode(writer, node, 'v', 'return 0')))
      }
      const source = [...functions, statements].join('\n')
      return new Function(...constants.values(), source)(...constants.keys())
    },
  }
  return writer
}
