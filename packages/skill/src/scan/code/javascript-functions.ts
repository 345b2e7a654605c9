import { bindJavascript } from './javascript-bind.ts'
import { define, importModule, makeFunction, memberOf, type Script, toList } from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { type Call, firstText, recordValue, UNKNOWN, type Value } from './value.ts'

/** A function, method or arrow as something that can be called. */
export function javascriptFunction(node: SyntaxNode, script: Script, name: string): Value {
  const parameters = childOf(node, 'parameters') ?? childOf(node, 'parameter')
  const body = childOf(node, 'body')
  const run = (call: Call): Value => {
    if (call.self !== undefined && node.type !== 'arrow_function') define(script, 'this', call.self, true)
    define(script, 'arguments', toList(call.args), true)
    const list =
      parameters === undefined
        ? []
        : parameters.type === 'formal_parameters'
          ? namedChildren(parameters).filter((child) => child.type !== 'comment')
          : [parameters]
    for (const [index, parameter] of list.entries()) {
      const pattern = childOf(parameter, 'pattern') ?? parameter
      const fallback = childOf(parameter, 'value')
      const isRest = pattern.type === 'rest_pattern'
      const given = isRest ? toList(call.args.slice(index)) : call.args[index]
      bindJavascript(pattern, given ?? (fallback === undefined ? UNKNOWN : script.evaluate(fallback)), script, true)
    }
    if (body === undefined) return UNKNOWN
    const value = script.evaluate(body)
    return body.type === 'statement_block' ? UNKNOWN : value
  }
  return { texts: [], marks: [], fn: makeFunction(script, name, run) }
}

/** A class; one instance stands for all of them. */
export function javascriptClass(node: SyntaxNode, script: Script): Value {
  const instance = recordValue()
  const body = childOf(node, 'body')
  const outer = script.scope
  script.scope = { names: new Map([['this', instance]]), parent: outer }
  for (const child of body === undefined ? [] : namedChildren(body)) {
    const name = nodeText(childOf(child, 'name') ?? child, script.source)
    if (child.type === 'method_definition')
      instance.fields?.set(name, { ...javascriptFunction(child, script, name), self: instance })
    else if (child.type === 'public_field_definition')
      instance.fields?.set(name, script.evaluate(childOf(child, 'value') ?? child))
  }
  script.scope = outer
  const fn = makeFunction(script, 'constructor', (call) => {
    instance.fields?.get('constructor')?.fn?.invoke({ ...call, self: instance })
    return instance
  })
  const value: Value = {
    texts: [],
    marks: [],
    fn,
    ...(instance.fields === undefined ? {} : { fields: instance.fields }),
  }
  const name = childOf(node, 'name')
  if (name !== undefined) define(script, nodeText(name, script.source), value, true)
  return value
}

/** Defines the names an import statement brings. */
export function importJavascriptNames(node: SyntaxNode, script: Script): void {
  const sourceNode = childOf(node, 'source')
  const specifier = sourceNode === undefined ? undefined : firstText(script.evaluate(sourceNode))
  if (specifier === undefined) return
  const module = importModule(script, specifier)
  const visit = (each: SyntaxNode): void => {
    if (each.type === 'import_specifier') {
      const name = nodeText(childOf(each, 'name') ?? each, script.source)
      define(
        script,
        nodeText(childOf(each, 'alias') ?? childOf(each, 'name') ?? each, script.source),
        memberOf(module, name),
        true,
      )
    } else if (each.type === 'identifier')
      define(script, nodeText(each, script.source), module.fields?.get('default') ?? module, true)
    else for (const child of namedChildren(each)) visit(child)
  }
  for (const child of namedChildren(node)) if (child !== sourceNode) visit(child)
}
