import { decodeEscapes, hidesLetters } from '../text/decode-layers.ts'
import { note, readPath } from './effects.ts'
import { namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { isTooDeep, type Place, placeAt, type Trace, takeStep } from './trace.ts'
import { concatValues, joinValues, listValue, markedValue, textValue, UNKNOWN, type Value } from './value.ts'

/** What one shell script knows while it is read. */
export interface Shell {
  readonly trace: Trace
  readonly place: Place
  readonly source: string
  readonly variables: Map<string, Value>
  readonly functions: Map<string, SyntaxNode>
  /** Functions defined somewhere in the text. */
  readonly declared: ReadonlySet<string>
  depth: number
  /** What a here-document gives to the last command of a pipe. */
  heredoc?: Value | undefined
  /** Reads one node with what flows into it; here so that words and commands need not know each other. */
  readonly evaluate: (node: SyntaxNode, stdin: Value) => Value
}

/** The output of two commands, one after the other. */
export function joinOutput(a: Value, b: Value): Value {
  if (a === UNKNOWN) return b
  if (b === UNKNOWN) return a
  return concatValues(a, b)
}

/** Words with spaces between them. */
export function joinWords(words: readonly Value[]): Value {
  return concatValues(...words.flatMap((word, index) => (index === 0 ? [word] : [textValue(' '), word])))
}

/** A word with its quotes undone and its expansions filled in. */
export function evaluateWord(node: SyntaxNode, shell: Shell): Value {
  if (!takeStep(shell.trace, shell.place) || isTooDeep(shell.depth, 60, shell.trace, shell.place)) return UNKNOWN
  const { source } = shell
  const text = nodeText(node, source)
  switch (node.type) {
    case 'command_name': {
      const [inner] = node.children
      return inner === undefined ? textValue(text) : evaluateWord(inner, shell)
    }
    case 'word':
    case 'number':
      return textValue(text.replace(/\\(?:\n|(.))/g, '$1'))
    case 'raw_string':
      return textValue(text.slice(1, -1))
    case 'ansi_c_string': {
      const decoded = decodeEscapes(text.slice(2, -1))
      return decoded === undefined
        ? textValue(text.slice(2, -1))
        : textValue(decoded, hidesLetters(text) ? ['layer:escapes'] : [])
    }
    case 'string':
      return spliceExpansions(node, node.start + 1, node.end - 1, shell, true)
    case 'translated_string':
    case 'concatenation':
      return concatValues(...node.children.map((child) => evaluateWord(child, shell)))
    case 'simple_expansion':
    case 'expansion':
      return expand(node, shell)
    case 'command_substitution': {
      // `$(<file)` is what is in the file.
      const file = /^\$\(\s*<\s*([^\s<>|&;()]+)\s*\)$/.exec(text)?.[1]
      return file === undefined ? runChildren(node, shell) : readPath(shell.trace, shell.place, textValue(file))
    }
    case 'process_substitution':
      return { ...runChildren(node, shell), ref: 'content' }
    case 'arithmetic_expansion':
      return UNKNOWN
    case 'array':
      return listValue(namedChildren(node).map((child) => evaluateWord(child, shell)))
    default:
      return textValue(text)
  }
}

function runChildren(node: SyntaxNode, shell: Shell): Value {
  shell.depth++
  let out: Value = UNKNOWN
  for (const child of namedChildren(node)) out = joinOutput(out, shell.evaluate(child, UNKNOWN))
  shell.depth--
  return out.texts.length > 0 ? { ...out, texts: out.texts.map((text) => text.replace(/\n+$/, '')) } : out
}

/** A stretch of text with its expansions filled in. */
export function spliceExpansions(node: SyntaxNode, start: number, end: number, shell: Shell, isQuoted = false): Value {
  const parts: Value[] = []
  let at = start
  const literal = (upTo: number): void => {
    if (upTo <= at) return
    const raw = shell.source.slice(at, upTo)
    parts.push(
      textValue(isQuoted ? raw.replace(/\\([$`"\\\n])/g, (_all, char: string) => (char === '\n' ? '' : char)) : raw),
    )
  }
  for (const child of node.children) {
    if (!/expansion|substitution/.test(child.type)) continue
    literal(child.start)
    parts.push(evaluateWord(child, shell))
    at = child.end
  }
  literal(end)
  const [only] = parts
  return parts.length === 0 ? textValue('') : parts.length === 1 && only !== undefined ? only : concatValues(...parts)
}

const KNOWN_VARIABLES: Readonly<Record<string, string>> = {
  HOME: '~',
  PWD: '.',
  TMPDIR: '/tmp',
  IFS: ' ',
  SHELL: '/bin/sh',
  PATH: '/usr/bin',
  OLDPWD: '/',
}

function expand(node: SyntaxNode, shell: Shell): Value {
  const nameNode = node.children.find(
    (child) => child.type === 'variable_name' || child.type === 'special_variable_name',
  )
  const subscript = node.children.find((child) => child.type === 'subscript')
  const name =
    nameNode === undefined
      ? subscript === undefined
        ? ''
        : nodeText(subscript, shell.source).replace(/\[.*$/, '')
      : nodeText(nameNode, shell.source)
  const text = nodeText(node, shell.source)
  const value = variable(name, shell, placeAt(shell.place, node.row))
  if (subscript !== undefined && value.items !== undefined) return joinWords(value.items)
  const slice = /:(\d+)(?::(\d+))?\}$/.exec(text)
  if (slice !== null) {
    const from = Number(slice[1])
    const known = name === 'HOME' ? { ...value, texts: ['/root'] } : value
    return {
      ...known,
      texts: known.texts.map((each) => each.slice(from, slice[2] === undefined ? undefined : from + Number(slice[2]))),
    }
  }
  const fallback = /^\$\{\w+:?[-=]/.test(text) ? namedChildren(node).at(-1) : undefined
  if (fallback !== undefined && fallback !== nameNode) return joinValues(value, evaluateWord(fallback, shell))
  const replace = /^\$\{\w+\/(\/?)([^/}]*)(?:\/([^}]*))?\}$/.exec(text)
  if (replace !== null && replace[2] !== undefined && value.texts.length > 0) {
    const [, all, from, to = ''] = replace
    return {
      ...value,
      texts: value.texts.map((each) => (all === '/' ? each.replaceAll(from ?? '', to) : each.replace(from ?? '', to))),
    }
  }
  return value
}

function variable(name: string, shell: Shell, place: Place): Value {
  const own = shell.variables.get(name)
  if (own !== undefined) return own
  const known = KNOWN_VARIABLES[name]
  if (known !== undefined) return textValue(known)
  if (/^[\d@*#?!$-]$/.test(name)) return markedValue('input')
  if (name === 'USER' || name === 'HOSTNAME' || name === 'LOGNAME') return markedValue('system')
  if (!/^[A-Z][A-Z0-9_]{2,}$/.test(name)) return UNKNOWN
  note(shell.trace, place, 'env', { targets: [name] })
  return markedValue(`env:${name}`)
}
