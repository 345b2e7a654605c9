import type { Script } from './script.ts'
import { childOf, namedChildren, type SyntaxNode } from './syntax.ts'
import { concatValues, fieldValue, firstText, type Mark, marksOf, textValue, UNKNOWN, type Value } from './value.ts'

/** A pattern that begins with the name of a setting: `^KEY=(.*)`, `export KEY\s*=\s*(.+)`, `"key":\s*"([^"]+)"`. */
const BEGINS_WITH_NAME =
  /^(?:\^|\(\?:\^\|\\n\)|\\b|\.\*|\s|\\s[*+])*(?:export(?:\s|\\s[*+]))?["']?([A-Za-z][\w-]{2,60})["']?(?:\s\*?|\\s[*+]?)*[=:]/
/** Parts of a pattern that lead past the end of that line, or to another one. */
const LEADS_ON = /\[\\[sdw]\\[sdw]\]|\(\?[a-z]*s|(?<!\\)\||(?<!["'\]]\(?)\[\^(?![^\]]*(?:\\[nrs]|\s))/i

/** A pattern as a value. */
export function patternValue(pattern: Value, flags: string, ref: string): Value {
  const source = flags.includes('s') ? concatValues(textValue('(?s)'), pattern) : pattern
  return { texts: [], marks: [], ref, fields: new Map([['source', source]]) }
}

/** The one setting that a pattern finds in a file of them; undefined when it may find more. */
export function foundBy(pattern: Value | undefined, value: Value = UNKNOWN): Value | undefined {
  const source = firstText(pattern?.fields?.get('source') ?? pattern) ?? ''
  const [begin, name] = BEGINS_WITH_NAME.exec(source) ?? []
  if (begin === undefined || name === undefined || LEADS_ON.test(source.replace(begin, ''))) return
  const found = fieldValue(value, name)
  return settingsAmong(found).length > 0 ? found : undefined
}

/** What a comparison gives that holds for one setting alone; its mark says which. */
const ONE_SETTING = 'one setting'

/** A piece of a file of settings compared with a name: `line.startswith('KEY=')`, `key == 'KEY'`. */
export function comparedWith(value: Value, name: Value | undefined): Value {
  const wanted = /^(?:export )?([A-Z][A-Z0-9_]{2,60})=?$/.exec(name?.texts.join('\n') ?? '')?.[1]
  const files = marksOf(value).filter((mark) => mark.startsWith('file:'))
  const fields = wanted === undefined ? [] : settingsAmong(fieldValue({ texts: [], marks: files }, wanted))
  return fields.length === 1 ? { texts: [], marks: fields, ref: ONE_SETTING } : UNKNOWN
}

/** The same where another condition will do as well: nothing is known then. */
export function orElse(condition: Value): Value {
  return condition.ref === ONE_SETTING ? UNKNOWN : condition
}

/** The pieces that a comparison lets through. */
export function letThrough(pieces: Value, condition: Value | undefined): Value {
  return { texts: [], marks: settingIn(condition) ?? marksOf(pieces) }
}

/** Reads an `if`: what is taken from a file piece by piece is one setting where a comparison says so. */
export function readBranch(node: SyntaxNode, script: Script): void {
  const then = childOf(node, 'consequence')
  let condition: Value = UNKNOWN
  script.branches++
  for (const child of namedChildren(node)) {
    if (child === then) whereItHolds(script, condition, () => script.evaluate(child))
    else {
      const value = script.evaluate(child)
      if (child === childOf(node, 'condition')) condition = value
    }
  }
  script.branches--
}

// Names from before the loop hold more than the piece at hand.
function whereItHolds(script: Script, condition: Value, read: () => void): void {
  const { before, scope } = script
  const marks = before === undefined ? undefined : settingIn(condition)
  const file = marks?.[0]?.replace(/^field:(.*)#\w+$/, 'file:$1')
  const pieces = [...scope.names].filter(
    ([name, value]) =>
      file !== undefined && before?.has(name) === false && marksOf(value).some((mark) => mark === file),
  )
  for (const [name] of pieces) scope.names.set(name, { texts: [], marks: marks ?? [] })
  read()
  for (const [name, value] of pieces) scope.names.set(name, value)
}

function settingIn(condition: Value | undefined): readonly Mark[] | undefined {
  const fields = condition?.ref === ONE_SETTING ? settingsAmong(condition) : []
  return fields.length === 1 ? fields : undefined
}

function settingsAmong({ marks }: Value): Mark[] {
  return marks.filter((mark) => mark.startsWith('field:'))
}
