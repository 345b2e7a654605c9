import { DECODERS, decodeEscapes, hidesLetters } from '../../text/decode-layers.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { note, readPath, writePath } from '../effects.ts'
import {
  addMarks,
  concatValues,
  fieldValue,
  firstText,
  HOLE,
  mapTexts,
  markedValue,
  marksOf,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.ts'
import {
  type Commands,
  contentOf,
  hasOption,
  inputOf,
  named,
  operands,
  optionValue,
  type ShellCall,
  words,
} from './shell-call.ts'

/** Programs that turn text into other text. */
export const TEXT_FILTERS: Commands = {
  // The parts together are the whole.
  split: (call) => {
    const [from, prefix] = operands(call, ['-b', '-n', '-l', '-C', '-a'])
    const whole = from === undefined ? call.stdin : contentOf(call, from)
    writePath(call.trace, call.place, textValue(`${firstText(prefix) ?? 'x'}*`), whole, 'a part')
    return UNKNOWN
  },
  ...named('echo print write-output write-host', (call) => echo(call)),
  printf: (call) => printf(call),
  ...named('cat bat less more type get-content gc tac', (call) => inputOf(call, operands(call))),
  ...named('head strings nl fold sort uniq column paste fmt expand pr tee-object', (call) =>
    inputOf(call, operands(call, ['-n', '-c', '-w', '-k', '-d'])),
  ),
  tail: (call) => {
    const input = inputOf(call, operands(call, ['-n', '-c']))
    const start = Number(/^\+(\d+)$/.exec(firstText(optionValue(call, '-c', '--bytes')) ?? '')?.[1])
    return start > 0 ? mapTexts(input, (text) => text.slice(start - 1)) : input
  },
  ...named('cut', (call) => unknownParts(inputOf(call, operands(call, ['-d', '-f', '-c', '-b'])))),
  ...named('jq yq', (call) => {
    const [filter, ...files] = operands(call, ['-f'])
    return fieldAt(inputOf(call, files), firstText(filter) ?? '')
  }),
  ...named('grep egrep fgrep rg ag ack zgrep select-string', (call) => search(call)),
  // They take a text out of a picture, a sound or a document.
  ...named(
    'exiftool exiv2 steghide stegseek zsteg outguess stegsnow zbarimg identify pdftotext pdfdetach binwalk foremost ffprobe mediainfo tesseract',
    (call) => markedValue(...operands(call).flatMap((file) => marksOf(contentOf(call, file)))),
  ),
  ...named('tee', (call) => {
    for (const file of operands(call)) writePath(call.trace, call.place, file, call.stdin)
    return call.stdin
  }),
  ...named('base64 gbase64 base32 basenc base58', (call) => recode(call, call.name === 'base32' ? 'base32' : 'base64')),
  xxd: (call) =>
    hasOption(call, 'r') ? mapTexts(inputOf(call, operands(call)), DECODERS.hex, 'hex') : recode(call, 'hex'),
  ...named('od hexdump', (call) => recode(call, 'hex')),
  ...named('gunzip zcat gzcat unxz xzcat bzcat zstdcat', (call) =>
    mapTexts(inputOf(call, operands(call)), DECODERS.gzip, 'gzip'),
  ),
  ...named('gzip xz zstd bzip2 pigz brotli', (call) => {
    const input = inputOf(call, operands(call))
    return hasOption(call, 'd', '--decompress', '--uncompress')
      ? mapTexts(input, DECODERS.gzip, 'gzip')
      : markedValue(...marksOf(input))
  }),
  ...named('uudecode base91', (call) => markedValue(...marksOf(call.stdin), 'layer:uuencode')),
  ...named('which command', (call) => operands(call)[0] ?? UNKNOWN),
  rev: (call) => mapTexts(inputOf(call, operands(call)), DECODERS.reversed, 'reversed'),
  tr: (call) => translate(call),
  sed: (call) => sed(call),
  ...named('printenv', (call) => environment(call)),
  env: () => markedValue('env:*'),
  set: (call) => (call.args.length === 0 ? markedValue('env:*') : UNKNOWN),
  ...named('get-childitem gci dir ls', (call) =>
    words(call).some((word) => /^env:/i.test(word)) ? markedValue('env:*') : UNKNOWN,
  ),
  ...named('hostname whoami uname id ifconfig ipconfig sw_vers systeminfo lsb_release ps w who', () =>
    markedValue('system'),
  ),
  ...named('pbpaste xclip xsel wl-paste get-clipboard', () => markedValue('secret:clipboard')),
  ...named('screencapture scrot import grim', (call) => {
    const file = operands(call).at(-1)
    if (file !== undefined) writePath(call.trace, call.place, file, markedValue('secret:screen'))
    return markedValue('secret:screen')
  }),
  security: (call) =>
    words(call).some((word) => /^(?:find-(?:generic|internet)-password|dump-keychain|export)$/.test(word))
      ? markedValue('secret:keychain')
      : UNKNOWN,
  ...named('secret-tool pass op bw lpass gopass', (call) =>
    words(call).some((word) => /^(?:lookup|show|read|get|item|list)$/.test(word))
      ? markedValue('secret:password manager')
      : UNKNOWN,
  ),
  gpg: (call) =>
    hasOption(call, '', '--export-secret-keys', '--export-secret-subkeys')
      ? markedValue('secret:gpg key')
      : inputOf(call, operands(call, ['-r', '-o'])),
  sqlite3: (call) => {
    const [file] = operands(call)
    return file === undefined ? UNKNOWN : markedValue(...marksOf(readPath(call.trace, call.place, file)))
  },
}

function echo(call: ShellCall): Value {
  const parts = call.args.filter((arg) => !/^-[neE]{1,3}$/.test(firstText(arg) ?? ''))
  const said = concatValues(...parts.flatMap((part, index) => (index === 0 ? [part] : [textValue(' '), part])))
  const escaped = hasOption(call, 'e') && said.texts.some(hidesLetters)
  return escaped ? mapTexts(said, decodeEscapes, 'escapes') : said
}

function printf(call: ShellCall): Value {
  const [format = UNKNOWN, ...rest] = call.args
  const text = firstText(format) ?? HOLE
  const parts: Value[] = []
  let used = 0
  // The format is used again as long as there are arguments.
  for (let round = 0; round < 64 && (round === 0 || (used < rest.length && text.includes('%'))); round++) {
    for (const piece of text.split(/(%[-+ 0-9.*]*[a-zA-Z%])/)) {
      if (piece === '%%') parts.push(textValue('%'))
      else if (/^%.*[a-zA-Z]$/.test(piece)) parts.push(rest[used++] ?? textValue(''))
      else if (piece !== '') parts.push(textValue(piece))
    }
  }
  const said = concatValues(...parts)
  const isEscaped = said.texts.some(hidesLetters)
  return isEscaped ? mapTexts(said, decodeEscapes, 'escapes') : mapTexts(said, (each) => decodeEscapes(each) ?? each)
}

function recode(call: ShellCall, layer: 'base64' | 'base32' | 'hex'): Value {
  const all = words(call)
  const decodes = all.some((word) => /^(?:-[a-z]*[dD]|--decode|-di)$/.test(word))
  const input = inputOf(call, operands(call, ['-w', '-b', '--wrap', '-c', '-l']))
  if (decodes)
    return mapTexts({ ...input, texts: input.texts.map((text) => text.replaceAll(HOLE, '')) }, DECODERS[layer], layer)
  if (layer !== 'base64' || input.texts.length === 0 || input.texts.some((text) => text.includes(HOLE)))
    return markedValue(...marksOf(input), 'encoded')
  return mapTexts(input, (text) => Buffer.from(text).toString('base64'))
}

function translate(call: ShellCall): Value {
  const [from = '', to = ''] = operands(call).map((arg) => firstText(arg) ?? '')
  if (hasOption(call, 'd')) {
    const removed = new Set(expandRange(from))
    return mapTexts(
      call.stdin,
      (text) => [...text].filter((char) => !removed.has(char)).join(''),
      removed.size > 0 && /\w/.test(from) ? 'split' : undefined,
    )
  }
  if (hasOption(call, 's') || hasOption(call, 'c') || to === '') return call.stdin
  const source = expandRange(from)
  const target = expandRange(to)
  const map = new Map(source.map((char, index) => [char, target[Math.min(index, target.length - 1)] ?? '']))
  return mapTexts(
    call.stdin,
    (text) => [...text].map((char) => map.get(char) ?? char).join(''),
    source.length > 8 && /n-z/i.test(to)
      ? 'rot13'
      : source.length > 8 && !/a-z|:(?:lower|upper):/i.test(to)
        ? 'substitution'
        : undefined,
  )
}

function expandRange(set: string): string[] {
  const plain = set.replaceAll('[:upper:]', 'A-Z').replaceAll('[:lower:]', 'a-z').replace(/\\n/g, '\n').slice(0, 200)
  const chars: string[] = []
  for (let i = 0; i < plain.length; i++) {
    const start = plain.charCodeAt(i)
    const end = plain[i + 1] === '-' && i + 2 < plain.length ? plain.charCodeAt(i + 2) : start
    for (let code = start; code <= end && chars.length < 300; code++) chars.push(String.fromCharCode(code))
    if (end !== start) i += 2
  }
  return chars
}

/** What keys and passwords are called in the files that hold them. */
const SECRET_WORDS =
  /passw|secret|token|credential|api.{0,3}key|private.{0,3}key|mnemonic|seed.{0,3}phrase|BEGIN [A-Z ]*KEY|AKIA|ghp_|sk-/i

/** A pattern for the line of one setting: `^KEY=`, `"key": "[^"]*"`, `leafToken`. */
const ONE_LINE = anyOf(
  '',
  /^\^?(?:export )?([A-Z][A-Z0-9_]{2,60})=?$/,
  /^\^?"([\w-]{2,60})"(?:\s*:.{0,40})?$/,
  /^((?!api|auth|access|private|secret|client|refresh)[a-z]{2,20}(?:[A-Z][a-z]{2,20}){1,3})$/,
)

// Of one file it keeps a part; going through folders it finds files by what is in them.
function search(call: ShellCall): Value {
  const [pattern, ...files] = operands(call, ['-e', '-f', '-A', '-B', '-C', '-m', '-g', '-t'])
  const name = ONE_LINE.exec(firstText(pattern) ?? '')
    ?.slice(1)
    .find((each) => each !== undefined)
  const read = inputOf(call, files)
  const found = name === undefined ? unknownParts(read) : fieldValue(read, name)
  const isThroughFolders =
    call.name === 'rg' ||
    call.name === 'ag' ||
    hasOption(call, 'r', '--recursive', '--files-with-matches') ||
    hasOption(call, 'R') ||
    hasOption(call, 'l')
  const wanted = [pattern, optionValue(call, '-e', '--regexp')].flatMap((value) => value?.texts ?? [])
  return isThroughFolders && wanted.some((text) => SECRET_WORDS.test(text))
    ? addMarks(found, 'secret:files found by the keys in them')
    : found
}

function sed(call: ShellCall): Value {
  const all = operands(call, ['-e', '-f'])
  const script = firstText(all[0]) ?? ''
  const files = all.slice(1)
  if (hasOption(call, 'i')) {
    for (const file of files) writePath(call.trace, call.place, file, textValue(script))
    return UNKNOWN
  }
  const input = inputOf(call, files)
  const lines = hasOption(call, 'n') ? /^(\d+)(?:,(\d+|\$))?p$/.exec(script) : null
  if (lines !== null) {
    const [, first = '1', last = first] = lines
    const end = last === '$' ? Number.POSITIVE_INFINITY : Number(last)
    return mapTexts(input, (text) =>
      text
        .split('\n')
        .slice(Number(first) - 1, end)
        .join('\n'),
    )
  }
  const swap = /^s(.)([^\\[\](){}*+?.^$]{1,40})\1([^\\&]{0,40})\1(g?)$/.exec(script)
  if (swap === null) return files.length > 0 ? unknownParts(input) : input
  const [, , from = '', to = '', all2 = ''] = swap
  return mapTexts(input, (text) => (all2 === 'g' ? text.replaceAll(from, to) : text.replace(from, to)))
}

function environment(call: ShellCall): Value {
  const names = operands(call).flatMap((arg) => arg.texts)
  if (names.length === 0) return markedValue('env:*')
  note(call.trace, call.place, 'env', { targets: names })
  return markedValue(...names.map((name) => `env:${name}` as const))
}

// A filter keeps a part that is not known; the origin stays.
// `.a.b["c"]` takes one field out; every other filter may take anything.
function fieldAt(value: Value, filter: string): Value {
  // What stands in for a missing field is no part of the file.
  const path = filter.replace(/\s*\/\/\s*(?:empty|null|false|true|"[^"]*"|\d+)\s*$/, '')
  if (!/^\.[\w"'.[\]-]+$/.test(path) || path.includes('[]')) return unknownParts(value)
  return (path.match(/[\w-]+/g) ?? []).reduce(fieldValue, value)
}

function unknownParts(value: Value): Value {
  return markedValue(...marksOf(value))
}
