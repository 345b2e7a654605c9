import { execute, packageText, request } from './effects.ts'
import { callLibrary } from './library/library-table.ts'
import type { SyntaxNode } from './syntax.ts'
import type { Place, Trace } from './trace.ts'
import {
  type Call,
  type Callable,
  fieldValue,
  HOLE,
  joinValues,
  listValue,
  markedValue,
  marksOf,
  mergeMarks,
  refValue,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

/** Names and their values, with the names around them. */
interface Scope {
  readonly names: Map<string, Value>
  readonly parent: Scope | undefined
}

/** What one script knows while it is read. */
export interface Script {
  readonly trace: Trace
  readonly place: Place
  readonly source: string
  readonly language: 'python' | 'javascript'
  /** Reads one node of this script; here so that the parts of an interpreter need not know each other. */
  readonly evaluate: (node: SyntaxNode) => Value
  readonly module: Scope
  /** Functions not called yet; their bodies are evaluated at the end as if they were. */
  readonly uncalled: Set<Callable>
  scope: Scope
  returned: Value
  /** Above zero inside a branch or loop, where an assignment may not happen. */
  branches: number
  depth: number
  /** In a loop over anything else the names from before it. */
  before: ReadonlySet<string> | undefined
  /** Rounds of loops over constants left; then a loop is read once, like any other. */
  roundsLeft: number
  readonly stack: Set<Callable>
}

/** A script about to be read from its first line. */
export function startScript(
  trace: Trace,
  place: Place,
  source: string,
  language: Script['language'],
  evaluate: (node: SyntaxNode, script: Script) => Value,
): Script {
  const module: Scope = { names: new Map(), parent: undefined }
  const script: Script = {
    trace,
    place,
    source,
    language,
    evaluate: (node) => evaluate(node, script),
    module,
    uncalled: new Set(),
    scope: module,
    returned: UNKNOWN,
    branches: 0,
    depth: 0,
    before: undefined,
    roundsLeft: 5_000,
    stack: new Set(),
  }
  return script
}

/** The value of a name, looked up from the inside out. */
export function lookUp(script: Script, name: string): Value | undefined {
  for (let scope: Scope | undefined = script.scope; scope !== undefined; scope = scope.parent) {
    const value = scope.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** Gives a name a value; inside a branch the old value stays possible. */
export function define(script: Script, name: string, value: Value, isDeclaration = false): void {
  let scope = script.scope
  if (!isDeclaration)
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent)
      if (each.names.has(name)) scope = each
  const before = scope.names.get(name)
  scope.names.set(name, before !== undefined && script.branches > 0 ? joinValues(before, value) : value)
}

/** Makes a function of the package callable: each call reads its body with the arguments at hand. */
export function makeFunction(script: Script, name: string, run: (call: Call) => Value): Callable {
  const home = script.scope
  const known = new Map<string, Value>()
  const callable: Callable = {
    name,
    invoke: (call) => {
      script.uncalled.delete(callable)
      // A function that calls itself says nothing new the second time.
      if (script.stack.has(callable) || script.stack.size > 14)
        return markedValue(...mergeMarks(...call.args.map((arg) => marksOf(arg))))
      const key = [...call.args, ...call.named.values()].map(fingerprint).join('\n')
      const before = known.get(key)
      if (before !== undefined) return before
      const outer = { scope: script.scope, returned: script.returned, branches: script.branches, before: script.before }
      script.stack.add(callable)
      Object.assign(script, {
        scope: { names: new Map(), parent: home },
        returned: UNKNOWN,
        branches: 0,
        before: undefined,
      })
      try {
        const value = joinValues(run(call), script.returned)
        if (known.size < 64) known.set(key, value)
        return value
      } finally {
        script.stack.delete(callable)
        Object.assign(script, outer)
      }
    },
  }
  script.uncalled.add(callable)
  return callable
}

// Calls with arguments of which the same is known need not be read twice.
function fingerprint(value: Value): string {
  const parts = `${value.texts.join('\u0001')}|${value.number ?? ''}|${value.ref ?? ''}|${value.fn?.name ?? ''}`
  return `${parts}|${value.items?.length ?? ''}|${value.fields?.size ?? ''}|${marksOf(value).join()}|${(
    value.items ?? []
  )
    .slice(0, 8)
    .flatMap((item) => item.texts)
    .join('\u0001')}`
}

/** Evaluates the bodies of functions that the script itself never calls: other code may. */
export function callTheRest(script: Script): void {
  for (let round = 0; round < 4 && script.uncalled.size > 0; round++) {
    for (const callable of [...script.uncalled]) callable.invoke({ args: [], named: new Map() })
  }
}

/** What is made from a key and may be known to everybody, and what proves that somebody has it. */
const PUBLIC_PART =
  /^(?:address|pub_?key|public_?key|publicKey|publicAddress|getAddress|sign\w*|hexdigest|digest|fingerprint|length|(?:transaction_?)?hash)$/i

/** The member of a value: a field, an item, a method, or a name inside a library. */
export function memberOf(value: Value, name: string): Value {
  const field = value.fields?.get(name)
  if (field !== undefined) return field.fn === undefined ? field : { ...field, self: value }
  if (value.ref === 'process' && name === 'env') return { texts: [], marks: ['env:*'], ref: 'environment' }
  if ((value.ref === 'sys' || value.ref === 'process') && name === 'argv') return markedValue('input')
  // What a server is sent.
  if (name === 'rfile' || value.ref === 'flask.request') return markedValue('net:', 'socket')
  if (value.ref === 'document' && name === 'cookie') return markedValue('secret:browser storage')
  if (value.ref === 'process' && name === 'execPath') return textValue('node')
  if (value.ref === 'sys' && name === 'executable') return textValue('python3')
  if (value.ref === 'os' && name === 'environ') return { texts: [], marks: ['env:*'], ref: 'environment' }
  if (value.ref === 'environment' && /^[A-Z][A-Z0-9_]+$/.test(name)) return markedValue(`env:${name}`)
  return {
    ...(PUBLIC_PART.test(name) ? UNKNOWN : fieldValue(value, name)),
    ref: value.ref === undefined ? `?.${name}` : `${value.ref}.${name}`,
    self: value,
  }
}

/** An element by key or index. */
export function elementOf(value: Value, key: Value): Value {
  const [name] = key.texts
  if (value.ref === 'environment') {
    // Going through all names is taking all values.
    if (marksOf(key).includes('env:*')) return markedValue('env:*')
    return markedValue(name === undefined || name.includes(HOLE) ? 'env:?' : `env:${name}`)
  }
  if (value.items !== undefined && key.number !== undefined) {
    const at = key.number < 0 ? value.items.length + key.number : key.number
    return value.items[at] ?? markedValue(...marksOf(value))
  }
  if (name !== undefined && value.fields?.has(name)) return value.fields.get(name) ?? UNKNOWN
  // One of several, such as a path for each system: any of them.
  if (name === undefined && value.fields !== undefined && value.fields.size > 0 && value.fields.size <= 8)
    return [...value.fields.values()].reduce(joinValues)
  if (value.ref !== undefined && name !== undefined && key.number === undefined) return memberOf(value, name)
  if (key.number !== undefined && value.texts.length > 0 && value.items === undefined) {
    const at = key.number
    return { texts: value.texts.map((text) => text.at(at) ?? ''), marks: value.marks }
  }
  // A method taken by its name in a string is the method.
  if (value.texts.length > 0 && name !== undefined && /^[a-z][A-Za-z]+$/.test(name)) return memberOf(value, name)
  return name === undefined || key.number !== undefined ? { texts: [], marks: marksOf(value) } : fieldValue(value, name)
}

// What a loop goes over: the items, the characters of a text, or the files of a pattern.
function itemsOf(value: Value): readonly Value[] | undefined {
  if (value.items !== undefined) return value.items
  // Going through a folder or a pattern, each file is known as well as the pattern is.
  if (value.ref === 'path') return [value]
  const [text] = value.texts
  if (
    text !== undefined &&
    value.texts.length === 1 &&
    !text.includes(HOLE) &&
    text.length <= 4_000 &&
    value.ref === undefined
  ) {
    return value.bytes === true
      ? [...Buffer.from(text, 'latin1')].map((byte) => ({ texts: [], marks: value.marks, number: byte }))
      : [...text].map((char) => textValue(char, value.marks))
  }
  return undefined
}

function isConstant({ texts, number }: Value): boolean {
  return texts.length > 0 || number !== undefined
}

/** The items of a loop that is worth going through for real: constants, which is how codes become a text. */
export function constantItems(script: Script, value: Value): readonly Value[] | undefined {
  const items = itemsOf(value)
  if (!items?.every((item) => isConstant(item) || item.items?.every(isConstant) === true)) return undefined
  if (items.length > script.roundsLeft) return undefined
  script.roundsLeft -= items.length
  return items
}

/** A list of values in one, for spread and star arguments. */
export function spread(value: Value): Value[] {
  if (value.items !== undefined) return value.items
  const [text] = value.texts
  // `[...'text']` is its letters.
  return text === undefined || value.texts.length > 1 || text.length > 400
    ? [value]
    : [...text].map((letter) => textValue(letter, value.marks))
}

/** A library module, or the module of the package with that name. */
export function importModule(script: Script, specifier: string): Value {
  const own = script.trace.load(specifier, script.place.file)
  if (own !== undefined) return own
  importWritten(script, specifier)
  const data = specifier.endsWith('.json') ? packageText(script.trace, specifier, script.place.file) : undefined
  if (data === undefined) return refValue(specifier.replace(/^node:/, ''))
  return (
    callLibrary({
      ref: 'json.loads',
      args: [textValue(data)],
      named: new Map(),
      trace: script.trace,
      place: script.place,
      language: script.language,
    }) ?? UNKNOWN
  )
}

// A module that the script itself has put there, or one that is named by its address.
function importWritten(script: Script, specifier: string): void {
  const { trace, place, language } = script
  if (/^https?:/.test(specifier))
    execute(trace, place, request(trace, place, { url: textValue(specifier), what: 'import' }), language, 'import')
  const file = `${specifier.replaceAll('.', '/')}.py`
  for (const [path, content] of language === 'python' ? trace.written : [])
    if (path === file || path.endsWith(`/${file}`)) execute(trace, place, content, language, 'import')
}

/** A list whose items are known. */
export function toList(values: readonly Value[]): Value {
  return listValue([...values])
}
