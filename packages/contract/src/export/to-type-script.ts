import type { Contract } from '../open-contract.ts'
import { isSchemaObject, type Schema } from '../schema.ts'
import { docComment } from './doc-comment.ts'
import { findCircles } from './find-circles.ts'
import { hoistSchemas } from './hoist-schemas.ts'
import { isInterface, objectType, type TypeContext, typeExpression } from './type-expression.ts'

/** The contract as TypeScript: a type for each input, output and definition, and `Actions`, a map of them by action name. */
export function toTypeScript(contract: Contract): string {
  const { schemas, actions } = hoistSchemas(contract, {
    nameOf: typeName,
    refTo: (name) => name,
    reserved: ['Actions'],
  })
  const circles = findCircles(new Map([...schemas].map(([name, schema]) => [name, directRefs(schema)])))
  const declarations = [...schemas].map(([name, schema]) => {
    const isOpen = (ref: string, isDirect: boolean) => isDirect && circles.has(name) && circles.has(ref)
    return declare(name, schema, { typeOfRef: (ref, isDirect) => (isOpen(ref, isDirect) ? 'unknown' : ref) })
  })
  const entries = [...actions].map(([action, { input, output }]) => {
    const comment = docComment(action.description === undefined ? {} : { description: action.description }, '  ')
    return `${comment}  ${JSON.stringify(action.name)}: { input: ${input}; output: ${output} }`
  })
  const title = [contract.title, contract.version].filter((text) => text !== undefined).join(' ')
  const head = docComment({ description: `${title === '' ? 'A skill contract' : title}. Generated: do not edit.` }, '')
  const map = `/** What each action takes and gives. */\nexport interface Actions {\n${entries.join('\n')}\n}\n`
  return [head, ...declarations, map].join('\n')
}

function declare(name: string, schema: Schema, context: TypeContext): string {
  const comment = docComment(schema, '')
  if (isInterface(schema)) return `${comment}export interface ${name} ${objectType(schema, context, '')}\n`
  return `${comment}export type ${name} = ${typeExpression(schema, context)}\n`
}

/** Words as a type name: `daily-news`, `input` becomes `DailyNewsInput`. */
function typeName(words: readonly string[]): string {
  const pieces = words.flatMap((word) => word.split(/[^\p{ID_Continue}$]+/u)).filter((piece) => piece !== '')
  const name = pieces.map((piece) => piece.slice(0, 1).toUpperCase() + piece.slice(1)).join('')
  return /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`
}

/** What an alias names with no member or item in between: a circle of such names is one that TypeScript refuses. */
function directRefs(schema: Schema, found = new Set<string>()): ReadonlySet<string> {
  if (!isSchemaObject(schema)) return found
  if (typeof schema.$ref === 'string') found.add(schema.$ref)
  for (const list of [schema.allOf, schema.anyOf, schema.oneOf]) for (const sub of list ?? []) directRefs(sub, found)
  return found
}
