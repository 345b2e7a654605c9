/** What a script says about itself at its top: its docstring or its first block of comments. */
export interface ScriptDocs {
  readonly title: string | undefined
  readonly description: string
}

/** Reads the words at the top of a script: the first line is its title, the first paragraph after it its description. */
export function readScriptDocs(source: string): ScriptDocs {
  const lines = (docstring(source) ?? leadingComment(source)).split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) => line !== '')
  if (first < 0) return { title: undefined, description: '' }
  const rest = lines.slice(first + 1)
  const start = rest.findIndex((line) => line !== '')
  const end = start < 0 ? -1 : rest.findIndex((line, i) => i > start && line === '')
  const paragraph = start < 0 ? [] : rest.slice(start, end < 0 ? undefined : end)
  const title = lines[first]
  return { title, description: paragraph.join(' ') || (title ?? '') }
}

function docstring(source: string): string | undefined {
  const head = source.replace(/^(?:#.*\n|\s*\n)*/, '')
  const quote = /^[rRuU]?("""|''')/.exec(head)
  if (quote === null) return undefined
  const start = quote[0].length
  const end = head.indexOf(quote[1] ?? '"""', start)
  return end < 0 ? undefined : head.slice(start, end)
}

function leadingComment(source: string): string {
  const block = /^(?:#!.*\n)?\s*\/\*\*?([\s\S]{0,4000}?)\*\//.exec(source)
  if (block) return (block[1] ?? '').replace(/^\s*\* ?/gm, '')
  const lines = source.split('\n')
  const start = lines[0]?.startsWith('#!') ? 1 : 0
  const end = lines.findIndex((line, i) => i >= start && !/^\s*(?:#|\/\/)/.test(line))
  return lines
    .slice(start, end < 0 ? undefined : end)
    .map((line) => line.replace(/^\s*(?:#+|\/\/+) ?/, ''))
    .join('\n')
}
