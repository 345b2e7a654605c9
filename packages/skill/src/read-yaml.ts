import { isNode, LineCounter, parseDocument } from 'yaml'

/** A YAML text as a value, and what is wrong with it. */
export interface YamlReading {
  /** Undefined when something is wrong. */
  readonly value: unknown
  readonly problems: readonly YamlProblem[]
  /** The line on which the value at a path begins, from 1; undefined when there is none. */
  readonly lineOf: (path: readonly (string | number)[]) => number | undefined
}

/** One thing that is wrong with a YAML text. */
interface YamlProblem {
  /** Line in the text, from 1. */
  readonly line: number
  readonly message: string
}

/** More than any front matter written by hand; a YAML parser is not linear on hostile text. */
export const MAX_YAML_CHARACTERS = 64_000

/** Reads one YAML document. Never throws: what is too long, broken or a bomb of aliases is a problem. */
export function readYaml(text: string, { uniqueKeys = true } = {}): YamlReading {
  if (text.length > MAX_YAML_CHARACTERS) return failed(1, `it is longer than ${MAX_YAML_CHARACTERS} characters`)
  try {
    const lines = new LineCounter()
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys, lineCounter: lines })
    const problems = document.errors.map(({ message, linePos }) => ({
      line: linePos?.[0].line ?? 1,
      message: firstSentence(message),
    }))
    const lineOf = (path: readonly (string | number)[]) => {
      const node = document.getIn(path, true)
      return isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined
    }
    return problems.length > 0
      ? { value: undefined, problems, lineOf }
      : { value: document.toJS({ maxAliasCount: 50 }), problems, lineOf }
  } catch (cause) {
    return failed(1, cause instanceof Error ? firstSentence(cause.message) : String(cause))
  }
}

function failed(line: number, message: string): YamlReading {
  return { value: undefined, problems: [{ line, message }], lineOf: () => undefined }
}

/** The parser adds where it is, in lines of its own text, and a drawing of it. */
function firstSentence(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').replace(/:$/, '')
}
