import { decodeEscapes, hidesLetters } from '../text/decode-layers.ts'
import { note, readPath, request, writePath } from './effects.ts'
import { runCommand } from './run-command.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { type Place, placeAt, type Trace, takeStep } from './trace.ts'
import {
  concatValues,
  firstText,
  joinValues,
  listValue,
  markedValue,
  marksOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

/** What one shell script knows while it is read. */
interface Shell {
  readonly trace: Trace
  readonly place: Place
  readonly source: string
  readonly variables: Map<string, Value>
  readonly functions: Map<string, SyntaxNode>
  depth: number
}

const shells = new WeakMap<Trace, Map<string, Pick<Shell, 'variables' | 'functions'>>>()

/** Reads a shell script: pipes, substitutions, redirections and variables carry values from command to command. Returns its output. */
export function evaluateShell(trace: Trace, text: string, place: Place): Value {
  const tree = trace.parse('shell', text)
  if (tree === undefined) {
    trace.unfinished.add(place.file)
    return UNKNOWN
  }
  const shell: Shell = { trace, place, source: text, depth: 0, ...memoryOf(trace, place) }
  return evaluate(tree.root, UNKNOWN, shell)
}

// The blocks of one document are typed into the same terminal, so a variable set in one is known in the next.
function memoryOf(trace: Trace, place: Place): Pick<Shell, 'variables' | 'functions'> {
  const files = shells.get(trace) ?? new Map<string, Pick<Shell, 'variables' | 'functions'>>()
  shells.set(trace, files)
  const memory = files.get(place.file) ?? { variables: new Map(), functions: new Map() }
  files.set(place.file, memory)
  return memory
}

function evaluate(node: SyntaxNode, stdin: Value, shell: Shell): Value {
  const place = placeAt(shell.place, node.row)
  if (!takeStep(shell.trace, place) || shell.depth > 60) return UNKNOWN
  shell.depth++
  try {
    switch (node.type) {
      case 'command':
        return evaluateCommand(node, stdin, shell)
      case 'pipeline':
        return evaluatePipeline(node, stdin, shell)
      case 'redirected_statement':
        return evaluateRedirected(node, stdin, shell)
      case 'variable_assignment':
        assign(node, shell)
        return UNKNOWN
      case 'declaration_command':
        return evaluateDeclaration(node, shell)
      case 'for_statement':
        return evaluateFor(node, stdin, shell)
      case 'function_definition': {
        const name = childOf(node, 'name')
        const body = childOf(node, 'body')
        if (name !== undefined && body !== undefined) {
          shell.functions.set(nodeText(name, shell.source), body)
          evaluate(body, UNKNOWN, shell)
        }
        return UNKNOWN
      }
      case 'comment':
        return UNKNOWN
      default: {
        let out = UNKNOWN
        for (const child of node.children) if (child.named) out = joinOutput(out, evaluate(child, stdin, shell))
        return out
      }
    }
  } finally {
    shell.depth--
  }
}

function joinOutput(a: Value, b: Value): Value {
  if (a === UNKNOWN) return b
  if (b === UNKNOWN) return a
  return concatValues(a, b)
}

function evaluatePipeline(node: SyntaxNode, stdin: Value, shell: Shell): Value {
  let flowing = stdin
  let sawShell = false
  for (const child of namedChildren(node)) {
    const name = commandName(child, shell)
    if (sawShell && /^(?:nc|ncat|netcat|telnet|socat|openssl)$/.test(name)) {
      note(shell.trace, placeAt(shell.place, child.row), 'remote-shell', {
        what: `a shell whose output goes to ${name}`,
        targets: [nodeText(child, shell.source)],
      })
    }
    if (/^(?:ba|z|da|k)?sh$|^\/bin\/\w*sh$/.test(name)) sawShell = true
    flowing = evaluate(child, flowing, shell)
  }
  return flowing
}

function commandName(node: SyntaxNode, shell: Shell): string {
  // Of a pipe inside a pipe the last command counts: its output is what flows on.
  let last = node
  for (let guard = 0; guard < 6 && last.type !== 'command'; guard++) {
    const inner = childOf(last, 'body') ?? namedChildren(last).at(-1)
    if (inner === undefined) break
    last = inner
  }
  const name = childOf(last, 'name')
  return name === undefined ? '' : nodeText(name, shell.source)
}

function evaluateRedirected(node: SyntaxNode, stdin: Value, shell: Shell): Value {
  const body = childOf(node, 'body')
  let input = stdin
  const pipelines: SyntaxNode[] = []
  for (const redirect of node.children) {
    if (redirect.type === 'heredoc_redirect') {
      input = heredocValue(redirect, shell)
      pipelines.push(...redirect.children.filter((child) => child.type === 'pipeline' || child.type === 'command'))
    } else if (redirect.type === 'herestring_redirect') input = herestringValue(redirect, shell)
    else if (
      redirect.type === 'file_redirect' &&
      /^\d*</.test(nodeText(redirect, shell.source)) &&
      !nodeText(redirect, shell.source).includes('<&')
    ) {
      const source = childOf(redirect, 'destination')
      if (source !== undefined) input = fileContent(evaluateWord(source, shell), shell, redirect)
    }
  }
  let out = body === undefined ? input : evaluate(body, input, shell)
  for (const pipeline of pipelines) out = evaluate(pipeline, out, shell)
  for (const redirect of node.children) {
    if (redirect.type === 'heredoc_redirect') {
      for (const inner of redirect.children) if (inner.type === 'file_redirect') redirectOutput(inner, out, body, shell)
    } else if (redirect.type === 'file_redirect') redirectOutput(redirect, out, body, shell)
  }
  return out
}

function redirectOutput(redirect: SyntaxNode, out: Value, body: SyntaxNode | undefined, shell: Shell): void {
  const destination = childOf(redirect, 'destination')
  const text = nodeText(redirect, shell.source)
  if (destination === undefined) return
  const path = evaluateWord(destination, shell)
  const place = placeAt(shell.place, redirect.row)
  const socket = /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(firstText(path) ?? '')
  if (socket !== null) {
    const isShell =
      body !== undefined && /^(?:exec|(?:\/bin\/)?(?:ba|z|da|k)?sh)\b/.test(nodeText(body, shell.source).trim())
    if (isShell)
      note(shell.trace, place, 'remote-shell', {
        what: 'a shell connected to a network socket',
        targets: [firstText(path) ?? ''],
      })
    else
      request(shell.trace, place, { url: textValue(`tcp://${socket[1] ?? ''}`), body: out, what: 'a raw connection' })
    return
  }
  if (!text.includes('>') || /^\d*>&|^2>/.test(text)) return
  writePath(shell.trace, place, path, out)
}

function heredocValue(redirect: SyntaxNode, shell: Shell): Value {
  const body = redirect.children.find((child) => child.type === 'heredoc_body')
  return body === undefined ? UNKNOWN : spliceExpansions(body, body.start, body.end, shell)
}

function herestringValue(redirect: SyntaxNode, shell: Shell): Value {
  const [word] = namedChildren(redirect)
  return word === undefined ? UNKNOWN : evaluateWord(word, shell)
}

function fileContent(path: Value, shell: Shell, node: SyntaxNode): Value {
  return path.ref === 'content' ? path : readPath(shell.trace, placeAt(shell.place, node.row), path)
}

function evaluateFor(node: SyntaxNode, stdin: Value, shell: Shell): Value {
  const variable = childOf(node, 'variable')
  let values: Value = UNKNOWN
  for (const child of node.children)
    if (child.field === 'value') values = joinValues(values, evaluateWord(child, shell))
  if (variable !== undefined) shell.variables.set(nodeText(variable, shell.source), values)
  const body = childOf(node, 'body')
  return body === undefined ? UNKNOWN : evaluate(body, stdin, shell)
}

function evaluateDeclaration(node: SyntaxNode, shell: Shell): Value {
  const text = nodeText(node, shell.source)
  for (const child of node.children) if (child.type === 'variable_assignment') assign(child, shell)
  return /^(?:export\s+-p|declare\s+-[xp]+|typeset\s+-x)\s*$/.test(text.trim()) ? markedValue('env:*') : UNKNOWN
}

function assign(node: SyntaxNode, shell: Shell): void {
  const name = childOf(node, 'name')
  const value = childOf(node, 'value')
  if (name === undefined) return
  const key = nodeText(name, shell.source)
  let result = value === undefined ? textValue('') : evaluateWord(value, shell)
  if (shell.source.slice(name.end, name.end + 2) === '+=')
    result = concatValues(shell.variables.get(key) ?? textValue(''), result)
  shell.variables.set(key, result)
}

function evaluateCommand(node: SyntaxNode, stdin: Value, shell: Shell): Value {
  let input = stdin
  const commands: { words: Value[]; row: number }[] = []
  let current: { words: Value[]; row: number } | undefined
  let end = node.start
  for (const child of node.children) {
    if (child.type === 'variable_assignment') assign(child, shell)
    else if (child.type === 'herestring_redirect') input = herestringValue(child, shell)
    else if (child.type === 'file_redirect') redirectOutput(child, UNKNOWN, node, shell)
    else if (child.field === 'name' || child.field === 'argument') {
      // The grammar sometimes runs over a line end; a new line without a backslash is a new command.
      if (current === undefined || breaksLine(shell.source.slice(end, child.start))) {
        current = { words: [], row: child.row }
        commands.push(current)
      }
      current.words.push(evaluateWord(child, shell))
    }
    end = child.end
  }
  let out: Value = UNKNOWN
  for (const { words, row } of commands) {
    out = runWords(words, input, row, shell)
    input = UNKNOWN
  }
  return out
}

function breaksLine(gap: string): boolean {
  return gap.includes('\n') && !gap.includes('\\\n')
}

function runWords(words: readonly Value[], stdin: Value, row: number, shell: Shell): Value {
  const place = placeAt(shell.place, row)
  const name = firstText(words[0])
  if (name === 'read' || name === 'mapfile' || name === 'readarray') {
    for (const word of words.slice(1))
      for (const text of word.texts)
        if (/^[A-Za-z_]\w*$/.test(text)) shell.variables.set(text, markedValue(...marksOf(stdin)))
    return UNKNOWN
  }
  const body = name === undefined ? undefined : shell.functions.get(name)
  if (body !== undefined && shell.depth < 12) {
    words.slice(1, 10).forEach((word, index) => {
      shell.variables.set(String(index + 1), word)
    })
    shell.variables.set('@', joinWords(words.slice(1)))
    return evaluate(body, stdin, shell)
  }
  return runCommand(words, stdin, place, shell.trace)
}

function joinWords(words: readonly Value[]): Value {
  return concatValues(...words.flatMap((word, index) => (index === 0 ? [word] : [textValue(' '), word])))
}

/** A word with its quotes undone and its expansions filled in. */
function evaluateWord(node: SyntaxNode, shell: Shell): Value {
  if (!takeStep(shell.trace, shell.place) || shell.depth > 60) return UNKNOWN
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
    case 'command_substitution':
      return runChildren(node, shell)
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
  for (const child of namedChildren(node)) out = joinOutput(out, evaluate(child, UNKNOWN, shell))
  shell.depth--
  return out.texts.length > 0 ? { ...out, texts: out.texts.map((text) => text.replace(/\n+$/, '')) } : out
}

function spliceExpansions(node: SyntaxNode, start: number, end: number, shell: Shell, isQuoted = false): Value {
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
