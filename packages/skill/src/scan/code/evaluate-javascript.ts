import { callValue } from './call-value.ts'
import { bindJavascript } from './javascript-bind.ts'
import { importJavascriptNames, javascriptClass, javascriptFunction } from './javascript-functions.ts'
import { importJavascript } from './javascript-import.ts'
import { javascriptLoop, javascriptObject, javascriptString } from './javascript-values.ts'
import { comparedWith, orElse, patternValue, readBranch } from './one-setting.ts'
import { applyOperator } from './operators.ts'
import { callTheRest, elementOf, lookUp, memberOf, type Script, spread, startScript, toList } from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { isTooDeep, type Place, placeAt, type Trace, takeStep } from './trace.ts'
import {
  type Call,
  joinValues,
  marksOf,
  numberValue,
  recordValue,
  refValue,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

/** Reads JavaScript or TypeScript: values flow through names, calls, callbacks, objects and other modules of the package. */
export function evaluateJavascript(trace: Trace, text: string, place: Place): Value {
  const tree = trace.parse('javascript', text)
  if (tree === undefined) {
    trace.unfinished.add(place.file)
    return UNKNOWN
  }
  const script = startScript(trace, place, text, 'javascript', evaluate)
  const exported = recordValue()
  script.module.names.set('exports', exported)
  script.module.names.set('module', recordValue(new Map([['exports', exported]])))
  hoist(tree.root, script)
  script.evaluate(tree.root)
  callTheRest(script)
  const assigned = script.module.names.get('module')?.fields?.get('exports')
  const fields = new Map([...script.module.names, ...(exported.fields ?? []), ...(assigned?.fields ?? [])])
  return assigned?.fn === undefined ? recordValue(fields) : { ...recordValue(fields), fn: assigned.fn }
}

// Functions may be called above the line that declares them.
function hoist(node: SyntaxNode, script: Script): void {
  for (const child of node.children) {
    const declared = child.type === 'export_statement' ? (childOf(child, 'declaration') ?? child) : child
    if (/^(?:generator_)?function_declaration$/.test(declared.type)) declareFunction(declared, script)
  }
}

function declareFunction(node: SyntaxNode, script: Script): void {
  const name = nodeText(childOf(node, 'name') ?? node, script.source)
  if (!script.scope.names.has(name)) script.scope.names.set(name, javascriptFunction(node, script, name))
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
    case 'shorthand_property_identifier':
    case 'this':
      return lookUp(script, nodeText(node, source)) ?? refValue(nodeText(node, source))
    case 'string':
    case 'template_string':
      return javascriptString(node, script)
    case 'number':
      return numberValue(Number(nodeText(node, source).replaceAll('_', '')))
    case 'meta_property':
      return recordValue(new Map(['url', 'filename'].map((name) => [name, textValue(script.place.file)])))
    case 'regex': {
      const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(nodeText(node, source)) ?? []
      return patternValue(textValue(pattern), flags, 'regex')
    }
    case 'member_expression':
      return memberExpression(node, script)
    case 'subscript_expression':
      return elementOf(
        unwrapGlobal(script.evaluate(childOf(node, 'object') ?? node)),
        script.evaluate(childOf(node, 'index') ?? node),
      )
    case 'call_expression':
      return evaluateCall(node, script)
    case 'new_expression': {
      const made = script.evaluate(childOf(node, 'constructor') ?? node)
      return callValue(script, made, argumentsOf(childOf(node, 'arguments'), script), node)
    }
    case 'variable_declarator': {
      const name = childOf(node, 'name')
      const value = childOf(node, 'value')
      if (name !== undefined) bindJavascript(name, value === undefined ? UNKNOWN : script.evaluate(value), script, true)
      // `const c = connect(port, () => c.pipe(…))`: the callback runs when the name is there.
      if (name?.type === 'identifier' && value !== undefined && isUsedByCallback(name, value, source))
        script.evaluate(value)
      return UNKNOWN
    }
    case 'assignment_expression': {
      const value = script.evaluate(childOf(node, 'right') ?? node)
      const left = childOf(node, 'left')
      if (left !== undefined) bindJavascript(left, value, script)
      return value
    }
    case 'augmented_assignment_expression': {
      const left = childOf(node, 'left')
      if (left === undefined) return UNKNOWN
      const operator = nodeText(childOf(node, 'operator') ?? node, source).slice(0, -1)
      const value = applyOperator(operator, script.evaluate(left), script.evaluate(childOf(node, 'right') ?? node))
      const { branches } = script
      script.branches = 0
      bindJavascript(left, value, script)
      script.branches = branches
      return value
    }
    case 'binary_expression':
      return binaryExpression(node, script)
    case 'ternary_expression': {
      script.evaluate(childOf(node, 'condition') ?? node)
      return joinValues(
        script.evaluate(childOf(node, 'consequence') ?? node),
        script.evaluate(childOf(node, 'alternative') ?? node),
      )
    }
    case 'sequence_expression':
    case 'parenthesized_expression':
    case 'await_expression':
    case 'non_null_expression':
    case 'expression_statement': {
      let value: Value = UNKNOWN
      for (const child of namedChildren(node)) value = script.evaluate(child)
      return value
    }
    case 'as_expression':
    case 'satisfies_expression':
      return script.evaluate(namedChildren(node)[0] ?? node)
    case 'unary_expression':
    case 'update_expression':
      return { texts: [], marks: marksOf(script.evaluate(childOf(node, 'argument') ?? node)) }
    case 'object':
      return javascriptObject(node, script)
    case 'array':
      return toList(
        namedChildren(node).flatMap((child) =>
          child.type === 'spread_element'
            ? spread(script.evaluate(namedChildren(child)[0] ?? child))
            : child.type === 'comment'
              ? []
              : [script.evaluate(child)],
        ),
      )
    case 'arrow_function':
    case 'function_expression':
    case 'function':
    case 'generator_function':
      return javascriptFunction(node, script, 'function')
    case 'function_declaration':
    case 'generator_function_declaration':
      declareFunction(node, script)
      return UNKNOWN
    case 'class_declaration':
    case 'class':
      return javascriptClass(node, script)
    case 'import_statement':
      importJavascriptNames(node, script)
      return UNKNOWN
    case 'return_statement': {
      for (const child of namedChildren(node)) script.returned = joinValues(script.returned, script.evaluate(child))
      return UNKNOWN
    }
    case 'for_in_statement':
      return javascriptLoop(node, script)
    case 'if_statement':
      readBranch(node, script)
      return UNKNOWN
    case 'while_statement':
    case 'do_statement':
    case 'for_statement':
    case 'try_statement':
    case 'switch_statement': {
      script.branches++
      for (const child of namedChildren(node)) script.evaluate(child)
      script.branches--
      return UNKNOWN
    }
    case 'statement_block':
      hoist(node, script)
      for (const child of namedChildren(node)) script.evaluate(child)
      return UNKNOWN
    case 'comment':
    case 'type_annotation':
    case 'interface_declaration':
    case 'type_alias_declaration':
      return UNKNOWN
    default: {
      let value: Value = UNKNOWN
      for (const child of node.children) if (child.named) value = joinValues(value, script.evaluate(child))
      return value
    }
  }
}

function isUsedByCallback(name: SyntaxNode, value: SyntaxNode, source: string): boolean {
  const given =
    value.type === 'call_expression' || value.type === 'new_expression' ? childOf(value, 'arguments') : undefined
  const used = nodeText(name, source)
  return (
    given !== undefined &&
    namedChildren(given).some(
      (child) =>
        /^(?:arrow_function|function_expression|function)$/.test(child.type) &&
        nodeText(child, source).includes(`${used}.`),
    )
  )
}

function memberExpression(node: SyntaxNode, script: Script): Value {
  const object = unwrapGlobal(script.evaluate(childOf(node, 'object') ?? node))
  const property = nodeText(childOf(node, 'property') ?? node, script.source)
  if (property === 'length') return object.items === undefined ? UNKNOWN : numberValue(object.items.length)
  return memberOf(object, property)
}

// `globalThis.eval` is `eval`, `module.require` is `require`, `util.promisify(exec)` is `exec`.
function unwrapGlobal(value: Value): Value {
  return value.ref !== undefined && /^(?:globalThis|global|window|self)$/.test(value.ref)
    ? { texts: [], marks: [], fields: GLOBALS }
    : value
}

const GLOBALS: Map<string, Value> = new Map(
  [
    'eval',
    'Function',
    'fetch',
    'process',
    'require',
    'atob',
    'Buffer',
    'setTimeout',
    'setInterval',
    'localStorage',
    'sessionStorage',
    'document',
    'navigator',
    'XMLHttpRequest',
    'WebSocket',
  ].map((name) => [name, refValue(name)]),
)

function evaluateCall(node: SyntaxNode, script: Script): Value {
  const callee = childOf(node, 'function')
  if (callee === undefined) return UNKNOWN
  const argumentNode = childOf(node, 'arguments')
  if (argumentNode?.type === 'template_string')
    return taggedTemplate(script.evaluate(callee), argumentNode, node, script)
  const target = callee.type === 'import' ? refValue('require') : script.evaluate(callee)
  const call = argumentsOf(argumentNode, script)
  if (target.ref !== undefined && /(?:^|\.)(?:require|createRequire)$/.test(target.ref))
    return importJavascript(script, call.args[0] ?? UNKNOWN, placeAt(script.place, node.row))
  if (target.ref !== undefined && /(?:^|\.)promisify$/.test(target.ref)) return call.args[0] ?? UNKNOWN
  if (
    target.ref !== undefined &&
    target.self?.ref !== 'Reflect' &&
    /\.(?:bind|call|apply)$/.test(target.ref) &&
    target.self !== undefined
  ) {
    const [, ...rest] = call.args
    const args = target.ref.endsWith('apply') ? (rest[0]?.items ?? rest) : rest
    return target.ref.endsWith('bind') ? target.self : callValue(script, target.self, { args, named: call.named }, node)
  }
  return callValue(script, target, call, node)
}

// zx and Bun run what stands in a template behind a dollar sign.
function taggedTemplate(tag: Value, template: SyntaxNode, node: SyntaxNode, script: Script): Value {
  const text = javascriptString(template, script)
  return tag.ref !== undefined && /^(?:\$|(?:Bun|bun|zx|execa)\.\$|shell)$/.test(tag.ref)
    ? callValue(script, refValue('child_process.exec'), { args: [text], named: new Map() }, node)
    : text
}

function argumentsOf(node: SyntaxNode | undefined, script: Script): Call {
  const args: Value[] = []
  for (const child of node === undefined ? [] : namedChildren(node)) {
    if (child.type === 'spread_element') args.push(...spread(script.evaluate(namedChildren(child)[0] ?? child)))
    else if (child.type !== 'comment') args.push(script.evaluate(child))
  }
  return { args, named: new Map() }
}

function binaryExpression(node: SyntaxNode, script: Script): Value {
  const left = script.evaluate(childOf(node, 'left') ?? node)
  const right = script.evaluate(childOf(node, 'right') ?? node)
  const operator = nodeText(childOf(node, 'operator') ?? node, script.source)
  if (operator === '||' || operator === '??') return orElse(joinValues(left, right))
  if (operator === '&&') return joinValues(left, right)
  if (/^===?$/.test(operator)) return comparedWith(left, right)
  if (/^[=!<>]=?=?$|^in(?:stanceof)?$/.test(operator)) return UNKNOWN
  // A slash divides here; it does not join paths.
  if (operator === '/' && (left.number === undefined || right.number === undefined)) return UNKNOWN
  return applyOperator(operator, left, right)
}
