import { callValue } from './call-value.ts'
import { comparedWith, orElse, readBranch } from './one-setting.ts'
import { applyOperator, formatPercent } from './operators.ts'
import { bindPython } from './python-bind.ts'
import { importPythonNames, pythonClass, pythonFunction } from './python-functions.ts'
import { pythonComprehension, pythonDictionary, pythonLoop, pythonString, pythonSubscript } from './python-values.ts'
import {
  callTheRest,
  define,
  importModule,
  lookUp,
  memberOf,
  type Script,
  spread,
  startScript,
  toList,
} from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { isTooDeep, type Place, type Trace, takeStep } from './trace.ts'
import {
  type Call,
  concatValues,
  firstText,
  joinValues,
  markedValue,
  marksOf,
  numberValue,
  recordValue,
  refValue,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

/** Reads Python: values flow through names, calls, containers and other modules of the package. Returns what the module defines. */
export function evaluatePython(trace: Trace, text: string, place: Place): Value {
  const tree = trace.parse('python', text)
  if (tree === undefined) {
    trace.unfinished.add(place.file)
    return UNKNOWN
  }
  const script = startScript(trace, place, text, 'python', evaluate)
  script.module.names.set('__name__', textValue('__main__'))
  script.module.names.set('__file__', { ...textValue(place.file), ref: 'path' })
  const [first] = namedChildren(tree.root).filter((child) => child.type !== 'comment')
  const doc = first?.type === 'expression_statement' ? namedChildren(first)[0] : undefined
  if (doc?.type === 'string') script.module.names.set('__doc__', pythonString(doc, script))
  script.evaluate(tree.root)
  callTheRest(script)
  return recordValue(script.module.names)
}

function evaluate(node: SyntaxNode, script: Script): Value {
  if (!takeStep(script.trace, script.place) || isTooDeep(script.depth, 150, script.trace, script.place)) return UNKNOWN
  script.depth++
  try {
    return evaluateNode(node, script)
  } finally {
    script.depth--
  }
}

function evaluateNode(node: SyntaxNode, script: Script): Value {
  const { source } = script
  switch (node.type) {
    case 'identifier':
      return lookUp(script, nodeText(node, source)) ?? refValue(nodeText(node, source))
    case 'string':
      return pythonString(node, script)
    case 'concatenated_string':
      return concatValues(...namedChildren(node).map((child) => script.evaluate(child)))
    case 'integer':
    case 'float':
      return numberValue(Number(nodeText(node, source).replaceAll('_', '')))
    case 'attribute': {
      const object = childOf(node, 'object')
      const name = childOf(node, 'attribute')
      if (object === undefined || name === undefined) return UNKNOWN
      return memberOf(script.evaluate(object), nodeText(name, source))
    }
    case 'subscript':
      return pythonSubscript(node, script)
    case 'call':
      return evaluateCall(node, script)
    case 'assignment':
      return assignment(node, script)
    case 'augmented_assignment': {
      const target = childOf(node, 'left')
      const right = childOf(node, 'right')
      if (target === undefined || right === undefined) return UNKNOWN
      const old = script.evaluate(target)
      const value = applyOperator(
        (nodeText(childOf(node, 'operator') ?? node, source) || '+=').slice(0, -1),
        old,
        script.evaluate(right),
      )
      // What is built up piece by piece keeps every piece.
      bindPython(target, value, script, true)
      return value
    }
    case 'named_expression': {
      const name = childOf(node, 'name')
      const value = script.evaluate(childOf(node, 'value') ?? node)
      if (name !== undefined) bindPython(name, value, script)
      return value
    }
    case 'binary_operator': {
      const left = script.evaluate(childOf(node, 'left') ?? node)
      const right = script.evaluate(childOf(node, 'right') ?? node)
      const operator = nodeText(childOf(node, 'operator') ?? node, source)
      if (operator === '%' && left.number === undefined && left.texts.length > 0) return formatPercent(left, right)
      return applyOperator(operator, left, right)
    }
    case 'boolean_operator':
    case 'conditional_expression': {
      let value: Value = UNKNOWN
      const parts = namedChildren(node)
      for (const [index, child] of parts.entries()) {
        const each = script.evaluate(child)
        // The condition of `a if b else c` decides, it does not flow.
        if (node.type === 'boolean_operator' || index !== 1) value = joinValues(value, each)
      }
      return nodeText(childOf(node, 'operator') ?? node, source) === 'or' ? orElse(value) : value
    }
    case 'comparison_operator': {
      const [left = UNKNOWN, right] = namedChildren(node).map((child) => script.evaluate(child))
      return nodeText(childOf(node, 'operators') ?? node, source) === '==' ? comparedWith(left, right) : UNKNOWN
    }
    case 'not_operator':
      for (const child of namedChildren(node)) script.evaluate(child)
      return UNKNOWN
    case 'list':
    case 'tuple':
    case 'set':
    case 'expression_list':
      return toList(
        namedChildren(node).flatMap((child) =>
          child.type === 'list_splat' ? spread(script.evaluate(child.children[1] ?? child)) : [script.evaluate(child)],
        ),
      )
    case 'dictionary':
      return pythonDictionary(node, script)
    case 'list_comprehension':
    case 'generator_expression':
    case 'set_comprehension':
    case 'dictionary_comprehension':
      return pythonComprehension(node, script)
    case 'lambda':
      return pythonFunction(node, script, 'lambda')
    case 'function_definition': {
      const name = nodeText(childOf(node, 'name') ?? node, source)
      define(script, name, pythonFunction(node, script, name), true)
      return UNKNOWN
    }
    case 'class_definition':
      return pythonClass(node, script)
    case 'import_statement':
    case 'import_from_statement':
      importPythonNames(node, script)
      return UNKNOWN
    case 'return_statement':
    case 'yield': {
      const value = namedChildren(node).map((child) => script.evaluate(child))
      script.returned = joinValues(
        script.returned,
        value.length === 1 && value[0] !== undefined ? value[0] : toList(value),
      )
      return UNKNOWN
    }
    case 'for_statement':
      return pythonLoop(node, script, () => script.evaluate(childOf(node, 'body') ?? node))
    case 'with_statement':
      return withStatement(node, script)
    case 'if_statement':
    case 'elif_clause':
      readBranch(node, script)
      return UNKNOWN
    case 'try_statement':
    case 'while_statement':
    case 'match_statement':
    case 'else_clause':
    case 'except_clause':
    case 'case_clause': {
      script.branches++
      for (const child of namedChildren(node)) script.evaluate(child)
      script.branches--
      return UNKNOWN
    }
    case 'await':
    case 'parenthesized_expression':
    case 'expression_statement':
    case 'type_conversion': {
      let value: Value = UNKNOWN
      for (const child of namedChildren(node)) value = script.evaluate(child)
      return value
    }
    case 'comment':
    case 'type':
      return UNKNOWN
    default: {
      let value: Value = UNKNOWN
      for (const child of node.children) if (child.named) value = joinValues(value, script.evaluate(child))
      return node.type === 'block' || node.type === 'module' ? UNKNOWN : value
    }
  }
}

function evaluateCall(node: SyntaxNode, script: Script): Value {
  const callee = childOf(node, 'function')
  const args = childOf(node, 'arguments')
  if (callee === undefined) return UNKNOWN
  const target = script.evaluate(callee)
  const call = argumentsOf(args, script)
  if (target.ref === 'getattr' || target.ref === 'builtins.getattr')
    return memberOf(call.args[0] ?? UNKNOWN, firstText(call.args[1]) ?? '?')
  if (target.ref === '__import__' || target.ref === 'builtins.__import__' || target.ref === 'importlib.import_module') {
    const name = firstText(call.args[0])
    return name === undefined ? markedValue(...marksOf(call.args[0] ?? UNKNOWN)) : importModule(script, name)
  }
  if (target.ref === 'globals' || target.ref === 'locals' || target.ref === 'vars')
    return recordValue(script.module.names)
  return callValue(script, target, call, node)
}

function argumentsOf(node: SyntaxNode | undefined, script: Script): Call {
  const args: Value[] = []
  const named = new Map<string, Value>()
  if (node?.type === 'generator_expression') return { args: [script.evaluate(node)], named }
  for (const child of node === undefined ? [] : namedChildren(node)) {
    if (child.type === 'keyword_argument') {
      const name = childOf(child, 'name')
      const value = childOf(child, 'value')
      if (name !== undefined && value !== undefined) named.set(nodeText(name, script.source), script.evaluate(value))
    } else if (child.type === 'list_splat') args.push(...spread(script.evaluate(namedChildren(child)[0] ?? child)))
    else if (child.type === 'dictionary_splat') {
      const value = script.evaluate(namedChildren(child)[0] ?? child)
      for (const [key, field] of value.fields ?? []) named.set(key, field)
      if (value.fields === undefined) named.set('**', value)
    } else if (child.type !== 'comment') args.push(script.evaluate(child))
  }
  return { args, named }
}

function assignment(node: SyntaxNode, script: Script): Value {
  const left = childOf(node, 'left')
  const right = childOf(node, 'right')
  if (left === undefined || right === undefined) return UNKNOWN
  const value = script.evaluate(right)
  bindPython(left, value, script)
  return value
}

function withStatement(node: SyntaxNode, script: Script): Value {
  for (const clause of node.children.filter((child) => child.type === 'with_clause')) {
    for (const item of namedChildren(clause)) {
      const value = childOf(item, 'value') ?? item
      if (value.type === 'as_pattern') {
        const opened = script.evaluate(namedChildren(value)[0] ?? value)
        const alias = childOf(value, 'alias')
        if (alias !== undefined) bindPython(namedChildren(alias)[0] ?? alias, opened, script)
      } else script.evaluate(value)
    }
  }
  return script.evaluate(childOf(node, 'body') ?? node)
}
