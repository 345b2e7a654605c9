import { note } from './code/effects.ts'
import type { Language, Place, Trace } from './code/trace.ts'
import type { TextFile } from './package-view.ts'
import { lineAt } from './text/line-at.ts'

const MAX_CODE = 300_000

/** Reads a script into the trace; a bundle or a giant is left, and said to be left. */
export function readCode(file: TextFile, trace: Trace): void {
  const place: Place = {
    file: file.path,
    line: 1,
    origin: file.isTest ? 'test' : 'script',
    role: 'asked',
    isHidden: false,
    layers: [],
    depth: 0,
  }
  noteEnvironment(file.text, trace, place)
  if (file.kind === 'notebook') {
    const cells = notebookCells(file.text)
    if (cells === undefined) trace.unfinished.add(file.path)
    for (const cell of cells ?? []) {
      trace.run('python', cell.replace(/^\s*[!%].*$/gm, ''), place)
      for (const command of cell.matchAll(
        /^\s*(?:!|%%?(?:bash|sh)\s|get_ipython\(\)\.(?:system|getoutput)\(["'])(.+)$/gm,
      ))
        trace.run('shell', command[1] ?? '', place)
    }
    return
  }
  if (file.kind === 'recipe') {
    trace.run('shell', recipeCommands(file.text), place)
    return
  }
  if (file.text.length > MAX_CODE || isMinified(file.text)) {
    trace.unfinished.add(file.path)
    return
  }
  readPages(file.text, trace, place)
  // A module that another one imported has been read already, with its callers.
  if (file.kind === 'python' && trace.load(moduleName(file.path), 'main.py') !== undefined) return
  if (file.kind === 'javascript' && trace.load(`./${file.path}`, '') !== undefined) return
  const language: Language =
    file.kind === 'shell' || file.kind === 'python' || file.kind === 'javascript' ? file.kind : 'lexical'
  trace.run(language, file.text, place)
}

/** A script of a page, inside of the code that makes the page. */
const PAGE_SCRIPT = /<script[^>]{0,200}>([^<]{20,20000}(?:<(?!\/script)[^<]{0,5000}){0,50})<\/script>/gi

// What a page does that a script makes is done where the page is opened.
function readPages(text: string, trace: Trace, place: Place): void {
  if (!text.includes('<script')) return
  for (const [, script = ''] of [...text.matchAll(PAGE_SCRIPT)].slice(0, 5))
    if (script.includes('://')) trace.run('javascript', script, { ...place, depth: 1 })
}

/** True for generated or minified code: very long lines. */
function isMinified(text: string): boolean {
  return text.length > 20_000 && text.length / (text.split('\n').length || 1) > 400
}

function moduleName(path: string): string {
  return path.replace(/\.py$/, '').replaceAll('/', '.')
}

/** Writes down which environment variables a script names. */
export function noteEnvironment(text: string, trace: Trace, place: Place): void {
  let left = 500
  for (const match of text.matchAll(
    /(?:environ(?:\.get)?\s*[[(]\s*|getenv\(\s*|process\.env(?:\.|\[\s*)|Deno\.env\.get\(\s*|ENV\[)['"]?([A-Z][A-Z0-9_]{2,60})/g,
  )) {
    if (left-- <= 0) return
    note(trace, { ...place, line: place.line + lineAt(text, match.index) - 1 }, 'env', { targets: [match[1] ?? ''] })
  }
}

/** The texts of the cells; undefined when it is no notebook. */
function notebookCells(text: string): string[] | undefined {
  try {
    const book: unknown = JSON.parse(text)
    const cells =
      typeof book === 'object' && book !== null && 'cells' in book && Array.isArray(book.cells) ? book.cells : undefined
    return cells?.flatMap((cell: unknown) => {
      if (typeof cell !== 'object' || cell === null || !('source' in cell)) return []
      return [Array.isArray(cell.source) ? cell.source.join('') : String(cell.source)]
    })
  } catch {
    return undefined
  }
}

// The lines of a Makefile and a Dockerfile that a shell gets to see; the others are emptied, so line numbers stay.
function recipeCommands(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const instruction = /^\s*(?:RUN|CMD|ENTRYPOINT|ONBUILD\s+RUN|HEALTHCHECK\s+CMD)\s+(.*)$/i.exec(line)?.[1]
      if (instruction !== undefined) return instruction.startsWith('[') ? fromWords(instruction) : instruction
      const added = /^\s*ADD\s+(?:--\S+\s+)*(https?:\/\/\S+)\s+(\S+)\s*$/i.exec(line)
      if (added !== null) return `curl -o '${added[2]}' '${added[1]}'`
      return (
        /^\t[@-]*(.*)$/.exec(line)?.[1] ??
        // Variables that make fills in by asking a shell, before any target is built.
        /\$\(shell\s+(.+)\)/.exec(line)?.[1] ??
        /^[\w.-]+\s*!=\s*(.+)$/.exec(line)?.[1] ??
        (/^\s+\S/.test(line) ? line : '')
      )
    })
    .join('\n')
}

// `["sh", "-c", "..."]`: words without a shell in between.
function fromWords(list: string): string {
  try {
    const words: unknown = JSON.parse(list)
    return Array.isArray(words) ? words.map((word) => `'${String(word).replaceAll("'", `'\\''`)}'`).join(' ') : list
  } catch {
    return list
  }
}
