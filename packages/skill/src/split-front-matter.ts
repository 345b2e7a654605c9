/** A SKILL.md text cut in two. */
export interface Split {
  readonly yaml: string
  /** Line on which `yaml` begins. */
  readonly yamlLine: number
  readonly body: string
  readonly bodyLine: number
  /** False when no line of `---` ends the fields. */
  readonly isClosed: boolean
  /** What is wrong with the marks around the fields. */
  readonly mark: 'misplaced' | 'open' | undefined
  /** Where `yaml` begins in the text. */
  readonly start: number
}

// How far down a front matter that is not at the top is looked for.
const HEAD_CHARACTERS = 4_000
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m
const KNOWN_FIELD = /^(?:name|description|id)[ \t]*:/m

/** Cuts SKILL.md into its front matter and what is below; undefined when there is no front matter. */
export function splitFrontMatter(text: string): Split | undefined {
  const opening = /^\s*---[ \t]*\n/.exec(text)?.[0]
  if (opening === undefined) return lateFrontMatter(text) ?? bareFields(text)
  const split = cut(text, opening.length)
  return opening.startsWith('---') ? split : { ...split, mark: 'misplaced' }
}

/** The same text with its fields ended at the first empty line or heading; undefined when that is no shorter. */
export function endedEarly(text: string, { start, yaml }: Split): Split | undefined {
  const end = endOfFields(yaml)
  return end < yaml.length && /\n\s*\n#{1,6} \S/.test(yaml) ? parts(text, start, end, 0) : undefined
}

/** People put blank lines, comments, a licence or a code fence in front of the first `---`. */
function lateFrontMatter(text: string): Split | undefined {
  // A few candidates only: each is searched for its end, and a hostile file may hold thousands.
  const candidates = [...text.slice(0, HEAD_CHARACTERS).matchAll(/^\\?-{3,}[ \t]*\n/gm)].slice(0, 5)
  for (const { index, 0: line } of candidates) {
    const split = cut(text, index + line.length)
    if (KNOWN_FIELD.test(split.yaml)) return { ...split, mark: 'misplaced' }
  }
  return undefined
}

/** Fields at the very top with no `---` above them. */
function bareFields(text: string): Split | undefined {
  const lead = /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text.slice(0, HEAD_CHARACTERS))?.[0] ?? ''
  const isField = /^(?:name|description|id)[ \t]*:[ \t]+\S/.test(text.slice(lead.length, lead.length + 200))
  return isField ? { ...cut(text, lead.length), mark: 'misplaced' } : undefined
}

function cut(text: string, start: number): Split {
  const closing = CLOSING.exec(text.slice(start))
  if (closing) return parts(text, start, closing.index, closing[0].length)
  // Without an end the fields go on to the first empty line or heading: better than taking the whole file for YAML.
  return parts(text, start, endOfFields(text.slice(start)), 0)
}

function parts(text: string, start: number, length: number, markLength: number): Split {
  const yaml = text.slice(start, start + length)
  const rest = text.slice(start + length + markLength)
  const yamlLine = lineBreaks(text.slice(0, start)) + 1
  return {
    yaml,
    yamlLine,
    body: rest.startsWith('\n') ? rest.slice(1) : rest,
    bodyLine: yamlLine + lineBreaks(yaml) + (rest.startsWith('\n') ? 1 : 0),
    isClosed: markLength > 0,
    mark: markLength > 0 ? undefined : 'open',
    start,
  }
}

function endOfFields(text: string): number {
  const end = /^(?:[ \t]*$|#{1,6} )/m.exec(text)
  return end ? end.index : text.length
}

function lineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
