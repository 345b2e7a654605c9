import { execute, note, request, writePath } from '../effects.ts'
import {
  concatValues,
  firstText,
  markedValue,
  marksOf,
  mergeMarks,
  recordValue,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.ts'
import { type Commands, hasOption, named, operands, optionValue, type ShellCall, words } from './shell-call.ts'

/** Programs that bring other people's code onto the machine. */
export const PACKAGE_MANAGERS: Commands = {
  ...named('pip pip3 pipx conda mamba poetry pdm rye', (call) => install(call, 'pypi', /^(?:install|add|inject)$/)),
  uv: (call) => install(call, 'pypi', /^(?:install|add)$/),
  ...named('uvx', (call) => runOnce(call, 'pypi')),
  ...named('npm pnpm yarn', (call) =>
    words(call)[0] === 'config' || words(call)[0] === 'set'
      ? setRegistry(call)
      : words(call)[0] === 'exec' || words(call)[0] === 'dlx'
        ? runOnce({ ...call, args: call.args.slice(1) }, 'npm')
        : install(call, 'npm', /^(?:install|i|add|global)$/),
  ),
  ...named('npx bunx pnpx', (call) => runOnce(call, 'npm')),
  go: (call) => (words(call)[0] === 'run' ? runModule(call) : install(call, 'go', /^(?:install|get)$/)),
  ...named('gem cargo brew apt apt-get yum dnf apk pacman port choco winget scoop snap flatpak', (call) =>
    install(call, call.name, /^(?:install|add|get|tap)$/),
  ),
  ...named('clawhub clawdhub skills', (call) => install(call, 'skills', /^(?:install|add|update|sync)$/)),
  git: (call) => runGit(call),
}

const VALUED = [
  '-r',
  '--requirement',
  '-c',
  '--index-url',
  '-i',
  '--extra-index-url',
  '--registry',
  '-t',
  '--target',
  '--trusted-host',
  '-p',
  '--package',
  '--python',
  '--from',
  '--with',
  '-e',
  '--prefix',
  '-w',
  '--workspace',
  '-f',
  '--find-links',
  '-o',
]

function install(call: ShellCall, registry: string, verbs: RegExp): Value {
  const all = operands(call, VALUED).flatMap((arg) => arg.texts)
  const verb = all.findIndex((word) => verbs.test(word))
  if (verb < 0) return UNKNOWN
  // `--git`, `--source` and their like name where it comes from.
  const sources = /^(?:pypi|npm)$/.test(registry) ? [] : words(call).filter((word) => /:[/][/]\S/.test(word))
  record(
    call,
    registry,
    [...new Set([...all.slice(verb + 1), ...sources.map((word) => word.replace(/^--[\w-]+=/, ''))])],
    'install',
  )
  return UNKNOWN
}

// `go run host/path@version` takes the module from that host.
function runModule(call: ShellCall): Value {
  const module = operands(call, VALUED).flatMap((arg) => arg.texts)[1] ?? ''
  if (!/^[\w-]+(?:\.[\w-]+)+[/]/.test(module)) return UNKNOWN
  return execute(call.trace, call.place, markedValue(`net:https://${module.replace(/@.*$/, '')}`), 'shell', 'go run')
}

function setRegistry(call: ShellCall): Value {
  const address = words(call).find((word) => /^(?:registry=)?https?:[/]/.test(word)) ?? ''
  const isSet = words(call).some((word) => /registry/.test(word))
  if (isSet && address !== '')
    note(call.trace, call.place, 'install', {
      targets: [],
      what: 'npm: registry',
      data: recordValue(new Map([['index', textValue(address.replace(/^registry=/, ''))]])),
      value: textValue(call.name),
    })
  return UNKNOWN
}

function runOnce(call: ShellCall, registry: string): Value {
  const named = firstText(optionValue(call, '-p', '--package', '--from'))
  const first = operands(call, VALUED).flatMap((arg) => arg.texts)[0]
  record(
    call,
    registry,
    [named ?? first ?? ''].filter((name) => name !== ''),
    hasOption(call, 'y', '--yes') ? 'run without asking' : 'run',
  )
  return markedValue()
}

function record(call: ShellCall, registry: string, packages: readonly string[], what: string): void {
  const named = optionValue(
    call,
    '--index-url',
    '-i',
    '--extra-index-url',
    '--registry',
    '--find-links',
    '-f',
    '--index',
    '--default-index',
  )
  const index = /^https?:/.test(firstText(named) ?? '') ? named : undefined
  note(call.trace, call.place, 'install', {
    targets: packages,
    what: `${registry}: ${what}`,
    data: recordValue(index === undefined ? new Map() : new Map([['index', index]])),
    value: textValue(call.name),
  })
}

function runGit(call: ShellCall): Value {
  const all = operands(call, ['-C', '-c', '-m', '-b', '--depth', '--branch'])
  const [verb, first] = all.map((arg) => firstText(arg) ?? '')
  if (verb === 'push') {
    // What was written into the folder goes along.
    const carried = mergeMarks(
      ...[...call.trace.written].flatMap(([path, value]) =>
        /^(?:~|\/(?!tmp\/|var\/tmp\/))/.test(path) ? [] : [value.marks],
      ),
    )
    request(call.trace, call.place, {
      url: textValue(all.map((arg) => firstText(arg) ?? '').find((word) => word.includes('://')) ?? ''),
      body: { texts: [], marks: mergeMarks(carried, ...all.slice(1).map((arg) => marksOf(arg))) },
      what: 'git push',
    })
  }
  const [, , bundle] = all
  if (verb === 'bundle' && first === 'create' && bundle !== undefined && words(call).includes('--all'))
    writePath(call.trace, call.place, bundle, markedValue('secret:the whole repository'), 'a bundle')
  if (verb === 'clone')
    note(call.trace, call.place, 'install', { targets: [first ?? ''], what: 'git: clone', value: textValue('git') })
  if (
    verb === 'pull' ||
    (verb === 'reset' &&
      words(call).includes('--hard') &&
      words(call).some((word) => /^(?:origin|upstream|FETCH_HEAD)/.test(word)))
  ) {
    note(call.trace, call.place, 'update', { what: `git ${verb}`, value: concatValues(...call.args) })
  }
  if (
    verb === 'config' &&
    words(call).some((word) => /^(?:core\.hooksPath|credential\.helper|core\.fsmonitor|url\..*insteadOf)$/i.test(word))
  ) {
    note(call.trace, call.place, 'lasting', {
      what: 'git hook',
      targets: words(call),
      data: concatValues(...call.args),
    })
  }
  return UNKNOWN
}
