import { decodeEscapes, hidesLetters } from '../text/decode-layers.ts'
import { note } from './effects.ts'
import { applyOperator, formatPercent } from './operators.ts'
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
  addMarks,
  type Call,
  concatValues,
  firstText,
  joinValues,
  mapTexts,
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
  const script = startScript(trace, place, text, 'python')
  script.module.names.set('__name__', textValue('__main__'))
  script.module.names.set('__file__', { ...textValue(place.file), ref: 'path' })
  const [first] = namedChildren(tree.root).filter((child) => child.type !== 'comment')
  const doc = first?.type === 'expression_statement' ? namedChildren(first)[0] : undefined
  if (doc?.type === 'string') script.module.names.set('__doc__', stringValue(doc, script))
  evaluate(tree.root, script)
  callTheRest(script)
  return recordValue(script.module.names)
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
      return lookUp(script, nodeText(node, source)) ?? refValue(nodeText(node, source))
    case 'string':
      return stringValue(node, script)
    case 'concatenated_string':
      return concatValues(...namedChildren(node).map((child) => evaluate(child, script)))
    case 'integer':
    case 'float':
      return numberValue(Number(nodeText(node, source).replaceAll('_', '')))
    case 'attribute': {
      const object = childOf(node, 'object')
      const name = childOf(node, 'attribute')
      if (object === undefined || name === undefined) return UNKNOWN
      return memberOf(evaluate(object, script), nodeText(name, source))
    }
    case 'subscript':
      return subscript(node, script)
    case 'call':
      return evaluateCall(node, script)
    case 'assignment':
      return assignment(node, script)
    case 'augmented_assignment': {
      const target = childOf(node, 'left')
      const right = childOf(node, 'right')
      if (target === undefined || right === undefined) return UNKNOWN
      const old = evaluate(target, script)
      const value = applyOperator(
        (nodeText(childOf(node, 'operator') ?? node, source) || '+=').slice(0, -1),
        old,
        evaluate(right, script),
      )
      // What is built up piece by piece keeps every piece.
      bind(target, value, script, true)
      return value
    }
    case 'named_expression': {
      const name = childOf(node, 'name')
      const value = evaluate(childOf(node, 'value') ?? node, script)
      if (name !== undefined) bind(name, value, script)
      return value
    }
    case 'binary_operator': {
      const left = evaluate(childOf(node, 'left') ?? node, script)
      const right = evaluate(childOf(node, 'right') ?? node, script)
      const operator = nodeText(childOf(node, 'operator') ?? node, source)
      if (operator === '%' && left.number === undefined && left.texts.length > 0) return formatPercent(left, right)
      return applyOperator(operator, left, right)
    }
    case 'boolean_operator':
    case 'conditional_expression': {
      let value: Value = UNKNOWN
      const parts = namedChildren(node)
      for (const [index, child] of parts.entries()) {
        const each = evaluate(child, script)
        // The condition of `a if b else c` decides, it does not flow.
        if (node.type === 'boolean_operator' || index !== 1) value = joinValues(value, each)
      }
      return value
    }
    case 'comparison_operator':
    case 'not_operator':
      for (const child of namedChildren(node)) evaluate(child, script)
      return UNKNOWN
    case 'list':
    case 'tuple':
    case 'set':
    case 'expression_list':
      return toList(
        namedChildren(node).flatMap((child) =>
          child.type === 'list_splat'
            ? spread(evaluate(child.children[1] ?? child, script))
            : [evaluate(child, script)],
        ),
      )
    case 'dictionary':
      return dictionary(node, script)
    case 'list_comprehension':
    case 'generator_expression':
    case 'set_comprehension':
    case 'dictionary_comprehension':
      return comprehension(node, script)
    case 'lambda':
      return functionValue(node, script, 'lambda')
    case 'function_definition': {
      const name = nodeText(childOf(node, 'name') ?? node, source)
      define(script, name, functionValue(node, script, name), true)
      return UNKNOWN
    }
    case 'class_definition':
      return classDefinition(node, script)
    case 'import_statement':
    case 'import_from_statement':
      importNames(node, script)
      return UNKNOWN
    case 'return_statement':
    case 'yield': {
      const value = namedChildren(node).map((child) => evaluate(child, script))
      script.returned = joinValues(
        script.returned,
        value.length === 1 && value[0] !== undefined ? value[0] : toList(value),
      )
      return UNKNOWN
    }
    case 'for_statement':
      return loop(node, script, () => evaluate(childOf(node, 'body') ?? node, script))
    case 'with_statement':
      return withStatement(node, script)
    case 'if_statement':
    case 'try_statement':
    case 'while_statement':
    case 'match_statement':
    case 'elif_clause':
    case 'else_clause':
    case 'except_clause':
    case 'case_clause': {
      script.branches++
      for (const child of namedChildren(node)) evaluate(child, script)
      script.branches--
      return UNKNOWN
    }
    case 'await':
    case 'parenthesized_expression':
    case 'expression_statement':
    case 'type_conversion': {
      let value: Value = UNKNOWN
      for (const child of namedChildren(node)) value = evaluate(child, script)
      return value
    }
    case 'comment':
    case 'type':
      return UNKNOWN
    default: {
      let value: Value = UNKNOWN
      for (const child of node.children) if (child.named) value = joinValues(value, evaluate(child, script))
      return node.type === 'block' || node.type === 'module' ? UNKNOWN : value
    }
  }
}

function stringValue(node: SyntaxNode, script: Script): Value {
  const { source } = script
  const start = node.children[0]
  const end = node.children.at(-1)
  if (start === undefined || end === undefined) return textValue('')
  const prefix = nodeText(start, source).toLowerCase()
  const isRaw = prefix.includes('r')
  const parts: Value[] = []
  let at = start.end
  const literal = (upTo: number): void => {
    if (upTo <= at) return
    const raw = source.slice(at, upTo)
    const escaped = !isRaw && hidesLetters(raw)
    const text = isRaw ? raw : (decodeEscapes(raw) ?? raw)
    if (/[\u200b-\u200d\u2060]/.test(text) && /\\u20/.test(raw))
      note(script.trace, placeAt(script.place, node.row), 'invisible', { what: 'writes zero-width characters' })
    parts.push(textValue(text, escaped ? ['layer:escapes'] : [], prefix.includes('b')))
  }
  for (const child of node.children) {
    if (child.type !== 'interpolation') continue
    literal(child.start)
    parts.push(evaluate(childOf(child, 'expression') ?? child, script))
    at = child.end
  }
  literal(end.type === 'string_end' ? end.start : node.end)
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : parts.length === 0 ? textValue('') : concatValues(...parts)
}

function evaluateCall(node: SyntaxNode, script: Script): Value {
  const callee = childOf(node, 'function')
  const args = childOf(node, 'arguments')
  if (callee === undefined) return UNKNOWN
  const target = evaluate(callee, script)
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
  if (node?.type === 'generator_expression') return { args: [evaluate(node, script)], named }
  for (const child of node === undefined ? [] : namedChildren(node)) {
    if (child.type === 'keyword_argument') {
      const name = childOf(child, 'name')
      const value = childOf(child, 'value')
      if (name !== undefined && value !== undefined) named.set(nodeText(name, script.source), evaluate(value, script))
    } else if (child.type === 'list_splat') args.push(...spread(evaluate(namedChildren(child)[0] ?? child, script)))
    else if (child.type === 'dictionary_splat') {
      const value = evaluate(namedChildren(child)[0] ?? child, script)
      for (const [key, field] of value.fields ?? []) named.set(key, field)
      if (value.fields === undefined) named.set('**', value)
    } else if (child.type !== 'comment') args.push(evaluate(child, script))
  }
  return { args, named }
}

function subscript(node: SyntaxNode, script: Script): Value {
  const value = evaluate(childOf(node, 'value') ?? node, script)
  const key = childOf(node, 'subscript')
  if (key === undefined) return value
  if (key.type !== 'slice') return elementOf(value, evaluate(key, script))
  const text = nodeText(key, script.source).replace(/\s/g, '')
  if (text === '::-1')
    return value.items === undefined
      ? mapTexts(value, (each) => [...each].reverse().join(''), 'reversed')
      : toList(value.items.toReversed())
  const bounds = /^(-?\d*):(-?\d*)(?::(-?\d+))?$/.exec(text)
  if (bounds === null) return { texts: [], marks: marksOf(value) }
  const from = bounds[1] === '' ? 0 : Number(bounds[1])
  const to = bounds[2] === '' ? undefined : Number(bounds[2])
  const step = bounds[3] === undefined ? 1 : Number(bounds[3])
  if (value.items !== undefined) return toList(value.items.slice(from, to))
  if (step > 1)
    return mapTexts(
      value,
      (each) => [...each.slice(from, to)].filter((_char, index) => index % step === 0).join(''),
      'split',
    )
  return { ...value, texts: value.texts.map((each) => each.slice(from, to)) }
}

function assignment(node: SyntaxNode, script: Script): Value {
  const left = childOf(node, 'left')
  const right = childOf(node, 'right')
  if (left === undefined || right === undefined) return UNKNOWN
  const value = evaluate(right, script)
  bind(left, value, script)
  return value
}

function bind(target: SyntaxNode, value: Value, script: Script, isUpdate = false): void {
  const { source } = script
  switch (target.type) {
    case 'identifier': {
      const name = nodeText(target, source)
      if (isUpdate) {
        const { branches } = script
        script.branches = 0
        define(script, name, value)
        script.branches = branches
      } else
        define(
          script,
          name,
          value,
          script.scope === script.module || !script.module.names.has(name) || script.scope.names.has(name),
        )
      return
    }
    case 'attribute': {
      const object = evaluate(childOf(target, 'object') ?? target, script)
      const name = nodeText(childOf(target, 'attribute') ?? target, source)
      object.fields?.set(name, value)
      return
    }
    case 'subscript': {
      const object = evaluate(childOf(target, 'value') ?? target, script)
      const key = firstText(evaluate(childOf(target, 'subscript') ?? target, script)) ?? `?${object.fields?.size ?? 0}`
      object.fields?.set(key, value)
      return
    }
    default: {
      const parts = namedChildren(target).filter((child) => child.type !== 'comment')
      for (const [index, part] of parts.entries())
        bind(part, value.items?.[index] ?? { texts: [], marks: marksOf(value) }, script)
    }
  }
}

function dictionary(node: SyntaxNode, script: Script): Value {
  const fields = new Map<string, Value>()
  let marks: readonly Value[] = []
  for (const child of namedChildren(node)) {
    if (child.type === 'pair') {
      const key = evaluate(childOf(child, 'key') ?? child, script)
      fields.set(firstText(key) ?? `?${fields.size}`, evaluate(childOf(child, 'value') ?? child, script))
    } else if (child.type === 'dictionary_splat') {
      const value = evaluate(namedChildren(child)[0] ?? child, script)
      for (const [key, field] of value.fields ?? []) fields.set(key, field)
      marks = [...marks, value]
    }
  }
  return recordValue(
    fields,
    marks.flatMap((value) => marksOf(value)),
  )
}

function comprehension(node: SyntaxNode, script: Script): Value {
  const clause = node.children.find((child) => child.type === 'for_in_clause')
  const body = childOf(node, 'body')
  if (clause === undefined || body === undefined) return UNKNOWN
  const results: Value[] = []
  loop(clause, script, () => {
    for (const child of node.children) if (child.type === 'if_clause') evaluate(child, script)
    for (const inner of node.children) if (inner.type === 'for_in_clause' && inner !== clause) bindLoop(inner, script)
    if (body.type === 'pair') {
      results.push(evaluate(childOf(body, 'key') ?? body, script), evaluate(childOf(body, 'value') ?? body, script))
    } else results.push(evaluate(body, script))
    return UNKNOWN
  })
  return toList(results)
}

function bindLoop(node: SyntaxNode, script: Script): void {
  const left = childOf(node, 'left')
  if (left !== undefined)
    bind(left, { texts: [], marks: marksOf(evaluate(childOf(node, 'right') ?? node, script)) }, script)
}

function loop(node: SyntaxNode, script: Script, body: () => Value): Value {
  const left = childOf(node, 'left')
  const over = evaluate(childOf(node, 'right') ?? node, script)
  const items = itemsOf(over)
  const { branches } = script
  if (
    items !== undefined &&
    items.length <= 4_000 &&
    items.every((item) => item.texts.length > 0 || item.number !== undefined)
  ) {
    // A list of constants is gone through for real: that is how codes become a text.
    script.branches = 0
    for (const item of items) {
      if (left !== undefined) bind(left, item, script)
      body()
      if (script.trace.stepsLeft <= 0) break
    }
  } else {
    script.branches++
    let each: Value = { texts: [], marks: marksOf(over) }
    for (const item of items ?? []) each = joinValues(each, item)
    if (left !== undefined) bind(left, each, script)
    body()
  }
  script.branches = branches
  return UNKNOWN
}

function withStatement(node: SyntaxNode, script: Script): Value {
  for (const clause of node.children.filter((child) => child.type === 'with_clause')) {
    for (const item of namedChildren(clause)) {
      const value = childOf(item, 'value') ?? item
      if (value.type === 'as_pattern') {
        const opened = evaluate(namedChildren(value)[0] ?? value, script)
        const alias = childOf(value, 'alias')
        if (alias !== undefined) bind(namedChildren(alias)[0] ?? alias, opened, script)
      } else evaluate(value, script)
    }
  }
  return evaluate(childOf(node, 'body') ?? node, script)
}

function functionValue(node: SyntaxNode, script: Script, name: string): Value {
  const parameters = childOf(node, 'parameters')
  const body = childOf(node, 'body')
  const run = (call: Call): Value => {
    bindParameters(parameters, call, script)
    if (body === undefined) return UNKNOWN
    const value = evaluate(body, script)
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
      define(script, name, given ?? (fallback === undefined ? UNKNOWN : evaluate(fallback, script)), true)
      position++
    }
  }
}

function classDefinition(node: SyntaxNode, script: Script): Value {
  const name = nodeText(childOf(node, 'name') ?? node, script.source)
  const outer = script.scope
  const members = { names: new Map<string, Value>(), parent: outer }
  script.scope = members
  const body = childOf(node, 'body')
  if (body !== undefined) for (const child of namedChildren(body)) evaluate(child, script)
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
  return UNKNOWN
}

function importNames(node: SyntaxNode, script: Script): void {
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
    const value = from === undefined ? importModule(script, alias === undefined ? key : name) : memberOf(from, name)
    define(
      script,
      key,
      from?.fields !== undefined && value.ref !== undefined
        ? (script.trace.load(`${moduleName}.${name}`, script.place.file) ?? value)
        : value,
      true,
    )
  }
}
