import { normalPath, secretClass } from '../text/path-class.ts'
import { noteConnection, sendOver } from './connections.ts'
import { execute, note, request } from './effects.ts'
import { callLibrary, constructs, isLibrary } from './library/library-table.ts'
import { callMethod } from './library/methods.ts'
import { type Script, toList } from './script.ts'
import type { SyntaxNode } from './syntax.ts'
import { type Place, placeAt, type Trace, takeStep } from './trace.ts'
import { type Call, firstText, type Mark, marksOf, mergeMarks, UNKNOWN, type Value } from './value.ts'

/** Calls whatever a value is: a function of the package, a library function, a method, or something unknown. */
export function callValue(script: Script, callee: Value, call: Call, node: SyntaxNode): Value {
  const place = placeAt(script.place, node.row)
  if (!takeStep(script.trace, place)) return UNKNOWN
  const { self } = callee
  const full: Call = self === undefined ? call : { ...call, self }
  if (callee.fn !== undefined) return callee.fn.invoke(full)
  callPassed(script, call, place)
  if (callee.ref !== undefined) {
    const known = callLibrary({ ...full, ref: callee.ref, place, trace: script.trace, language: script.language })
    if (known !== undefined) {
      callBack(known, call)
      return known
    }
  }
  if (callee.ref !== undefined) sendOver(callee.ref, full, script.trace, place)
  const method = callee.ref?.slice(callee.ref.lastIndexOf('.') + 1) ?? ''
  const byMethod = callMethod(method, full, { trace: script.trace, place })
  if (byMethod !== undefined) {
    if (byMethod.items === undefined) callBack(byMethod, call)
    return byMethod
  }
  runGivenShell(call, script.trace, place)
  const unknown = callUnknown(method, full, script.trace, place)
  if (unknown !== undefined) return unknown
  const marks = GIVES_PUBLIC_PART.test(method)
    ? []
    : mergeMarks(
        keyGiven(method),
        keysOpened(call, script.trace, place),
        self === undefined ? callee.marks : marksOf(self),
        ...call.args.map((arg) => marksOf(arg)),
        ...[...call.named.values()].map((arg) => marksOf(arg)),
      )
  const result: Value =
    callee.ref === undefined ? { texts: [], marks } : { texts: [], marks, ref: constructs(callee.ref) }
  if (callee.ref !== undefined) noteConnection(callee.ref, full, result)
  callBack(result, call)
  return result
}

// A function handed to another one will be called by it, with what is handed over beside it: threads, exit hooks, maps.
function callPassed(script: Script, call: Call, place: Place): void {
  const all = [...call.args, ...call.named.values()]
  for (const value of all) {
    if (value.ref === undefined || value.fn !== undefined || !isLibrary(value.ref)) continue
    const args = all
      .filter((other) => other !== value && other.ref === undefined)
      .flatMap((other) => other.items ?? [other])
    if (args.length > 0)
      callLibrary({ args, named: new Map(), ref: value.ref, place, trace: script.trace, language: script.language })
  }
}

// Whatever it is called: `"sh", "-c", command` is a command line.
function runGivenShell({ args }: Call, trace: Trace, place: Place): void {
  const words = args.flatMap((arg) => arg.items ?? [arg])
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(firstText(word) ?? ''))
  const command = words[at + 1]
  if (at > 0 && command !== undefined && /^(?:\/bin\/)?(?:ba|z|da)?sh$/.test(firstText(words[at - 1]) ?? ''))
    execute(trace, place, command, 'shell', 'a shell with a command')
}

// An unknown library with a method that sends by its name: its arguments go to an unknown host.
function callUnknown(method: string, call: Call, trace: Trace, place: Place): Value | undefined {
  if (SENDS_SIGNED.test(method)) return UNKNOWN
  if (
    !/^(?:send|post|upload|publish|emit|capture|track|report|push|ship|transmit|deliver|notify)(?:$|[_A-Z])/.test(
      method,
    )
  )
    return undefined
  const body = toList([...call.args, ...call.named.values()])
  if (!marksOf(body).some((mark) => mark === 'env:*' || mark.startsWith('file:') || mark.startsWith('secret:')))
    return undefined
  return request(trace, place, { url: UNKNOWN, body, what: `${method} of a library` })
}

/** Functions that give what belongs to a key and may be known to everybody. */
const GIVES_PUBLIC_PART =
  /^(?:get_?(?:pub(?:lic)?_?key|address)|sign|sign_?(?:message|transaction)|Contract|VersionedTransaction)$/i
/** Functions that sign a transaction here and send it: the keys they are given stay. */
const SENDS_SIGNED = /^send(?:And|_and_)?(?:Confirm)?_?(?:Raw)?_?Transaction$/i

/** Functions that give out a key, by their name: stores of secrets, and libraries that are logged in. */
const GIVES_SECRET =
  /^(?:get|read|list|load|fetch|find|export|dump|reveal|decrypt)_?(?:\w{1,40}_)?(?:secrets?|passwords?)(?:_\w{1,40})?$/i
const GIVES_TOKEN =
  /^(?:get|read|list|load|fetch|export|dump)_?(?:\w{1,40}_)?(?:credentials?|(?:access|id|auth|refresh)_?token|cookies|clipboard)$|^(?:clipboard_get|dotenv_values)$/i

// The key gets the name that such a variable would have.
function keyGiven(method: string): readonly Mark[] {
  if (GIVES_SECRET.test(method)) return ['env:VAULT_SECRET']
  return GIVES_TOKEN.test(method) ? ['env:LIBRARY_TOKEN'] : []
}

// Whatever it is called: given the path of a key, it opens it.
function keysOpened({ args }: Call, trace: Trace, place: Place): readonly Mark[] {
  const paths = args.flatMap(({ texts }) => texts.slice(0, 2).filter(isKeyPath))
  if (paths.length > 0) note(trace, place, 'read', { targets: paths.map(normalPath) })
  return paths.map((path): Mark => `file:${normalPath(path)}`)
}

function isKeyPath(text: string): boolean {
  if (text.length > 200 || !/^[~/$%]|^[A-Z]:/.test(text)) return false
  const kind = secretClass(text)
  return kind !== undefined && kind !== 'environment file'
}

// Callbacks get what the call produced: the answer of a request, a chunk of a stream, an element of a list.
function callBack(result: Value, call: Call): void {
  const clean: Value = {
    texts: result.texts,
    marks: marksOf(result),
    ...(result.fields === undefined ? {} : { fields: result.fields }),
    ...(result.ref === undefined ? {} : { ref: result.ref }),
  }
  for (const arg of call.args)
    if (arg.fn !== undefined) arg.fn.invoke({ args: [clean, clean, clean], named: new Map() })
}
