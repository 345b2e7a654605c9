import { DECODERS } from '../../text/decode-layers.ts'
import { execute, note, readPath, request, writePath } from '../effects.ts'
import { comparedWith, foundBy, letThrough } from '../one-setting.ts'
import type { Place, Trace } from '../trace.ts'
import {
  addMarks,
  type Call,
  concatValues,
  fieldValue,
  firstText,
  HOLE,
  joinValues,
  listValue,
  mapTexts,
  markedValue,
  marksOf,
  mergeMarks,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.ts'
import { substitute } from './letter-table.ts'

interface Site {
  readonly trace: Trace
  readonly place: Place
}

type Method = (self: Value, call: Call, site: Site) => Value | undefined

/** What a method of text, lists, dictionaries, paths and open files does, whatever language it is written in. */
export function callMethod(name: string, call: Call, site: Site): Value | undefined {
  const { self } = call
  return self === undefined ? undefined : METHODS.get(name)?.(self, call, site)
}

const text =
  (change: (text: string) => string): Method =>
  (self) =>
    self.texts.length > 0 ? { ...mapTexts(self, change), ...(self.ref === 'path' ? { ref: 'path' } : {}) } : undefined

const same: Method = (self) => self

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  // Set apart: an object with a `then` would pass for a promise.
  [
    'then',
    (self, { args: [fn] }, { trace, place }) => {
      if (fn?.ref === 'eval') execute(trace, place, self, 'javascript', 'eval')
      return fn?.fn?.invoke({ args: [self], named: new Map() }) ?? self
    },
  ],
  ...Object.entries<Method>({
    join: (self, { args: [list] }) =>
      self.items === undefined ? joinTexts(list, self) : joinTexts(self, list ?? textValue(',')),
    split: (self, { args: [by] }) => {
      const [whole] = self.texts
      const separator = firstText(by)
      if (whole === undefined || whole.includes(HOLE)) return undefined
      const parts =
        separator === undefined ? whole.split(/\s+/) : separator === '' ? [...whole] : whole.split(separator)
      return listValue(parts.slice(0, 4_000).map((part) => textValue(part, self.marks)))
    },
    replace: (self, { args: [from, to] }) => replaceText(self, from, to),
    replaceAll: (self, { args: [from, to] }) => replaceText(self, from, to),
    reverse: (self) => {
      self.items?.reverse()
      return self.items === undefined ? undefined : addMarks(self, 'layer:reversed')
    },
    format: (self, call) => formatText(self, call),
    concat: (self, { args }) =>
      self.items === undefined
        ? concatValues(self, ...args)
        : listValue([...self.items, ...args.flatMap((arg) => arg.items ?? [arg])]),
    lower: text((each) => each.toLowerCase()),
    toLowerCase: text((each) => each.toLowerCase()),
    upper: text((each) => each.toUpperCase()),
    toUpperCase: text((each) => each.toUpperCase()),
    strip: text((each) => each.trim()),
    trim: text((each) => each.trim()),
    rstrip: text((each) => each.trimEnd()),
    encode: same,
    decode: (self, call) =>
      firstText(call.args[0]) === undefined ? self : decodeBy(self, firstText(call.args[0]) ?? ''),
    // In JavaScript this encodes: `toString('hex')` turns bytes into digits.
    toString: (self: Value, call: Call) =>
      /^(?:hex|base64)/.test(firstText(call.args[0]) ?? '') ? markedValue(...marksOf(self), 'encoded') : self,
    translate: (self, { args: [table] }) => substitute(self, table),
    _compile: (_self, { args: [code = UNKNOWN] }, { trace, place }) =>
      execute(trace, place, code, 'javascript', 'a compiled module'),
    hex: (self) => markedValue(...marksOf(self), 'encoded'),
    slice: (self, { args }) => cutText(self, args),
    substring: (self, { args }) => cutText(self, args),
    substr: (self, { args: [from, length] }) =>
      cutText(
        self,
        from?.number === undefined || length?.number === undefined
          ? [from ?? UNKNOWN]
          : [from, { ...length, number: from.number + length.number }],
      ),
    charCodeAt: (self, { args: [at] }) => {
      const code = firstText(self)?.charCodeAt(at?.number ?? 0)
      return code === undefined || Number.isNaN(code) ? undefined : { texts: [], marks: self.marks, number: code }
    },
    map: (self, { args: [fn] }) => mapItems(self, fn),
    forEach: (self, { args: [fn] }) => mapItems(self, fn),
    filter: (self, { args: [fn] }) => {
      const chosen = choose(self, fn)
      return self.items === undefined ? chosen : self
    },
    find: (self, { args: [fn] }) => choose(self, fn),
    startsWith: (self, { args: [name] }) => ask(self, name),
    startswith: (self, { args: [name] }) => ask(self, name),
    ...Object.fromEntries(
      ['match', 'matchAll', 'exec', 'search', 'findall', 'finditer'].map((name): [string, Method] => [
        name,
        (self, { args: [other] }) => (self.fields?.has('source') ? foundBy(self, other) : foundBy(other, self)),
      ]),
    ),
    reduce: (self, { args: [fn, start] }) => reduceItems(self, fn, start),
    append: (self, { args }) => push(self, args),
    push: (self, { args }) => push(self, args),
    add: (self, { args }) => push(self, args),
    extend: (self, { args: [list] }) => push(self, list?.items ?? [list ?? UNKNOWN]),
    update: (self, { args: [more], named }) => {
      for (const [key, value] of [...(more?.fields ?? []), ...named]) self.fields?.set(key, value)
      if (more !== undefined && more.fields === undefined) self.fields?.set(`?${self.fields.size}`, more)
      return self.fields === undefined
        ? { texts: [], marks: mergeMarks(marksOf(self), marksOf(more ?? UNKNOWN)) }
        : UNKNOWN
    },
    get: (self, call) => getItem(self, call),
    pop: (self, call) => (self.fields === undefined ? { texts: [], marks: marksOf(self) } : getItem(self, call)),
    setdefault: (self, call) => getItem(self, call),
    items: (self) =>
      self.ref === 'environment'
        ? markedValue('env:*')
        : self.fields === undefined
          ? undefined
          : listValue([...self.fields].map(([key, value]) => listValue([textValue(key), value]))),
    copy: same,
    values: (self) => (self.fields === undefined ? undefined : listValue([...self.fields.values()])),
    catch: same,
    finally: same,
    on: (self, { args }) => {
      for (const arg of args) arg.fn?.invoke({ args: [{ texts: [], marks: marksOf(self) }], named: new Map() })
      return self
    },
    pipe: (self, { args: [target] }, site) => pipeInto(self, target, site),
    read: (self) =>
      self.ref === 'file' ? (self.fields?.get('content') ?? UNKNOWN) : { texts: [], marks: marksOf(self) },
    readlines: (self) => (self.ref === 'file' ? (self.fields?.get('content') ?? UNKNOWN) : undefined),
    readline: (self) => (self.ref === 'file' ? (self.fields?.get('content') ?? UNKNOWN) : undefined),
    write: (self, { args: [data = UNKNOWN] }, site) => writeTo(self, data, site),
    writestr: (self, { args: [, data = UNKNOWN] }, site) => writeTo(self, data, site),
    end: (self, { args: [data = UNKNOWN] }, site) => writeTo(self, data, site),
    send: (self, { args: [data = UNKNOWN] }, site) => writeTo(self, data, site),
    sendall: (self, { args: [data = UNKNOWN] }, site) => writeTo(self, data, site),
    sendto: (self, { args: [data = UNKNOWN, address = UNKNOWN] }, site) =>
      writeTo(
        {
          ...self,
          marks: mergeMarks(
            marksOf(self),
            address.items === undefined ? [] : [`net:tcp://${firstText(address.items[0]) ?? ''}`],
          ),
        },
        data,
        site,
      ),
    recv: () => markedValue('net:', 'socket'),
    read_text: (self, _call, site) => readPath(site.trace, site.place, self),
    read_bytes: (self, _call, site) => readPath(site.trace, site.place, self),
    write_text: (self, { args: [data = UNKNOWN] }, site) => writeHere(self, data, site),
    write_bytes: (self, { args: [data = UNKNOWN] }, site) => writeHere(self, data, site),
    expanduser: (self) => ({ ...self, texts: self.texts.map((each) => each.replace(/^~/, '~')) }),
    joinpath: (self, { args }) => ({
      ...concatValues(self, ...args.flatMap((arg) => [textValue('/'), arg])),
      ref: 'path',
    }),
    resolve: (self) => (self.texts.length > 0 ? self : undefined),
    absolute: same,
    glob: (self, { args: [pattern = UNKNOWN] }) => ({ ...concatValues(self, textValue('/'), pattern), ref: 'path' }),
    rglob: (self, { args: [pattern = UNKNOWN] }) => ({ ...concatValues(self, textValue('/'), pattern), ref: 'path' }),
    iterdir: (self) =>
      self.texts.length > 0 ? { ...concatValues(self, textValue(`/${HOLE}`)), ref: 'path' } : undefined,
    unlink: (self, _call, site) => remove(self, site),
    fileno: same,
    execute: (_self, { args: [query] }, site) => {
      if (query?.texts.some((each) => each.includes(HOLE) && /\b(?:select|insert|update|delete)\b/i.test(each)))
        note(site.trace, site.place, 'unsafe', { what: 'puts a value into the text of a query' })
      return undefined
    },
  }),
])

function joinTexts(list: Value | undefined, by: Value): Value | undefined {
  if (list === undefined) return undefined
  if (list.items === undefined) return { texts: [], marks: mergeMarks(marksOf(list), marksOf(by)) }
  const joined = concatValues(
    ...list.items.slice(0, 4_000).flatMap((item, index) => (index === 0 ? [item] : [by, item])),
  )
  return list.items.length > 1 ? addMarks(joined, 'layer:split', ...list.marks) : joined
}

function replaceText(self: Value, from: Value | undefined, to: Value | undefined): Value | undefined {
  const search = firstText(from)
  if (self.texts.length === 0 || search === undefined || search === '')
    return from?.ref === 'regex' && self.texts.length > 0
      ? markedValue(...marksOf(self), ...(to?.fn === undefined ? [] : (['layer:substitution'] as const)))
      : undefined
  return mapTexts(self, (each) => each.replaceAll(search, firstText(to) ?? HOLE))
}

function formatText(self: Value, call: Call): Value | undefined {
  const [format] = self.texts
  if (format === undefined) return undefined
  let used = 0
  const parts = format.split(/(\{[\w.[\]]*(?:![rsa])?(?::[^{}]*)?\})/).map((piece) => {
    const hole = /^\{([\w]*)/.exec(piece)
    if (hole === null) return textValue(piece)
    const key = hole[1] ?? ''
    return (
      (key === '' ? call.args[used++] : /^\d+$/.test(key) ? call.args[Number(key)] : call.named.get(key)) ?? UNKNOWN
    )
  })
  return concatValues(...parts)
}

function decodeBy(self: Value, encoding: string): Value {
  if (/^rot_?13$/i.test(encoding)) return mapTexts(self, DECODERS.rot13, 'rot13')
  if (/^hex/i.test(encoding)) return mapTexts(self, DECODERS.hex, 'hex')
  if (/^base64/i.test(encoding))
    return self.bytes === true ? markedValue(...marksOf(self)) : mapTexts(self, DECODERS.base64, 'base64')
  const { bytes: _bytes, ...rest } = self
  return rest
}

function cutText(self: Value, args: readonly Value[]): Value | undefined {
  const [from, to] = args
  if (self.items !== undefined) return listValue(self.items.slice(from?.number ?? 0, to?.number))
  if (from?.number === undefined) return self.texts.length > 0 ? { texts: [], marks: marksOf(self) } : undefined
  return { ...self, texts: self.texts.map((each) => each.slice(from.number, to?.number)) }
}

function mapItems(self: Value, fn: Value | undefined): Value | undefined {
  if (fn === undefined) return undefined
  const items = self.items ?? [{ texts: [], marks: marksOf(self) }]
  const call = fn.fn
  if (call === undefined) return { texts: [], marks: marksOf(self) }
  return listValue(
    items
      .slice(0, 4_000)
      .map((item, index) =>
        call.invoke({ args: [item, { texts: [String(index)], marks: [], number: index }], named: new Map() }),
      ),
  )
}

// The pieces that a test lets through.
function choose(self: Value, fn: Value | undefined): Value {
  const answers = mapItems(self, fn)?.items
  return letThrough(self, answers?.length === 1 ? answers[0] : undefined)
}

function ask(self: Value, name: Value | undefined): Value | undefined {
  const answer = comparedWith(self, name)
  return answer === UNKNOWN ? undefined : answer
}

function reduceItems(self: Value, fn: Value | undefined, start: Value | undefined): Value | undefined {
  if (self.items === undefined || fn?.fn === undefined) return undefined
  let total = start ?? UNKNOWN
  for (const item of self.items.slice(0, 1_000)) total = fn.fn.invoke({ args: [total, item], named: new Map() })
  return total
}

function push(self: Value, values: readonly Value[]): Value | undefined {
  if (self.items === undefined) return undefined
  if (self.items.length < 4_000) self.items.push(...values)
  return UNKNOWN
}

function getItem(self: Value, { args: [key, fallback], named }: Call): Value | undefined {
  const name = firstText(key)
  if (self.ref === 'environment') {
    const value = markedValue(name === undefined || name.includes(HOLE) ? 'env:?' : `env:${name}`)
    return fallback === undefined ? value : joinValues(value, fallback)
  }
  if (self.fields === undefined || self.ref !== undefined)
    return name !== undefined && marksOf(self).some((mark) => /^fi(?:le|eld):/.test(mark))
      ? fieldValue(self, name)
      : undefined
  const value = name === undefined ? undefined : self.fields.get(name)
  return value ?? fallback ?? named.get('default') ?? fieldValue(self, name ?? '?')
}

function pipeInto(self: Value, target: Value | undefined, site: Site): Value | undefined {
  if (target === undefined) return undefined
  if (marksOf(target).includes('socket') && marksOf(self).some((mark) => mark === 'secret:shell'))
    note(site.trace, site.place, 'remote-shell', { what: 'a shell piped into a socket' })
  writeTo(target, self, site)
  return joinValues(target, self)
}

function writeTo(self: Value, data: Value, site: Site): Value | undefined {
  if (self.ref === 'file') {
    const path = self.fields?.get('path')
    if (path !== undefined) writePath(site.trace, site.place, path, data)
    return UNKNOWN
  }
  const marks = marksOf(self)
  const target = marks.find((mark) => mark.startsWith('net:'))
  if (target === undefined && !marks.includes('socket')) return undefined
  request(site.trace, site.place, {
    url: textValue(target?.slice(4) ?? ''),
    body: data,
    what: 'a message over a connection',
  })
  return markedValue(...marks)
}

function writeHere(self: Value, data: Value, site: Site): Value {
  writePath(site.trace, site.place, self, data)
  return UNKNOWN
}

function remove(self: Value, site: Site): Value {
  note(site.trace, site.place, 'delete', { targets: self.texts, what: 'unlink' })
  return UNKNOWN
}
