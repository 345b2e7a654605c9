import { define, type Script } from './script.ts'
import { childOf, namedChildren, nodeText, type SyntaxNode } from './syntax.ts'
import { firstText, marksOf, type Value } from './value.ts'

// Of what goes through folders the first part is the folder.
function partOf(value: Value, index: number): Value {
  return index === 0 && value.ref === 'path' ? value : { texts: [], marks: marksOf(value) }
}

/** Gives a target its value: a name, an attribute, an element, or several of them. */
export function bindPython(target: SyntaxNode, value: Value, script: Script, isUpdate = false): void {
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
      const object = script.evaluate(childOf(target, 'object') ?? target)
      const name = nodeText(childOf(target, 'attribute') ?? target, source)
      object.fields?.set(name, value)
      return
    }
    case 'subscript': {
      const object = script.evaluate(childOf(target, 'value') ?? target)
      const key = firstText(script.evaluate(childOf(target, 'subscript') ?? target)) ?? `?${object.fields?.size ?? 0}`
      object.fields?.set(key, value)
      return
    }
    default: {
      const parts = namedChildren(target).filter((child) => child.type !== 'comment')
      for (const [index, part] of parts.entries())
        bindPython(part, value.items?.[index] ?? partOf(value, index), script)
    }
  }
}
