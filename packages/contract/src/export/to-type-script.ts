import type { Contract } from '../open-contract.ts'
import type { Schema } from '../schema.ts'
import { docComment } from './doc-comment.ts'
import { hoistSchemas } from './hoist-schemas.ts'
import { isInterface, objectType, typeExpression } from './type-expression.ts'

/** The contract as TypeScript: a type for each input, output and definition, and `Actions`, a map of them by action name. */
export function toTypeScript(contract: Contract): string {
  const { schemas, actions } = hoistSchemas(contract, {
    nameOf: typeName,
    refTo: (name) => name,
    reserved: ['Actions'],
  })
  const declarations = [...schemas].map(([name, schema]) => declare(name, schema))
  const entries = [...actions].map(([action, { input, output }]) => {
    const comment = docComment(action.description === undefined ? {} : { description: action.description }, '  ')
    return `${comment}  ${JSON.stringify(action.name)}: { input: ${input}; output: ${output} }`
  })
  const title = [contract.title, contract.version].filter((text) => text !== undefined).join(' ')
  const head = docComment({ description: `${title === '' ? 'A skill contract' : title}. Generated: do not edit.` }, '')
  const map = `/** What each action takes and gives. */\nexport interface Actions {\n${entries.join('\n')}\n}\n`
  return [head, ...declarations, map].join('\n')
}

function declare(name: string, schema: Schema): string {
  const comment = docComment(schema, '')
  if (isInterface(schema)) return `${comment}export interface ${name} ${objectType(schema, '')}\n`
  return `${comment}export type ${name} = ${typeExpression(schema)}\n`
}

/** Words as a type name: `daily-news`, `input` becomes `DailyNewsInput`. */
function typeName(words: readonly string[]): string {
  const pieces = words.flatMap((word) => word.split(/[^\p{ID_Continue}$]+/u)).filter((piece) => piece !== '')
  const name = pieces.map((piece) => piece.slice(0, 1).toUpperCase() + piece.slice(1)).join('')
  return /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`
}
