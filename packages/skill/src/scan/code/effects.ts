import { isCode } from '../package-view.ts'
import { isHiddenTemp, normalPath } from '../text/path-class.ts'
import type { FactKind, Language, Place, Trace } from './trace.ts'
import { MAX_DEPTH } from './trace.ts'
import {
  addMarks,
  firstText,
  HOLE,
  type Mark,
  markedValue,
  marksOf,
  mergeMarks,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

/** Writes down one fact. */
export function note(
  trace: Trace,
  place: Place,
  kind: FactKind,
  {
    value = UNKNOWN,
    data = UNKNOWN,
    targets = [],
    what = '',
    explained,
  }: { value?: Value; data?: Value; targets?: readonly string[]; what?: string; explained?: RegExp } = {},
): void {
  // A flood of harmless facts must not push the one that matters out unseen.
  if (trace.facts.length < 20_000)
    trace.facts.push({ kind, place, value, data, targets, what, ...(explained === undefined ? {} : { explained }) })
  else trace.unfinished.add(place.file)
}

/** A text handed to an interpreter: noted, and read as that interpreter would. */
export function execute(trace: Trace, place: Place, value: Value, language: Language, what: string): Value {
  note(trace, place, 'exec', { value, what, targets: value.texts })
  // Bytes of the package that were not read, and that are run.
  for (const mark of marksOf(value))
    if (mark.startsWith('file:') && trace.closed.has(mark.slice(5))) trace.unfinished.add(mark.slice(5))
  const layers = layersOf(value)
  let out: Value = markedValue(...marksOf(value))
  if (place.depth >= MAX_DEPTH) {
    if (value.texts.length > 0) trace.unfinished.add(place.file)
    return out
  }
  const inner: Place = { ...place, layers: [...place.layers, ...layers].slice(0, 8), depth: place.depth + 1 }
  for (const text of value.texts.slice(0, 2)) {
    if (text.length > 2 && text !== HOLE)
      out = addMarks(out, ...marksOf(trace.run(language, text.replaceAll(HOLE, '_'), inner)))
  }
  return out
}

/** A text that was hidden and is shown: whoever runs it reads it, and may follow it. */
export function notePrinted(trace: Trace, place: Place, value: Value): void {
  if (value.texts.length > 0 && layersOf(value).length > 0) note(trace, place, 'print', { value })
}

/** The ways of hiding a value went through. */
function layersOf(value: Value): string[] {
  return marksOf(value).flatMap((mark) => (mark.startsWith('layer:') ? [mark.slice(6)] : []))
}

/** A request to an address; the answer carries the mark of where it came from. */
export function request(
  trace: Trace,
  place: Place,
  {
    url,
    body = UNKNOWN,
    headers = UNKNOWN,
    what = 'a request',
  }: { url: Value; body?: Value; headers?: Value; what?: string },
): Value {
  const targets = url.texts.filter((text) => text.includes('.') || text.includes('//'))
  // What the address itself carries is sent as much as a body is; the address having been decoded is no secret.
  const carried = marksOf(url).filter(
    (mark) =>
      mark.startsWith('env:') ||
      mark.startsWith('file:') ||
      mark.startsWith('secret:') ||
      mark.startsWith('layer:') ||
      mark === 'encoded',
  )
  note(trace, place, 'request', {
    value: { ...url, marks: carried },
    data: { ...body, marks: marksOf(body), fields: new Map([['headers', { ...headers, marks: marksOf(headers) }]]) },
    targets,
    what,
  })
  const answer = (targets.length > 0 ? targets.slice(0, 4) : ['']).map((target): Mark => `net:${target}`)
  const hidden = carried.filter((mark) => mark.startsWith('layer:'))
  return markedValue(
    ...answer,
    ...hidden,
    ...(targets.some((target) => MACHINE_KEYS.test(target)) ? [MACHINE_SECRET] : []),
  )
}

/** Where a cloud hands a machine its keys. */
const MACHINE_KEYS =
  /^(?:https?:\/\/)?(?:169\.254\.169\.254|169\.254\.170\.2|metadata\.google\.internal|100\.100\.100\.200)\b.*(?:credentials|token|userdata|user-data|identity)/i
const MACHINE_SECRET: Mark = 'secret:keys of the cloud machine'

/** The content of a file: what the skill wrote there, what the package ships, or an unknown with the mark of its path. */
export function readPath(trace: Trace, place: Place, path: Value): Value {
  const text = firstText(path)
  if (text === undefined) return markedValue(...marksOf(path))
  const normal = normalPath(text)
  const own = trace.written.get(normal)
  if (own !== undefined) return own
  const shipped = packageText(trace, normal, place.file)
  if (shipped !== undefined) return textValue(shipped, [`file:${normal}`])
  note(trace, place, 'read', { value: path, targets: path.texts.map(normalPath) })
  if (/^\/proc\/[^/]+\/environ$/.test(normal)) return markedValue('env:*')
  return markedValue(...path.texts.map((each): Mark => `file:${normalPath(each)}`), ...marksOf(path))
}

/** Data put into a file; what is later read or run from there is this data. */
export function writePath(trace: Trace, place: Place, path: Value, data: Value, what = 'a file'): void {
  const targets = path.texts.map(normalPath)
  const isOwn = targets.some((target) => isOwnCode(trace, target, place.file))
  note(trace, place, 'write', { value: path, data: withNamed(trace, data), targets, what: isOwn ? OWN_CODE : what })
  readWritten(trace, place, targets[0] ?? '', data)
  for (const target of targets.slice(0, 2)) {
    if (target === HOLE || target.startsWith('/dev/')) continue
    const before = trace.written.get(target)
    const isRecord = data.fields !== undefined && data.ref === undefined
    const marks = mergeMarks(isRecord ? data.marks : marksOf(data), before === undefined ? [] : before.marks)
    const kept: Value = { texts: data.texts, marks, ...(isRecord ? { fields: data.fields } : {}) }
    if (trace.written.size < 500) trace.written.set(target, kept)
    else trace.unfinished.add(place.file)
  }
}

/** What a write is called that replaces code or the guide of the package itself. */
export const OWN_CODE = 'a script of the package'

function isOwnCode({ texts }: Trace, target: string, from: string): boolean {
  if (!isCode(target) && !/(?:^|\/)SKILL\.md$/.test(target)) return false
  return texts.has(target) || texts.has(`${from.slice(0, from.lastIndexOf('/') + 1)}${target}`)
}

/** Endings of files that are code, and what reads it. */
const WRITTEN_CODE: readonly (readonly [RegExp, Language])[] = [
  [/\.py$/i, 'python'],
  [/\.[mc]?[jt]s$/i, 'javascript'],
  [/\.(?:sh|bash|zsh)$/i, 'shell'],
  [/\.(?:rb|pl|php|ps1|bat|cmd|lua)$/i, 'lexical'],
]

// A program that writes a program does what that does, one step later.
function readWritten(trace: Trace, place: Place, target: string, data: Value): void {
  const [text = ''] = data.texts
  if (place.origin !== 'script' || place.depth >= 2 || !/https?:\/\/|\/dev\/tcp\//.test(text)) return
  const inner: Place = { ...place, depth: place.depth + 1 }
  const plain = text.replaceAll(HOLE, '_')
  const language = WRITTEN_CODE.find(([ending]) => ending.test(target))?.[1]
  if (language !== undefined) trace.run(language, plain, inner)
  else if (/(?:^|\/)package\.json$/.test(target))
    for (const script of plain.matchAll(
      /"(?:pre|post)?(?:install|prepare|start|build|test)"\s*:\s*"((?:[^"\\]|\\.){4,2000})"/g,
    ))
      trace.run('shell', (script[1] ?? '').replace(/\\(.)/g, '$1'), inner)
}

// What a written text names by its path is what it will start: a fetched program stays one.
function withNamed(trace: Trace, data: Value): Value {
  const [text = ''] = data.texts
  if (text === '' || text.length > 20_000) return data
  const plain = text.replaceAll(/%h|\$HOME|\$\{HOME\}/g, '~')
  const marks = [...trace.written].flatMap(([path, value]) =>
    path.length > 4 && plain.includes(path) ? marksOf(value).filter((mark) => mark.startsWith('net:')) : [],
  )
  return marks.length === 0 ? data : addMarks(data, ...marks)
}

/** A file that is run: its content, if the skill made it, is what runs. */
export function runFile(trace: Trace, place: Place, path: Value, language: Language, what: string): void {
  for (const text of path.texts.slice(0, 2)) {
    const normal = normalPath(text)
    const content = trace.written.get(normal)
    // Files with a code extension are read separately; other files that are run as code are read here.
    const shipped = isCode(normal) ? undefined : packageText(trace, normal, place.file)
    if (content !== undefined) execute(trace, place, content, language, what)
    else if (shipped !== undefined) execute(trace, place, textValue(shipped), language, what)
    else if (trace.closed.has(normal)) trace.unfinished.add(normal)
    else if (
      trace.written.has('*extracted*') &&
      packageText(trace, normal, place.file) === undefined &&
      !/^\/(?:usr|bin|opt)\//.test(normal) &&
      (language === 'shell' || place.origin !== 'document') &&
      // What is set to run in one file and unpacked in another has its own folder.
      (place.origin !== 'config' || trace.written.has(`*extracted* ${place.file}`))
    )
      execute(trace, place, trace.written.get('*extracted*') ?? UNKNOWN, language, what)
    else if (isHiddenTemp(normal))
      note(trace, place, 'exec', {
        value: markedValue(`file:${normal}`),
        targets: [normal],
        what: 'a hidden file in a temporary folder',
      })
  }
  if (path.texts.length === 0 && marksOf(path).some((mark) => mark.startsWith('net:')))
    execute(trace, place, path, language, what)
}

/** Text of a file in the package, found by its path or by the end of it. */
export function packageText(trace: Trace, path: string, from: string): string | undefined {
  const tail = path.replaceAll(HOLE, '').replace(/^[./~]+/, '')
  if (tail.length < 3 || path.startsWith('~') || /^\/(?:etc|var|tmp|proc|usr)\//.test(path)) return undefined
  const beside = `${from.slice(0, from.lastIndexOf('/') + 1)}${tail}`
  const direct = trace.texts.get(tail) ?? trace.texts.get(beside)
  if (direct !== undefined) return direct
  const name = tail.slice(tail.lastIndexOf('/') + 1)
  if (!name.includes('.') || name.startsWith('.')) return undefined
  for (const [file, text] of trace.texts)
    if (file.endsWith(`/${tail}`) || file === name || file.endsWith(`/${name}`)) return text
  return undefined
}
