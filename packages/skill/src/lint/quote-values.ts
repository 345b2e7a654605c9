import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { readYaml } from '../read-yaml.ts'
import { FIELD, salvageYaml } from '../salvage-yaml.ts'

/**
 * Front matter that is not YAML, written so that it is: tabs as spaces, and a text of one line that YAML stops at in quotes.
 * The same text when anything else is wrong, or when YAML would then read something else than its lines say.
 */
export function quoteValues(yaml: string): string {
  const spaced = yaml.replaceAll(/^[ \t]+/gm, (lead) => lead.replaceAll('\t', '  '))
  // Tabs stay where they are not what is wrong: in a text of several lines they are part of it.
  const [repaired = yaml] = [yaml, spaced].flatMap((text) => {
    const meant = salvageYaml(text)
    return [text, quoted(text, meant)].filter((each) => isDeepStrictEqual(readYaml(each).value, meant))
  })
  return repaired
}

function quoted(yaml: string, meant: Readonly<Record<string, unknown>>): string {
  const lines = yaml.split('\n')
  return lines
    .map((line, i) => {
      const [, name = '', plain, wide] = FIELD.exec(line) ?? []
      const value = plain ?? wide
      const goesOn = /^\s+\S/.test(lines[i + 1] ?? '')
      if (value === undefined || goesOn || !hasOneReading(value)) return line
      const isText = plain !== undefined && readYaml(line).problems.length === 0
      return isText ? line : stringify({ [name]: meant[name] }, { lineWidth: 0 }).trimEnd()
    })
    .join('\n')
}

/** False where a part may be meant as a comment, or where a quotation mark may begin the value or a word of it. */
function hasOneReading(value: string): boolean {
  const text = value.trim()
  const [mark = ''] = text
  if (/\s#/.test(text) || text === '') return false
  if (mark !== '"' && mark !== "'") return true
  const marks = text.split(mark).length - 1
  return text.endsWith(mark) ? marks === 3 || !text.slice(1, -1).includes(mark) : marks % 2 === 0
}
