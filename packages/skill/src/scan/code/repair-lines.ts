import type { Grammar, Parse } from './syntax.ts'

/** Lines of a broken text that are read again; each is parsed by itself. */
const MAX_LINES = 2_000

/**
 * A text that does not parse, once more without what broke it: every line is read by itself, a stray quote or bracket is
 * taken out of it, and a line that makes no sense alone is emptied, so that line numbers stay. Undefined when nothing is
 * broken; `isCut` when there was more than is read again.
 */
export function repairLines(
  parse: Parse,
  grammar: Grammar,
  text: string,
): { readonly text: string; readonly isCut: boolean } | undefined {
  const isBroken = (source: string): boolean =>
    parse(grammar, source)?.hasError !== false || (grammar === 'shell' && hasOpenHeredoc(source))
  if (!isBroken(text)) return undefined
  const lines = grammar === 'shell' ? joinContinued(text.split('\n')) : text.split('\n')
  const repaired = lines.slice(0, MAX_LINES).map((line) => repairLine(line, grammar, isBroken))
  return { text: repaired.join('\n'), isCut: lines.length > MAX_LINES }
}

function repairLine(line: string, grammar: Grammar, isBroken: (source: string) => boolean): string {
  const alone = line.trim()
  if (alone === '' || !isBroken(alone)) return alone
  return candidates(alone, grammar).find((candidate) => !isBroken(candidate)) ?? ''
}

function candidates(line: string, grammar: Grammar): string[] {
  const found: string[] = []
  const add = (text: string): void => {
    if (text !== line && text.trim() !== '') found.push(text.trim())
  }
  for (const mark of ['`', '"', "'"]) {
    if (line.split(mark).length % 2 === 1) continue
    const last = line.lastIndexOf(mark)
    const first = line.indexOf(mark)
    // Code on the command line that goes on in the next line is not what the pipe feeds.
    if (/\s-\w*[cer]\s*$/.test(line.slice(0, last))) add(line + mark)
    add(line.slice(0, last) + line.slice(last + 1))
    add(line.slice(0, first) + line.slice(first + 1))
    add(line.slice(0, last))
    add(line.replaceAll(mark, ''))
  }
  // What closes more than was opened, at the end; what opens and never closes, at the start.
  add(line.replace(/[\s`"')\]}>;,|&]+$/, ''))
  add(line.replace(/^[\s({[]+/, ''))
  add(line.replace(/^[^\s]*\$?\(\s*/, ''))
  add(line.replace(/^(?:if|while|until|for|case)\b.*?(?:then|do|in)\b\s*/, ''))
  if (grammar !== 'shell') return found
  // The rest, word by word: pipes and addresses are still there.
  add(line.replace(/<<-?\s*['"]?\w+['"]?/, ''))
  add(line.replace(/<<-?\s*['"]?\w+['"]?|[`"'(){}[\]<>;]/g, ' '))
  return found
}

/** Lines of a shell with their continuations: one that ends in a backslash or a pipe goes on, one that starts with a pipe belongs to the line above. */
export function joinContinued(lines: readonly string[]): string[] {
  const found: string[] = []
  for (const line of lines) {
    const before = found.findLastIndex((each) => each !== '')
    const last = found[before]
    if (
      last !== undefined &&
      ((/(?:\\|\||&&)\s*$/.test(last) && !/^\s*\|/.test(last)) ||
        /^\s*(?:\|{1,2}|&&)\s*[a-z./~](?!.*\|\s*$)/.test(line))
    ) {
      found[before] = `${last.replace(/\\\s*$/, '')} ${line.trim()}`
      found.push('')
    } else found.push(line)
  }
  return found
}

/** True when a here-document is started whose end never comes: what follows would be swallowed as its text. */
function hasOpenHeredoc(text: string): boolean {
  for (const match of text.matchAll(/<<-?\s*(['"]?)([A-Za-z_]\w{0,40})\1/g)) {
    const rest = text.slice(match.index).split('\n').slice(1)
    if (!rest.some((line) => line.trim() === match[2])) return true
  }
  return false
}
