import { evaluateJavascript } from './evaluate-javascript.ts'
import { evaluateLexical } from './evaluate-lexical.ts'
import { evaluatePython } from './evaluate-python.ts'
import { evaluateShell } from './evaluate-shell.ts'
import { repairLines } from './repair-lines.ts'
import { runCommand } from './run-command.ts'
import type { Parse } from './syntax.ts'
import type { Language, Place, Trace } from './trace.ts'
import { UNKNOWN, type Value } from './value.ts'

const INTERPRETERS: Readonly<Record<Language, (trace: Trace, text: string, place: Place) => Value>> = {
  shell: evaluateShell,
  python: evaluatePython,
  javascript: evaluateJavascript,
  lexical: evaluateLexical,
}

/** Makes the place where everything that a package would do is written down. */
export function createTrace(
  parse: Parse,
  texts: ReadonlyMap<string, string>,
  closed: ReadonlySet<string> = new Set(),
): Trace {
  const modules = new Map<string, Value | undefined>()
  const trace: Trace = {
    parse,
    facts: [],
    texts,
    closed,
    written: new Map(),
    unfinished: new Set(),
    stepsLeft: 0,
    run: (language, text, place) => {
      const repaired = language === 'lexical' ? undefined : repairLines(parse, language, text)
      const value = INTERPRETERS[language](trace, text, place)
      if (repaired !== undefined) INTERPRETERS[language](trace, repaired.text, place)
      if (repaired?.isCut) trace.unfinished.add(place.file)
      return value
    },
    command: (words, stdin, place) => runCommand(words, stdin, place, trace),
    load: (specifier, from) => {
      const file = resolveModule(specifier, from, texts)
      if (file === undefined) return undefined
      if (modules.has(file)) return modules.get(file)
      // Set first: modules that import each other get what is known so far.
      modules.set(file, UNKNOWN)
      const place: Place = { file, line: 1, origin: 'script', role: 'asked', isHidden: false, layers: [], depth: 0 }
      const value = trace.run(file.endsWith('.py') ? 'python' : 'javascript', texts.get(file) ?? '', place)
      modules.set(file, value)
      return value
    },
  }
  return trace
}

function resolveModule(specifier: string, from: string, texts: ReadonlyMap<string, string>): string | undefined {
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  if (
    from.endsWith('.py') ||
    (!specifier.includes('/') && !specifier.startsWith('.') && !/\.[mc]?[jt]sx?$/.test(from))
  ) {
    const path = specifier.replace(/^\.+/, '').replaceAll('.', '/')
    for (const candidate of [`${folder}${path}.py`, `${folder}${path}/__init__.py`, `${path}.py`, `scripts/${path}.py`])
      if (texts.has(candidate)) return candidate
    for (const file of texts.keys()) if (path !== '' && file.endsWith(`/${path}.py`)) return file
    return undefined
  }
  if (!specifier.startsWith('.')) return undefined
  const parts: string[] = []
  for (const part of `${folder}${specifier}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  const path = parts.join('/')
  const bare = path.replace(/\.[mc]?js$/, '')
  for (const candidate of [
    path,
    `${bare}.ts`,
    `${bare}.js`,
    `${bare}.mjs`,
    `${bare}.cjs`,
    `${bare}.tsx`,
    `${bare}.json`,
    `${path}/index.js`,
    `${path}/index.ts`,
  ]) {
    if (texts.has(candidate) && !candidate.endsWith('.json')) return candidate
  }
  return undefined
}
