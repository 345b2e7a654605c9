import { isCode } from '../../package-view.ts'
import { decodeBase64Utf16 } from '../../text/decode-layers.ts'
import { normalPath } from '../../text/path-class.ts'
import { execute, note, packageText, request, runFile } from '../effects.ts'
import type { Language } from '../trace.ts'
import {
  addMarks,
  concatValues,
  fieldValue,
  firstText,
  HOLE,
  mapTexts,
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

/** Programs that run what they are given. */
export const INTERPRETERS: Commands = {
  ...named('bash sh zsh dash ksh ash fish', (call) => interpret(call, 'shell', ['-c'])),
  ...named('python python2 python3 python3.11 python3.12 pypy py', (call) =>
    firstText(optionValue(call, '-m')) === undefined ? interpret(call, 'python', ['-c']) : runModule(call),
  ),
  ...named('node nodejs deno bun tsx ts-node', (call) =>
    interpret(call, 'javascript', ['-e', '--eval', '-p', '-pe', 'eval']),
  ),
  ...named('ruby php lua osascript rscript', (call) => interpret(call, 'lexical', ['-e', '-r', '-E'])),
  ...named('perl awk gawk mawk', (call) => {
    const said = interpret(call, 'lexical', ['-e', '-r', '-E', '-ne', '-pe', 'BEGIN'])
    return addMarks(said, ...marksOf(goneOver(call)))
  }),
  ...named('powershell pwsh', runPowershell),
  ...named('cmd', (call) => execute(call.trace, call.place, joined(call.args.slice(1)), 'shell', 'cmd')),
  ...named('iex invoke-expression', (call) =>
    execute(call.trace, call.place, concatValues(joined(call.args), call.stdin), 'lexical', 'Invoke-Expression'),
  ),
  eval: (call) => execute(call.trace, call.place, joined(call.args), 'shell', 'eval'),
  ...named('source .', (call) => runSource(call)),
  ...named('xargs parallel', (call) => {
    const all = words(call)
    let start = 0
    while (/^-/.test(all[start] ?? ''))
      start += /^(?:-[InPdLaEs]|--max-args|--max-procs|--delimiter)$/.test(all[start] ?? '') ? 2 : 1
    const mark = firstText(optionValue(call, '-I')) ?? all.find((word) => /^-I./.test(word))?.slice(2)
    const inner = call.args.slice(start)
    // Where the mark stands, each line of the input is put in.
    return mark === undefined
      ? call.run([...inner, call.stdin], call.stdin)
      : call.run(
          inner.map((arg) =>
            firstText(arg)?.includes(mark) === true
              ? addMarks(
                  mapTexts(arg, (text) => text.replaceAll(mark, firstText(call.stdin) ?? HOLE)),
                  ...marksOf(call.stdin),
                )
              : arg,
          ),
          UNKNOWN,
        )
  }),
  ...named('watch script unshare nsenter su runuser', (call) => {
    const inner = optionValue(call, '-c', '--command')
    return inner === undefined
      ? call.run(operands(call, ['-n', '-u']), call.stdin)
      : execute(call.trace, call.place, inner, 'shell', call.name)
  }),
  ...named('open xdg-open start start-process invoke-item explorer', (call) => {
    // An address that a browser is sent to carries what stands in it.
    for (const arg of operands(call))
      if (/^https?:/i.test(firstText(arg) ?? '')) request(call.trace, call.place, { url: arg, what: call.name })
      else runFile(call.trace, call.place, arg, 'shell', call.name)
    return UNKNOWN
  }),
  ...named('installer msiexec hdiutil dpkg rpm', (call) => {
    for (const arg of call.args) {
      const url = firstText(arg)
      if (url !== undefined && /^https?:/.test(url))
        execute(call.trace, call.place, addMarks(UNKNOWN, `net:${url}`), 'shell', call.name)
      else runFile(call.trace, call.place, arg, 'shell', call.name)
    }
    return UNKNOWN
  }),
  ...named('systemd-run', (call) => {
    const all = words(call)
    let start = 0
    while (/^-/.test(all[start] ?? ''))
      start += /^(?:-u|-p|--unit|--property|--on-\w+|--description)$/.test(all[start] ?? '') ? 2 : 1
    return call.run(call.args.slice(start), call.stdin)
  }),
  // A list of what is to be done, from elsewhere.
  ...named('make gmake just', (call) => {
    const file = optionValue(call, '-f', '--file', '--makefile', '--justfile')
    if (file === undefined) return UNKNOWN
    if (firstText(file) === '-')
      return execute(call.trace, call.place, call.stdin, 'shell', `${call.name} fed by a pipe`)
    return execute(call.trace, call.place, recipeOf(contentOf(call, file)), 'shell', call.name)
  }),
  ...named('kubectl helm ansible-pull ansible-playbook terraform oc', (call) => {
    const verb = /^(?:apply|create|install|upgrade|replace|init)$/
    const isPull = call.name === 'ansible-pull'
    for (const word of words(call))
      if (/^(?:https?|git):\/\/\S+$/.test(word) && (isPull || words(call).some((each) => verb.test(each))))
        execute(call.trace, call.place, addMarks(UNKNOWN, `net:${word}`), 'shell', call.name)
    return UNKNOWN
  }),
  ...named('mshta rundll32 regsvr32 wscript cscript', (call) => {
    for (const word of words(call)) {
      const url = /https?:\/\/[^\s"')]+/i.exec(word)?.[0]
      if (url !== undefined) execute(call.trace, call.place, addMarks(UNKNOWN, `net:${url}`), 'lexical', call.name)
      else runFile(call.trace, call.place, textValue(word.replace(/,.*$/, '')), 'lexical', call.name)
    }
    return UNKNOWN
  }),
}

function interpret(call: ShellCall, language: Language, options: readonly string[]): Value {
  const { trace, place, stdin } = call
  const inline = inlineCode(call, options)
  if (inline !== undefined) {
    const program = language === 'shell' ? inline : withoutData(inline)
    const out = execute(trace, place, program, language, `${call.name} with code on the command line`)
    return addMarks(out, ...marksOf(stdin))
  }
  // What feeds an inline program is data to it; what feeds a bare interpreter is the program.
  const files = operands(call, ['-W', '-X', '-O', '--rcfile', '--require', '-r', '--import']).filter(
    (arg) => !/^(?:run|test|x)$/.test(firstText(arg) ?? ''),
  )
  const [file] = files
  const name = firstText(file)
  if (hasOption(call, 'i') && /^(?:ba|z|da|k)?sh$/.test(call.name) && marksOf(stdin).includes('socket'))
    note(trace, place, 'remote-shell', { what: 'an interactive shell on a socket' })
  if (file === undefined || name === '-' || name === '/dev/stdin' || hasOption(call, 's')) {
    if (stdin === UNKNOWN) return UNKNOWN
    return execute(trace, place, stdin, language, `${call.name} fed by a pipe`)
  }
  if (file.ref === 'content') return execute(trace, place, file, language, `${call.name} fed by a substitution`)
  if (name !== undefined && /^https?:\/\//.test(name))
    return execute(trace, place, addMarks(UNKNOWN, `net:${name}`), language, `${call.name} with a remote script`)
  runFile(trace, place, file, language, call.name)
  return addMarks(UNKNOWN, ...marksOf(stdin))
}

// What a shell gets to see of it; the other lines are names and what they need.
function recipeOf(list: Value): Value {
  return mapTexts(list, (text) => text.replace(/^(?!\t).*$/gm, '').replace(/^\t[@-]*/gm, ''))
}

// What is put between the quotes of a program is data to it, unless the program runs texts.
function withoutData(code: Value): Value {
  const isData = (text: string): boolean =>
    !/\b(?:exec|eval|compile|__import__|Function|system|popen|run|spawn\w*)\b/.test(text) &&
    !text.replace(/('''|"""|['"`])(?:(?!\1)[\s\S])*?\uFFFC(?:(?!\1)[\s\S])*?\1/g, '').includes(HOLE)
  if (code.texts.length === 0 || !code.texts.every(isData)) return code
  return { ...code, marks: code.marks.filter((mark) => !mark.startsWith('net:')) }
}

// A program on the command line goes over the files behind it; one that looks for a name takes that field.
function goneOver(call: ShellCall): Value {
  const all = operands(call, ['-F', '-v', '-e', '-E', '-ne', '-pe', '-f'])
  const read = inputOf(call, call.name === 'perl' ? all : all.slice(1))
  const name = /\/\^?\s*"?([A-Za-z_][\w-]{2,60})/.exec(
    firstText(inlineCode(call, ['-e', '-E', '-ne', '-pe'])) ?? '',
  )?.[1]
  return name === undefined ? read : fieldValue(read, name)
}

function inlineCode(call: ShellCall, options: readonly string[]): Value | undefined {
  const direct = optionValue(call, ...options)
  if (direct !== undefined) return direct
  const all = words(call)
  // Clusters such as `-lc`, `-ic`, `-xec`, and awk whose program is its first operand.
  const cluster = all.findIndex((word) => /^-[a-zA-Z]{1,5}[ce]$/.test(word))
  if (cluster >= 0 && options.some((option) => option.length === 2 && all[cluster]?.endsWith(option[1] ?? '')))
    return call.args[cluster + 1]
  if (/awk$/.test(call.name)) return operands(call, ['-F', '-v'])[0]
  return undefined
}

function runModule(call: ShellCall): Value {
  const module = firstText(optionValue(call, '-m')) ?? ''
  const at = words(call).indexOf('-m')
  if (/^(?:pip|pipx|uv)$/.test(module)) return call.run([textValue(module), ...call.args.slice(at + 2)], call.stdin)
  if (module === 'base64') return call.run([textValue('base64'), ...call.args.slice(at + 2)], call.stdin)
  if (module === 'http.server') note(call.trace, call.place, 'program', { targets: ['http.server'] })
  return UNKNOWN
}

function runSource(call: ShellCall): Value {
  const [file] = call.args
  // fish reads its input then.
  if (file === undefined) return execute(call.trace, call.place, call.stdin, 'shell', 'source of a pipe')
  if (file.ref === 'content') return execute(call.trace, call.place, file, 'shell', 'source of a substitution')
  if (firstText(file) === '/dev/stdin') return execute(call.trace, call.place, call.stdin, 'shell', 'source of a pipe')
  // What it sets and defines is there for the lines that follow.
  const shipped = packageText(call.trace, normalPath(firstText(file) ?? ''), call.place.file)
  if (shipped !== undefined && isCode(normalPath(firstText(file) ?? '')))
    return execute(call.trace, call.place, textValue(shipped), 'shell', 'source')
  runFile(call.trace, call.place, file, 'shell', 'source')
  return UNKNOWN
}

function runPowershell(call: ShellCall): Value {
  const all = words(call)
  const encoded = all.findIndex((word) => /^[-/]e(?:n(?:c(?:o(?:d(?:e(?:d(?:c\w*)?)?)?)?)?)?)?$/i.test(word))
  const blob = call.args[encoded + 1]
  if (encoded >= 0 && blob !== undefined)
    return execute(
      call.trace,
      call.place,
      mapTexts(blob, decodeBase64Utf16, 'base64'),
      'lexical',
      'an encoded PowerShell command',
    )
  const command = all.findIndex((word) => /^[-/]c(?:ommand)?$/i.test(word))
  const rest =
    command >= 0
      ? call.args.slice(command + 1)
      : operands(call, ['-ExecutionPolicy', '-ep', '-ex', '-w', '-WindowStyle', '-Version', '-File'])
  const text = rest.length > 0 ? joined(rest) : call.stdin
  const file = optionValue(call, '-File', '-f', '-file')
  if (file !== undefined)
    runFile(call.trace, call.place, contentOf(call, file).texts.length > 0 ? file : file, 'lexical', 'PowerShell')
  return text === UNKNOWN ? UNKNOWN : execute(call.trace, call.place, text, 'lexical', 'PowerShell')
}

function joined(args: readonly Value[]): Value {
  if (args.length === 1 && args[0] !== undefined) return args[0]
  return concatValues(...args.flatMap((arg, index) => (index === 0 ? [arg] : [textValue(' '), arg])))
}
