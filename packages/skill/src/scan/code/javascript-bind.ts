import { define, memberOf, type Script } from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { firstText, marksOf, UNKNOWN, type Value } from './value.ts'

/** Gives a target its value: a name, a property, or a pattern of them. */
export function bindJavascript(target: SyntaxNode, value: Value, script: Script, isDeclaration = false): void {
  const { source } = script
  switch (target.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      define(script, nodeText(target, source), value, isDeclaration)
      return
    case 'member_expression': {
      const object = script.evaluate(childOf(target, 'object') ?? target)
      object.fields?.set(nodeText(childOf(target, 'property') ?? target, source), value)
      return
    }
    case 'subscript_expression': {
      const object = script.evaluate(childOf(target, 'object') ?? target)
      object.fields?.set(
        firstText(script.evaluate(childOf(target, 'index') ?? target)) ?? `?${object.fields.size}`,
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
        if (child.type === 'rest_pattern')
          bindJavascript(namedChildren(child)[0] ?? child, value, script, isDeclaration)
        else bindJavascript(inner, memberOf(value, nodeText(key, source)), script, isDeclaration)
      }
      return
    case 'array_pattern':
      for (const [index, child] of namedChildren(target).entries())
        bindJavascript(child, value.items?.[index] ?? { texts: [], marks: marksOf(value) }, script, isDeclaration)
      return
    case 'assignment_pattern':
    case 'object_assignment_pattern': {
      const left = childOf(target, 'left')
      if (left !== undefined)
        bindJavascript(
          left,
          value === UNKNOWN ? script.evaluate(childOf(target, 'right') ?? target) : value,
          script,
          isDeclaration,
        )
      return
    }
    case 'rest_pattern':
      bindJavascript(namedChildren(target)[0] ?? target, value, script, isDeclaration)
      return
    default:
  }
}
