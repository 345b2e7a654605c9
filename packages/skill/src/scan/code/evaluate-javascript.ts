import { decodeEscapes, hidesLetters } from '../text/decode-layers.ts'
import { note } from './effects.ts'
import { applyOperator } from './operators.ts'
import {
  callTheRest,
  callValue,
  define,
  elementOf,
  importModule,
  itemsOf,
  lookUp,
  makeFunction,
  memberOf,
  type Script,
  spread,
  startScript,
  toList,
} from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { type Place, placeAt, type Trace, takeStep } from './trace.ts'
import {
  type Call,
  concatValues,
  firstText,
  joinValues,
  markedValue,
  marksOf,
  mergeMarks,
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
  const script = startScript(trace, place, text, 'javascript')
  const exported = recordValue()
  script.module.names.set('exports', exported)
  script.module.names.set('module', recordValue(new Map([['exports', exported]])))
  hoist(tree.root, script)
  evaluate(tree.root, script)
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
  if (!script.scope.names.has(name)) script.scope.names.set(name, functionValue(node, script, name))
}

function evaluate(node: SyntaxNode, script: Script): Value {
  if (!takeStep(script.trace, script.place) || script.depth > 150) return UNKNOWN
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
      return stringValue(node, script)
    case 'number':
      return numberValue(Number(nodeText(node, source).replaceAll('_', '')))
    case 'regex':
      return { texts: [], marks: [], ref: 'regex' }
    case 'member_expression':
      return memberExpression(node, script)
    case 'subscript_expression':
      return elementOf(
        unwrapGlobal(evaluate(childOf(node, 'object') ?? node, script)),
        evaluate(childOf(node, 'index') ?? node, script),
      )
    case 'call_expression':
      return evaluateCall(node, script)
    case 'new_expression': {
      const made = evaluate(childOf(node, 'constructor') ?? node, script)
      return callValue(script, made, argumentsOf(childOf(node, 'arguments'), script), node)
    }
    case 'variable_declarator': {
      const name = childOf(node, 'name')
      const value = childOf(node, 'value')
      if (name !== undefined) bind(name, value === undefined ? UNKNOWN : evaluate(value, script), script, true)
      return UNKNOWN
    }
    case 'assignment_expression': {
      const value = evaluate(childOf(node, 'right') ?? node, script)
      const left = childOf(node, 'left')
      if (left !== undefined) bind(left, value, script)
      return value
    }
    case 'augmented_assignment_expression': {
      const left = childOf(node, 'left')
      if (left === undefined) return UNKNOWN
      const operator = nodeText(childOf(node, 'operator') ?? node, source).slice(0, -1)
      const value = applyOperator(operator, evaluate(left, script), evaluate(childOf(node, 'right') ?? node, script))
      const { branches } = script
      script.branches = 0
      bind(left, value, script)
      script.branches = branches
      return value
    }
    case 'binary_expression':
      return binaryExpression(node, script)
    case 'ternary_expression': {
      evaluate(childOf(node, 'condition') ?? node, script)
      return joinValues(
        evaluate(childOf(node, 'consequence') ?? node, script),
        evaluate(childOf(node, 'alternative') ?? node, script),
      )
    }
    case 'sequence_expression':
    case 'parenthesized_expression':
    case 'await_expression':
    case 'non_null_expression':
    case 'expression_statement': {
      let value: Value = UNKNOWN
      for (const child of namedChildren(node)) value = evaluate(child, script)
      return value
    }
    case 'as_expression':
    case 'satisfies_expression':
      return evaluate(namedChildren(node)[0] ?? node, script)
    case 'unary_expression':
    case 'update_expression':
      return { texts: [], marks: marksOf(evaluate(childOf(node, 'argument') ?? node, script)) }
    case 'object':
      return objectValue(node, script)
    case 'array':
      return toList(
        namedChildren(node).flatMap((child) =>
          child.type === 'spread_element'
            ? spread(evaluate(namedChildren(child)[0] ?? child, script))
            : child.type === 'comment'
              ? []
              : [evaluate(child, script)],
        ),
      )
    case 'arrow_function':
    case 'function_expression':
    case 'function':
    case 'generator_function':
      return functionValue(node, script, 'function')
    case 'function_declaration':
    case 'generator_function_declaration':
      declareFunction(node, script)
      return UNKNOWN
    case 'class_declaration':
    case 'class':
      return classValue(node, script)
    case 'import_statement':
      importNames(node, script)
      return UNKNOWN
    case 'return_statement': {
      for (const child of namedChildren(node)) script.returned = joinValues(script.returned, evaluate(child, script))
      return UNKNOWN
    }
    case 'for_in_statement':
      return loop(node, script)
    case 'if_statement':
    case 'while_statement':
    case 'do_statement':
    case 'for_statement':
    case 'try_statement':
    case 'switch_statement': {
      script.branches++
      for (const child of namedChildren(node)) evaluate(child, script)
      script.branches--
      return UNKNOWN
    }
    case 'statement_block':
      hoist(node, script)
      for (const child of namedChildren(node)) evaluate(child, script)
      return UNKNOWN
    case 'comment':
    case 'type_annotation':
    case 'interface_declaration':
    case 'type_alias_declaration':
      return UNKNOWN
    default: {
      let value: Value = UNKNOWN
      for (const child of node.children) if (child.named) value = joinValues(value, evaluate(child, script))
      return value
    }
  }
}

function stringValue(node: SyntaxNode, script: Script): Value {
  const { source } = script
  const parts: Value[] = []
  let at = node.start + 1
  const literal = (upTo: number): void => {
    if (upTo <= at) return
    const raw = source.slice(at, upTo)
    const text = decodeEscapes(raw) ?? raw
    if (/[\u200b-\u200d\u2060]/.test(text) && /\\u20/.test(raw))
      note(script.trace, placeAt(script.place, node.row), 'invisible', { what: 'writes zero-width characters' })
    parts.push(textValue(text, hidesLetters(raw) ? ['layer:escapes'] : []))
  }
  for (const child of node.children) {
    if (child.type !== 'template_substitution') continue
    literal(child.start)
    parts.push(evaluate(namedChildren(child)[0] ?? child, script))
    at = child.end
  }
  literal(node.end - 1)
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : parts.length === 0 ? textValue('') : concatValues(...parts)
}

function memberExpression(node: SyntaxNode, script: Script): Value {
  const object = unwrapGlobal(evaluate(childOf(node, 'object') ?? node, script))
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
    return taggedTemplate(evaluate(callee, script), argumentNode, node, script)
  const target = callee.type === 'import' ? refValue('require') : evaluate(callee, script)
  const call = argumentsOf(argumentNode, script)
  if (target.ref !== undefined && /(?:^|\.)(?:require|createRequire)$/.test(target.ref)) {
    const name = firstText(call.args[0])
    return name === undefined ? markedValue(...marksOf(call.args[0] ?? UNKNOWN)) : importModule(script, name)
  }
  if (target.ref !== undefined && /(?:^|\.)promisify$/.test(target.ref)) return call.args[0] ?? UNKNOWN
  if (target.ref !== undefined && /\.(?:bind|call|apply)$/.test(target.ref) && target.self !== undefined) {
    const [, ...rest] = call.args
    const args = target.ref.endsWith('apply') ? (rest[0]?.items ?? rest) : rest
    return target.ref.endsWith('bind') ? target.self : callValue(script, target.self, { args, named: call.named }, node)
  }
  return callValue(script, target, call, node)
}

// zx and Bun run what stands in a template behind a dollar sign.
function taggedTemplate(tag: Value, template: SyntaxNode, node: SyntaxNode, script: Script): Value {
  const text = stringValue(template, script)
  return tag.ref !== undefined && /^(?:\$|Bun\.\$|zx\.\$|execa\.\$|shell)$/.test(tag.ref)
    ? callValue(script, refValue('child_process.exec'), { args: [text], named: new Map() }, node)
    : text
}

function argumentsOf(node: SyntaxNode | undefined, script: Script): Call {
  const args: Value[] = []
  for (const child of node === undefined ? [] : namedChildren(node)) {
    if (child.type === 'spread_element') args.push(...spread(evaluate(namedChildren(child)[0] ?? child, script)))
    else if (child.type !== 'comment') args.push(evaluate(child, script))
  }
  return { args, named: new Map() }
}

function binaryExpression(node: SyntaxNode, script: Script): Value {
  const left = evaluate(childOf(node, 'left') ?? node, script)
  const right = evaluate(childOf(node, 'right') ?? node, script)
  const operator = nodeText(childOf(node, 'operator') ?? node, script.source)
  if (operator === '||' || operator === '??' || operator === '&&') return joinValues(left, right)
  if (/^[=!<>]=?=?$|^in(?:stanceof)?$/.test(operator)) return UNKNOWN
  // A slash divides here; it does not join paths.
  if (operator === '/' && (left.number === undefined || right.number === undefined)) return UNKNOWN
  return applyOperator(operator, left, right)
}

function bind(target: SyntaxNode, value: Value, script: Script, isDeclaration = false): void {
  const { source } = script
  switch (target.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      define(script, nodeText(target, source), value, isDeclaration)
      return
    case 'member_expression': {
      const object = evaluate(childOf(target, 'object') ?? target, script)
      object.fields?.set(nodeText(childOf(target, 'property') ?? target, source), value)
      return
    }
    case 'subscript_expression': {
      const object = evaluate(childOf(target, 'object') ?? target, script)
      object.fields?.set(
        firstText(evaluate(childOf(target, 'index') ?? target, script)) ?? `?${object.fields.size}`,
        value,
      )
      return
    }
    case 'object_pattern':
      for (const child of namedChildren(target)) {
        const inner =
          child.type === 'pair_pattern'
            ? childOf(child, 'value')
            : child.type === 'object_assignment_pattern'
              ? childOf(child, 'left')
              : child
        const key = child.type === 'pair_pattern' ? childOf(child, 'key') : inner
        if (inner === undefined || key === undefined) continue
        if (child.type === 'rest_pattern') bind(namedChildren(child)[0] ?? child, value, script, isDeclaration)
        else bind(inner, memberOf(value, nodeText(key, source)), script, isDeclaration)
      }
      return
    case 'array_pattern':
      for (const [index, child] of namedChildren(target).entries())
        bind(child, value.items?.[index] ?? { texts: [], marks: marksOf(value) }, script, isDeclaration)
      return
    case 'assignment_pattern':
    case 'object_assignment_pattern': {
      const left = childOf(target, 'left')
      if (left !== undefined)
        bind(
          left,
          value === UNKNOWN ? evaluate(childOf(target, 'right') ?? target, script) : value,
          script,
          isDeclaration,
        )
      return
    }
    case 'rest_pattern':
      bind(namedChildren(target)[0] ?? target, value, script, isDeclaration)
      return
    default:
  }
}

function objectValue(node: SyntaxNode, script: Script): Value {
  const fields = new Map<string, Value>()
  const marks: Value[] = []
  for (const child of namedChildren(node)) {
    if (child.type === 'pair') {
      const key = childOf(child, 'key')
      const name =
        key === undefined
          ? '?'
          : key.type === 'computed_property_name' || key.type === 'string'
            ? (firstText(evaluate(key, script)) ?? '?')
            : nodeText(key, script.source)
      fields.set(name, evaluate(childOf(child, 'value') ?? child, script))
    } else if (child.type === 'shorthand_property_identifier')
      fields.set(nodeText(child, script.source), evaluate(child, script))
    else if (child.type === 'method_definition')
      fields.set(nodeText(childOf(child, 'name') ?? child, script.source), functionValue(child, script, 'method'))
    else if (child.type === 'spread_element') {
      const value = evaluate(namedChildren(child)[0] ?? child, script)
      for (const [key, field] of value.fields ?? []) fields.set(key, field)
      marks.push(value)
    }
  }
  return recordValue(fields, mergeMarks(...marks.map((value) => marksOf(value))))
}

function functionValue(node: SyntaxNode, script: Script, name: string): Value {
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
      bind(pattern, given ?? (fallback === undefined ? UNKNOWN : evaluate(fallback, script)), script, true)
    }
    if (body === undefined) return UNKNOWN
    const value = evaluate(body, script)
    return body.type === 'statement_block' ? UNKNOWN : value
  }
  return { texts: [], marks: [], fn: makeFunction(script, name, run) }
}

function classValue(node: SyntaxNode, script: Script): Value {
  const instance = recordValue()
  const body = childOf(node, 'body')
  const outer = script.scope
  script.scope = { names: new Map([['this', instance]]), parent: outer }
  for (const child of body === undefined ? [] : namedChildren(body)) {
    const name = nodeText(childOf(child, 'name') ?? child, script.source)
    if (child.type === 'method_definition')
      instance.fields?.set(name, { ...functionValue(child, script, name), self: instance })
    else if (child.type === 'public_field_definition')
      instance.fields?.set(name, evaluate(childOf(child, 'value') ?? child, script))
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

function importNames(node: SyntaxNode, script: Script): void {
  const sourceNode = childOf(node, 'source')
  const specifier = sourceNode === undefined ? undefined : firstText(evaluate(sourceNode, script))
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

function loop(node: SyntaxNode, script: Script): Value {
  const left = childOf(node, 'left')
  const over = evaluate(childOf(node, 'right') ?? node, script)
  const body = childOf(node, 'body')
  const items = /\bin\b/.test(nodeText(childOf(node, 'operator') ?? node, script.source).slice(0, 3))
    ? undefined
    : itemsOf(over)
  const { branches } = script
  if (items !== undefined && items.every((item) => item.texts.length > 0 || item.number !== undefined)) {
    script.branches = 0
    for (const item of items.slice(0, 4_000)) {
      if (left !== undefined) bind(left, item, script, true)
      if (body !== undefined) evaluate(body, script)
      if (script.trace.stepsLeft <= 0) break
    }
  } else {
    script.branches++
    if (left !== undefined) bind(left, { texts: [], marks: marksOf(over) }, script, true)
    if (body !== undefined) evaluate(body, script)
  }
  script.branches = branches
  return UNKNOWN
}
