import { callValue } from './call-value.ts'
import { define, importModule, makeFunction, memberOf, type Script, toList } from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { addMarks, type Call, recordValue, UNKNOWN, type Value } from './value.ts'

/** A function or lambda as something that can be called. */
export function pythonFunction(node: SyntaxNode, script: Script, name: string): Value {
  const parameters = childOf(node, 'parameters')
  const body = childOf(node, 'body')
  const run = (call: Call): Value => {
    bindParameters(parameters, call, script)
    if (body === undefined) return UNKNOWN
    const value = script.evaluate(body)
    return node.type === 'lambda' ? value : UNKNOWN
  }
  return { texts: [], marks: [], fn: makeFunction(script, name, run) }
}

function bindParameters(parameters: SyntaxNode | undefined, call: Call, script: Script): void {
  let position = 0
  const names = parameters === undefined ? [] : namedChildren(parameters)
  for (const parameter of names) {
    const named =
      childOf(parameter, 'name') ?? (parameter.type === 'identifier' ? parameter : namedChildren(parameter)[0])
    if (named === undefined) continue
    const name = nodeText(named.type === 'identifier' ? named : (namedChildren(named)[0] ?? named), script.source)
    if ((name === 'self' || name === 'cls') && position === 0 && call.self !== undefined) {
      define(script, name, call.self, true)
      continue
    }
    if (parameter.type === 'list_splat_pattern') define(script, name, toList(call.args.slice(position)), true)
    else if (parameter.type === 'dictionary_splat_pattern') define(script, name, recordValue(new Map(call.named)), true)
    else {
      const given = call.args[position] ?? call.named.get(name)
      const fallback = childOf(parameter, 'value')
      define(script, name, given ?? (fallback === undefined ? UNKNOWN : script.evaluate(fallback)), true)
      position++
    }
  }
}

/** Defines a class; one instance stands for all of them. */
export function pythonClass(node: SyntaxNode, script: Script): Value {
  const name = nodeText(childOf(node, 'name') ?? node, script.source)
  const outer = script.scope
  const members = { names: new Map<string, Value>(), parent: outer }
  script.scope = members
  const body = childOf(node, 'body')
  if (body !== undefined) for (const child of namedChildren(body)) script.evaluate(child)
  script.scope = outer
  // One instance stands for all: what a method keeps in self, every other method may read.
  const instance = recordValue(new Map(members.names))
  const fn = makeFunction(script, name, (call) => {
    members.names.get('__init__')?.fn?.invoke({ ...call, self: instance })
    return instance
  })
  define(script, name, { texts: [], marks: [], fn, fields: members.names }, true)
  for (const [key, value] of members.names)
    if (value.fn !== undefined) instance.fields?.set(key, addMarks({ ...value, self: instance }))
  for (const key of ['__reduce__', '__reduce_ex__']) callReduced(members.names.get(key), instance, node, script)
  return UNKNOWN
}

// What stands for an object when it is stored is a function and its arguments: loading it calls them.
function callReduced(method: Value | undefined, self: Value, node: SyntaxNode, script: Script): void {
  const [callee, given] = method?.fn?.invoke({ args: [], named: new Map(), self }).items ?? []
  if (callee?.ref !== undefined && given?.items !== undefined)
    callValue(script, callee, { args: given.items, named: new Map() }, node)
}

/** Defines the names an import statement brings. */
export function importPythonNames(node: SyntaxNode, script: Script): void {
  const { source } = script
  const moduleNode = childOf(node, 'module_name')
  const moduleName = moduleNode === undefined ? undefined : nodeText(moduleNode, source)
  const from = moduleName === undefined ? undefined : importModule(script, moduleName)
  if (from !== undefined && node.children.some((child) => child.type === 'wildcard_import')) {
    for (const [key, value] of from.fields ?? []) define(script, key, value, true)
  }
  for (const child of node.children) {
    if (child.field !== 'name') continue
    const name = nodeText(childOf(child, 'name') ?? child, source)
    const alias = childOf(child, 'alias')
    const key =
      alias === undefined ? (from === undefined ? (name.split('.')[0] ?? name) : name) : nodeText(alias, source)
    const isBeside = moduleName !== undefined && /^\.+$/.test(moduleName)
    const value = from === undefined ? importModule(script, alias === undefined ? key : name) : memberOf(from, name)
    define(
      script,
      key,
      (from?.fields !== undefined || isBeside) && value.ref !== undefined
        ? (script.trace.load(isBeside ? name : `${moduleName}.${name}`, script.place.file) ?? value)
        : value,
      true,
    )
  }
}
