import { runCommandVariable } from './commands/option-commands.ts'
import { notePowerVariable } from './commands/powers.ts'
import { note, notePrinted, readPath, request, writePath } from './effects.ts'
import { runCommand } from './run-command.ts'
import { evaluateWord, joinOutput, joinWords, type Shell, spliceExpansions } from './shell-words.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { isTooDeep, type Place, placeAt, type Trace, takeStep } from './trace.ts'
import {
  concatValues,
  firstText,
  joinValues,
  type Mark,
  markedValue,
  marksOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

const shells = new WeakMap<Trace, Map<string, Pick<Shell, 'variables' | 'functions'>>>()

/** Reads a shell script: pipes, substitutions, redirections and variables carry values from command to command. Returns its output. */
export function evaluateShell(trace: Trace, text: string, place: Place): Value {
  const tree = trace.parse('shell', text)
  if (tree === undefined) {
    trace.unfinished.add(place.file)
    return UNKNOWN
  }
  const shell: Shell = {
    trace,
    place,
    source: text,
    depth: 0,
    declared: functionNames(text),
    evaluate: (node, stdin) => evaluate(node, stdin, shell),
    ...memoryOf(trace, place),
  }
  const out = evaluate(tree.root, UNKNOWN, shell)
  notePrinted(trace, place, out)
  return out
}

// The blocks of one document are typed into the same terminal, so a variable set in one is known in the next.
function memoryOf(trace: Trace, place: Place): Pick<Shell, 'variables' | 'functions'> {
  const files = shells.get(trace) ?? new Map<string, Pick<Shell, 'variables' | 'functions'>>()
  shells.set(trace, files)
  const memory = files.get(place.file) ?? {
    variables: new Map(place.origin === 'script' ? [['0', textValue(place.file)]] : []),
    functions: new Map(),
  }
  files.set(place.file, memory)
  return memory
}

function evaluate(node: SyntaxNode, stdin: Value, shell: Shell): Value {
  const place = placeAt(shell.place, node.row)
  if (!takeStep(shell.trace, place) || isTooDeep(shell.depth, 60, shell.trace, place)) return UNKNOWN
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

function evaluatePipeline(node: SyntaxNode, stdin: Value, shell: Shell): Value {
  let flowing = stdin
  let sawShell = false
  const { heredoc } = shell
  const children = namedChildren(node)
  for (const child of children) {
    shell.heredoc = child === children.at(-1) ? heredoc : undefined
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
  shell.heredoc = undefined
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
  // Behind a pipe it is the last command that reads what stands below.
  if (body?.type === 'pipeline' && input !== stdin) {
    shell.heredoc = input
    input = stdin
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
  const at = { trace: shell.trace, place: placeAt(shell.place, node.row) }
  runCommandVariable(key, result, at)
  notePowerVariable(key, result, at)
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
  const { heredoc } = shell
  shell.heredoc = undefined
  for (const command of commands) {
    const { words, row } = command
    if (heredoc !== undefined && command === commands.at(-1)) input = heredoc
    out = runWords(words, input, row, shell)
    input = UNKNOWN
  }
  return out
}

// Names of functions anywhere in the text, so that a call above the definition is not taken for a program.
function functionNames(source: string): Set<string> {
  return new Set(
    source.includes('()') || source.includes('function ')
      ? [...source.matchAll(/^\s*(?:function\s+)?([A-Za-z_][\w-]{0,80})\s*\(\)|^\s*function\s+([\w-]{1,80})/gm)].map(
          (match) => match[1] ?? match[2] ?? '',
        )
      : [],
  )
}

function breaksLine(gap: string): boolean {
  return gap.includes('\n') && !gap.includes('\\\n')
}

const TYPED: readonly Mark[] = ['env:TYPED_PASSWORD']

function runWords(words: readonly Value[], stdin: Value, row: number, shell: Shell): Value {
  const place = placeAt(shell.place, row)
  const name = firstText(words[0])
  if (name === 'read' || name === 'mapfile' || name === 'readarray') {
    // Typed without being shown: a password.
    const typed = words.some((word) => /^-[a-z]*s/.test(firstText(word) ?? '')) ? TYPED : []
    for (const word of words.slice(1))
      for (const text of word.texts)
        if (/^[A-Za-z_]\w*$/.test(text)) shell.variables.set(text, markedValue(...marksOf(stdin), ...typed))
    return UNKNOWN
  }
  const body = name === undefined ? undefined : shell.functions.get(name)
  // Defined further down: its body is read there, and it is no program.
  if (body === undefined && name !== undefined && shell.declared.has(name)) return UNKNOWN
  if (body !== undefined && shell.depth < 12) {
    words.slice(1, 10).forEach((word, index) => {
      shell.variables.set(String(index + 1), word)
    })
    shell.variables.set('@', joinWords(words.slice(1)))
    return evaluate(body, stdin, shell)
  }
  return runCommand(words, stdin, place, shell.trace)
}
