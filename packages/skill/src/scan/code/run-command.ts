import { normalPath, secretClass, secretPathIn } from '../text/path-class.ts'
import { isHostName } from '../text/urls.ts'
import { COMMANDS } from './commands/command-table.ts'
import { runCommandVariable, runOptionCommands } from './commands/option-commands.ts'
import { notePowers } from './commands/powers.ts'
import { withPrintedSecret } from './commands/secret-printers.ts'
import type { ShellCall } from './commands/shell-call.ts'
import { execute, note, packageText, request, runFile } from './effects.ts'
import { MAX_DEPTH, type Place, type Trace } from './trace.ts'
import { firstText, type Mark, markedValue, marksOf, textValue, UNKNOWN, type Value } from './value.ts'

/** Programs that only run another program. */
const WRAPPERS = new Set(
  'sudo doas nohup time nice ionice stdbuf setsid exec builtin timeout caffeinate unbuffer chroot proxychains proxychains4 torsocks busybox arch winpty rtk'.split(
    ' ',
  ),
)
/** Options of wrappers that take a value. */
const WRAPPER_VALUES = new Set(['-u', '-g', '-n', '-k', '-s', '-o', '-i', '-e', '--user', '--signal'])

/** Reads one command given as words: what it does is noted, what it prints comes back. */
export function runCommand(words: readonly Value[], stdin: Value, place: Place, trace: Trace): Value {
  let rest = words
  for (let guard = 0; guard < 8; guard++) {
    const first = rest[0]
    if (first === undefined) return stdin
    const text = firstText(first)
    if (text === undefined) {
      // A command whose name is computed: what it was computed from is what runs.
      if (marksOf(first).some((mark) => !mark.startsWith('env:')))
        execute(trace, place, first, 'shell', 'a computed command')
      return UNKNOWN
    }
    if (place.depth < MAX_DEPTH && /\s/.test(text.trim()) && rest.length === 1)
      return execute(trace, place, first, 'shell', 'a computed command')
    const name = baseName(text)
    if (name === 'env' && rest.length > 1) rest = splitWords(rest.slice(1))
    else if (WRAPPERS.has(name)) rest = rest.slice(1)
    else if (guard > 0 && text.startsWith('-')) rest = rest.slice(WRAPPER_VALUES.has(text) ? 2 : 1)
    else if (guard > 0 && (/^\w+=/.test(text) || /^\d+[smhd]?$/.test(text))) {
      const [variable = '', ...value] = text.split('=')
      runCommandVariable(variable, textValue(value.join('='), marksOf(first)), { trace, place })
      rest = rest.slice(1)
    } else return dispatch(name, text, first, rest.slice(1), stdin, place, trace)
  }
  return UNKNOWN
}

// `env -S 'sh -c …'` takes the whole line in one word.
function splitWords(words: readonly Value[]): readonly Value[] {
  const at = words.findIndex((word) => /^(?:-[a-z]*S|--split-string)/.test(firstText(word) ?? ''))
  if (at < 0) return words
  const line = (firstText(words[at]) ?? '').replace(/^(?:-[a-z]*S|--split-string=?)/, '')
  const rest = line === '' ? words.slice(at + 1) : [textValue(line), ...words.slice(at + 1)]
  return [textValue('sh'), textValue('-c'), textValue(rest.map((word) => firstText(word) ?? '').join(' '))]
}

/** Addresses of pools, and names of what miners compute. */
const MINES =
  /stratum\+(?:tcp|ssl):\/\/|^(?:--?(?:algo|coin)=)?(?:rx\/\w{1,8}|randomx|cn\/\w{1,10}|kawpow|ghostrider|etchash|argon2\/chukwa\w{0,3})$/i

function dispatch(
  name: string,
  text: string,
  first: Value,
  args: readonly Value[],
  stdin: Value,
  place: Place,
  trace: Trace,
): Value {
  note(trace, place, 'program', { targets: [name], value: first })
  const call: ShellCall = {
    name,
    args,
    stdin,
    place,
    trace,
    run: (inner, input) => runCommand(inner, input, place, trace),
  }
  if (args.some((arg) => arg.texts.some((word) => MINES.test(word)))) {
    note(trace, place, 'miner', {
      what: `${name} with a mining pool`,
      targets: args.flatMap((arg) => arg.texts).slice(0, 6),
    })
  }
  notePowers(call)
  runOptionCommands(call)
  runGivenCommands(call)
  const handler = COMMANDS.get(name)
  loadFetched(call)
  if (TAKES_FILES.test(name)) sendUnknown(call, keysNamed(call))
  if (handler !== undefined) return withPrintedSecret(call, handler(call))
  if (/\/[^/]/.test(text) || trace.written.has(normalPath(text))) runFile(trace, place, first, 'shell', `${name}`)
  const carried = [
    ...marksOf(stdin),
    ...args.flatMap((arg, at) =>
      SIGNS_HERE.test(name) && /^--private-key$/.test(firstText(args[at - 1]) ?? '') ? [] : marksOf(arg),
    ),
  ]
  sendUnknown(call, [...carried, ...keysNamed(call)])
  return withPrintedSecret(call, markedValue(...carried))
}

/** Programs that start or take in what they are given, and words that ask others to. */
const LOADS = /^(?:dpkg|rpm|msiexec|installer|insmod|start|java|wine|mono|dotnet|rundll32|regsvr32|open|make)$/
const LOADING = /^-{0,2}(?:install|load|apply|import|run|exec|sideload)(?:-\w+)?$/

// What was fetched is run by whatever takes it in: as an extension, a package, a module.
function loadFetched({ name, args, place, trace }: ShellCall): void {
  if (COMMANDS.has(name) && !LOADS.test(name) && !/^(?:code|kubectl)$/.test(name)) return
  if (!LOADS.test(name) && !args.some((arg) => LOADING.test(firstText(arg) ?? ''))) return
  for (const arg of args) {
    const made = trace.written.get(normalPath(firstText(arg) ?? ''))
    const marks = made === undefined ? [] : marksOf(made)
    if (marks.some((mark) => mark.startsWith('net:')))
      note(trace, place, 'exec', { value: markedValue(...marks), what: name, targets: [] })
  }
}

// `@~/.ssh/id_rsa`, `body=@key`, `put key`: a program that is not known here opens what it is given by name.
function keysNamed({ args, trace }: ShellCall): Mark[] {
  return args.flatMap(({ texts }, at) =>
    texts.flatMap((text): Mark[] => {
      if (text.length > 2_000 || OPENS_WITH.test(text) || OPENS_WITH.test(firstText(args[at - 1]) ?? '')) return []
      const made = trace.written.get(normalPath(text))
      if (made !== undefined) return made.marks.filter((mark) => /^(?:env|file|field|secret):|^printed$/.test(mark))
      const path = secretClass(text) === undefined ? secretPathIn(text.replaceAll('@', ' ')) : text
      return path === undefined || !path.includes('/') || secretClass(path) === 'environment file'
        ? []
        : [`file:${path}`]
    }),
  )
}

/** Options whose value proves who is asking: the key stays here. */
const OPENS_WITH = /^-i$|(?:^|\s)-i\s|^--?[\w-]*(?:key|identity|cert|config|credential|profile|auth)|IdentityFile/i
/** Wallets of the command line: a key that they are given signs here. */
const SIGNS_HERE = /^(?:cast|forge)$/
/** Programs that turn files into others, and send none. */
const CONVERTS = /^(?:pandoc|ffmpeg|magick|convert|wkhtmltopdf)$/
/** Programs that are known here and take files in more ways than are read. */
const TAKES_FILES = /^(?:https?|xh|httpie|rclone)$/

/** Where a program that is not known here may bring what it is given: `https://…`, `user@host:path`, `host=name`. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/[^/\s]+|(?:^|[\s@=,/])(?:[\w-]+\.)+[\w-]+(?=[:/\s,]|$)/gi
/** Subcommands that give a file away, to whoever has the code or the name that comes out. */
const GIVES = /^(?:send|upload|share|publish|put|push|add|drop|paste)$/

// A program that is not known here, given a key and an address, is taken for one that sends.
function sendUnknown({ name, args, place, trace }: ShellCall, carried: readonly Mark[]): void {
  if (CONVERTS.test(name) || !carried.some((mark) => /^(?:env|file|field|secret):/.test(mark))) return
  const body = markedValue(...carried)
  const addresses = args
    .flatMap(({ texts }) => texts.flatMap((text) => addressesIn(text)))
    // A script of the package, called by its name.
    .filter((url) => packageText(trace, url.replace(/^ssh:\/\//, ''), place.file) === undefined)
  for (const url of new Set(addresses)) request(trace, place, { url: textValue(url), body, what: name })
  const isGiven = addresses.length === 0 && GIVES.test(firstText(args[0]) ?? '') && carried.some(isKeyFile)
  if (isGiven) request(trace, place, { url: UNKNOWN, body, what: name })
}

function isKeyFile(mark: Mark): boolean {
  return mark.startsWith('file:') && secretClass(mark.slice(5)) !== undefined
}

function addressesIn(text: string): string[] {
  return text.length > 2_000
    ? []
    : [...text.matchAll(ADDRESS)].flatMap(([found]) => {
        if (found.includes('://')) return [text.slice(text.indexOf(found)).split(/\s/, 1)[0] ?? found]
        const host = found.replace(/^[\s@=,/]/, '')
        return isHostName(host) ? [`ssh://${host}`] : []
      })
}

/** A command line inside of one word: what takes it runs it, whichever option it stands behind. */
const GIVEN =
  /^\s*!?(?:cmd(?:\.exe)?\s+\/c|(?:\/\S{1,40}\/)?(?:ba|z|da)?sh\s+-c|powershell(?:\.exe)?\s|pwsh\s|python3?\s+-c|node\s+-e|mshta\s|curl\s|wget\s|nc\s|bash\s+<\()/i
/** Programs whose words are texts for people, for other programs to look for, or code that is read already. */
const SHOWS =
  /^(?:echo|printf|print|cat|e?grep|rg|ag|sed|test|expect|say|logger|git|gh|jq|perl|ruby|php|python[\d.]*|node|ssh|sh|bash|zsh|dash|ksh|cmd|eval|powershell|pwsh|su|watch|script|trap|alias|tmux|screen|iex|\[)$/

function runGivenCommands(call: ShellCall): void {
  if (SHOWS.test(call.name)) return
  for (const arg of call.args)
    if (arg.texts.some((text) => GIVEN.test(text)))
      execute(call.trace, call.place, arg, 'shell', `a command given to ${call.name}`)
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.replace(/\.exe$/i, '').toLowerCase() || path
}
