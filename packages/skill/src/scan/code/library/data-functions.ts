import { parse } from 'yaml'
import { bytesToText, DECODERS, decodeEscapes, type Layer } from '../../text/decode-layers.ts'
import { notePrinted } from '../effects.ts'
import { foundBy, patternValue } from '../one-setting.ts'
import {
  concatValues,
  firstText,
  listValue,
  type Mark,
  mapTexts,
  markedValue,
  marksOf,
  mergeMarks,
  numberValue,
  recordValue,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.ts'
import { letterTable } from './letter-table.ts'
import { argument, called, everything, field, type Library, type LibraryCall } from './library-call.ts'

const decoder =
  (layer: Layer) =>
  (call: LibraryCall): Value => ({
    ...mapTexts(argument(call, 0, 's'), DECODERS[layer], layer),
    ...(call.language === 'python' ? { bytes: true } : {}),
  })

/** Library functions that decode, encode, convert and parse. */
export const DATA_FUNCTIONS: Library = {
  ...called(
    'base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes base64.decodestring binascii.a2b_base64 atob js-base64.decode Base64.decode',
    decoder('base64'),
  ),
  ...called('base64.b32decode', decoder('base32')),
  ...called('base64.b85decode', decoder('base85')),
  ...called('base64.a85decode', decoder('ascii85')),
  ...called('base64.b16decode binascii.unhexlify binascii.a2b_hex bytes.fromhex bytearray.fromhex', decoder('hex')),
  ...called(
    'zlib.decompress gzip.decompress zlib.gunzipSync zlib.inflateSync zlib.inflateRawSync zlib.unzipSync zlib.brotliDecompressSync pako.inflate pako.ungzip lzma.decompress bz2.decompress',
    decoder('gzip'),
  ),
  ...called(
    'urllib.parse.unquote urllib.parse.unquote_plus parse.unquote unquote decodeURIComponent decodeURI unescape',
    decoder('url'),
  ),
  ...called('codecs.decode', (call) => {
    const encoding = firstText(argument(call, 1, 'encoding')) ?? ''
    const layer: Layer | undefined = /^rot/i.test(encoding)
      ? 'rot13'
      : /^hex/i.test(encoding)
        ? 'hex'
        : /^base64/i.test(encoding)
          ? 'base64'
          : /^zlib|^zip/i.test(encoding)
            ? 'gzip'
            : undefined
    if (layer !== undefined) return mapTexts(argument(call, 0), DECODERS[layer], layer)
    return /escape/.test(encoding) ? mapTexts(argument(call, 0), decodeEscapes, 'escapes') : argument(call, 0)
  }),
  ...called('codecs.encode', (call) =>
    /^rot/i.test(firstText(argument(call, 1)) ?? '')
      ? mapTexts(argument(call, 0), DECODERS.rot13, 'rot13')
      : argument(call, 0),
  ),
  ...called('Buffer.from', (call) => bufferFrom(call)),
  ...called('Buffer.concat', (call) => concatValues(...(argument(call, 0).items ?? []))),
  ...called('String.fromCharCode String.fromCodePoint chr unichr', (call) =>
    fromCodes(
      call.args.length === 1 && call.args[0]?.items !== undefined ? call.args[0].items : call.args,
      call.args.length > 1,
    ),
  ),
  ...called('ord', (call) => {
    const code = firstText(argument(call, 0))?.charCodeAt(0)
    return code === undefined ? UNKNOWN : numberValue(code, argument(call, 0).marks)
  }),
  ...called('bytes bytearray Uint8Array.from Uint8Array', (call) => {
    const value = argument(call, 0)
    return value.items === undefined ? value : { ...fromCodes(value.items, true), bytes: true }
  }),
  ...called('int parseInt Number', (call) => {
    const text = firstText(argument(call, 0))
    const base = argument(call, 1).number ?? 10
    const number = text === undefined ? Number.NaN : Number.parseInt(text, base >= 2 && base <= 36 ? base : 10)
    return Number.isNaN(number)
      ? markedValue(...marksOf(argument(call, 0)))
      : numberValue(number, argument(call, 0).marks)
  }),
  ...called('range', (call) => {
    const [first, second] = call.args
    const from = second === undefined ? 0 : first?.number
    const to = (second ?? first)?.number
    return from === undefined || to === undefined || to - from > 4_000 || call.args.length > 2
      ? undefined
      : listValue(Array.from({ length: Math.max(0, to - from) }, (_each, index) => numberValue(from + index)))
  }),
  ...called('len', (call) => {
    const value = argument(call, 0)
    const length = value.items?.length ?? firstText(value)?.length
    return length === undefined ? UNKNOWN : numberValue(length)
  }),
  ...called('map', (call) => mapOver(call)),
  ...called('reversed', (call) => {
    const value = argument(call, 0)
    return value.items === undefined
      ? mapTexts(value, DECODERS.reversed, 'reversed')
      : { ...listValue(value.items.toReversed()), marks: ['layer:reversed'] }
  }),
  ...called('zip', (call) => {
    const lists = call.args.map((arg) => arg.items ?? lettersOf(arg))
    const [first] = lists
    return first === undefined
      ? undefined
      : listValue(first.map((_item, index) => listValue(lists.map((list) => list?.[index] ?? UNKNOWN))))
  }),
  ...called('enumerate', (call) => {
    const { items } = argument(call, 0)
    return items === undefined
      ? undefined
      : listValue(items.map((item, index) => listValue([numberValue(index), item])))
  }),
  ...called(
    'base64.b64encode base64.urlsafe_b64encode base64.b32encode base64.encodebytes binascii.hexlify btoa zlib.compress gzip.compress zlib.gzipSync zlib.deflateSync',
    (call) => markedValue(...marksOf(argument(call, 0)), 'encoded'),
  ),
  ...called(
    'str repr list tuple sorted set JSON.stringify json.dumps yaml.dump pprint.pformat urllib.parse.quote urllib.parse.quote_plus parse.quote quote encodeURIComponent encodeURI String Object.entries Object.values Object.assign structuredClone copy.deepcopy copy.copy querystring.stringify URLSearchParams FormData Blob TextEncoder Array.from pickle.dumps',
    (call) => convert(call),
  ),
  ...called('str.maketrans bytes.maketrans bytearray.maketrans string.maketrans', (call) =>
    letterTable(argument(call, 0), call.args[1]),
  ),
  ...called('dict', (call) => {
    const value = argument(call, 0)
    return call.named.size > 0
      ? recordValue(new Map(call.named), marksOf(value))
      : value.fields !== undefined && value.ref === undefined
        ? recordValue(new Map(value.fields), value.marks)
        : recordValue(pairsOf(value), marksOf(value))
  }),
  ...called('urllib.parse.urlencode parse.urlencode urlencode', (call) => markedValue(...marksOf(argument(call, 0)))),
  ...called('urllib.parse.urljoin parse.urljoin URL', (call) =>
    call.language === 'javascript' ? argument(call, 0) : concatValues(...call.args),
  ),
  ...called(
    'json.loads JSON.parse json.load yaml.safe_load yaml.load tomllib.loads tomllib.load toml.load toml.loads json5.parse yaml.parse',
    (call) => parseData(argument(call, 0)),
  ),
  ...called(
    'Fernet().decrypt fernet.Fernet().decrypt decipher.update crypto.privateDecrypt AES.new().decrypt ?.decrypt',
    (call) => markedValue(...marksOf(argument(call, 0)), 'layer:cipher'),
  ),
  ...called('crypto.createDecipheriv crypto.createDecipher', () => ({
    texts: [],
    marks: ['layer:cipher'],
    ref: 'decipher',
  })),
  ...called('os.getenv os.environ.get environ.get getenv os.environb.get Deno.env.get', (call) => {
    const name = firstText(argument(call, 0, 'key'))
    const fallback = call.args[1] ?? call.named.get('default')
    return {
      texts: fallback?.texts ?? [],
      marks: mergeMarks(name === undefined ? ['env:?'] : [`env:${name}`], fallback?.marks ?? []),
    }
  }),
  ...called('RegExp', (call) => patternValue(argument(call, 0), firstText(argument(call, 1)) ?? '', 'RegExp()')),
  ...called('re.compile regex.compile', (call) => patternValue(argument(call, 0), flagsOf(call, 1), 're.compile()')),
  ...called('re.search re.match re.findall re.finditer regex.search regex.findall', (call) =>
    foundBy(patternValue(argument(call, 0), flagsOf(call, 2), 're'), argument(call, 1, 'string')),
  ),
  ...called('Deno.env.toObject', () => markedValue('env:*')),
  ...called('input sys.stdin.read sys.stdin.readline process.stdin.read', () => markedValue('input')),
  ...called('shlex.split', (call) => {
    const text = firstText(argument(call, 0))
    return text === undefined
      ? undefined
      : listValue(
          (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
            textValue(word.replace(/^["']|["']$/g, ''), argument(call, 0).marks),
          ),
        )
  }),
  ...called(
    'print console.log console.error console.info sys.stdout.write process.stdout.write logging.info',
    (call) => {
      notePrinted(call.trace, call.place, concatValues(...call.args))
      return UNKNOWN
    },
  ),
}

// Only flags that are known to leave the end of a line alone.
function flagsOf(call: LibraryCall, position: number): string {
  const { ref } = argument(call, position, 'flags')
  return ref === undefined || /\.(?:M|MULTILINE|I|IGNORECASE)$/.test(ref) ? '' : 's'
}

function bufferFrom(call: LibraryCall): Value {
  const value = argument(call, 0)
  const encoding = firstText(argument(call, 1)) ?? ''
  if (/^base64/.test(encoding)) return mapTexts(value, DECODERS.base64, 'base64')
  if (encoding === 'hex') return mapTexts(value, DECODERS.hex, 'hex')
  return value.items === undefined ? { ...value, bytes: true } : fromCodes(value.items, true)
}

function fromCodes(items: readonly Value[], isCoded: boolean): Value {
  const marks = mergeMarks(
    ...items.slice(0, 50).map((item) => item.marks),
    isCoded && items.length > 3 ? ['layer:character codes'] : [],
  )
  if (items.length === 0 || !items.every((item) => item.number !== undefined)) return { texts: [], marks }
  const codes = items.slice(0, 20_000).map((item) => item.number ?? 0)
  const text =
    codes.every((code) => code >= 0 && code < 256) && codes.some((code) => code > 127)
      ? bytesToText(Uint8Array.from(codes))
      : codes.map((code) => (code >= 0 && code <= 0x10ffff ? String.fromCodePoint(Math.trunc(code)) : '')).join('')
  return textValue(text, marks)
}

function mapOver(call: LibraryCall): Value | undefined {
  const [fn, list] = call.args
  if (fn === undefined || list === undefined) return undefined
  const items =
    list.items ??
    (list.texts.length === 1 && list.bytes !== true
      ? [...(list.texts[0] ?? '')].map((char) => textValue(char, list.marks))
      : undefined)
  if (items === undefined) return { texts: [], marks: marksOf(list) }
  return listValue(
    items
      .slice(0, 4_000)
      .map((item) =>
        fn.fn === undefined
          ? (DATA_FUNCTIONS[fn.ref ?? '']?.({ ...call, args: [item], named: new Map(), ref: fn.ref ?? '' }) ?? item)
          : fn.fn.invoke({ args: [item], named: new Map() }),
      ),
  )
}

function convert(call: LibraryCall): Value {
  const [value = UNKNOWN, ...others] = call.args
  if (value.texts.length > 0 || value.items !== undefined) return value
  // What an object holds is still there, each in its field, when it is written down.
  return value.fields === undefined
    ? { texts: [], marks: marksOf(everything(call)) }
    : { texts: [], marks: mergeMarks(value.marks, ...others.map((each) => marksOf(each))), fields: value.fields }
}

function parseData(value: Value): Value {
  const content = field(value, 'content') ?? value
  const [text] = content.texts
  if (text === undefined || text.length > 100_000)
    return content.fields === undefined || content.ref !== undefined
      ? recordValue(new Map(), marksOf(content))
      : recordValue(new Map(content.fields), content.marks)
  const marks = marksOf(content).filter((mark) => mark.startsWith('layer:'))
  try {
    return fromData(JSON.parse(text), marks)
  } catch {
    return fromYaml(text, marks)
  }
}

function fromData(data: unknown, marks: readonly Mark[], depth = 0): Value {
  if (typeof data === 'string') return textValue(data, marks)
  if (typeof data === 'number') return numberValue(data, marks)
  if (typeof data !== 'object' || data === null || depth > 8) return UNKNOWN
  if (Array.isArray(data)) return listValue(data.slice(0, 4_000).map((item) => fromData(item, marks, depth + 1)))
  return recordValue(
    new Map(
      Object.entries(data)
        .slice(0, 500)
        .map(([key, item]) => [key, fromData(item, marks, depth + 1)]),
    ),
  )
}

function fromYaml(text: string, marks: readonly Mark[]): Value {
  if (text.length > 20_000) return UNKNOWN
  try {
    return fromData(parse(text, { maxAliasCount: 50, logLevel: 'silent' }), marks)
  } catch {
    return UNKNOWN
  }
}

function lettersOf({ texts, marks }: Value): Value[] | undefined {
  const [text] = texts
  return text === undefined || text.length > 1_000 ? undefined : [...text].map((letter) => textValue(letter, marks))
}

// `dict(zip(a, b))`, `Object.fromEntries(list)`.
function pairsOf({ items = [] }: Value): Map<string, Value> {
  return new Map(
    items.flatMap((pair): [string, Value][] => {
      const key = firstText(pair.items?.[0])
      const value = pair.items?.[1]
      return key === undefined || value === undefined ? [] : [[key, value]]
    }),
  )
}
