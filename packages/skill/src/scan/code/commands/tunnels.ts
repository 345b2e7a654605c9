import { note } from '../effects.ts'
import { firstText } from '../value.ts'
import { type ShellCall, words } from './shell-call.ts'

/** Letters of ssh that take a value. */
const VALUED = 'BbcDEeFIiJLlMmOopQRSWw'

/** The parts of a command line of ssh: its options with their values, then the words behind them. */
export function sshParts(given: readonly string[]): {
  options: readonly (readonly [string, string])[]
  rest: string[]
} {
  const options: (readonly [string, string])[] = []
  for (let i = 0; i < given.length; i++) {
    const word = given[i] ?? ''
    if (!/^-[A-Za-z0-9]/.test(word)) {
      // Options may also stand behind the host.
      const behind = given.slice(i + 1)
      return { options, rest: [word, ...behind] }
    }
    const at = [...word].findIndex((letter, index) => index > 0 && VALUED.includes(letter))
    if (at < 0) continue
    const glued = word.slice(at + 1)
    options.push([word[at] ?? '', glued === '' ? (given[++i] ?? '') : glued])
  }
  return { options, rest: [] }
}

/** Notes a connection over which another machine reaches into this one. */
export function noteReverseTunnel(call: ShellCall): void {
  const { options, rest } = sshParts(words(call))
  const behind = sshParts(rest.slice(1)).options.filter(() => /^-/.test(rest[1] ?? ''))
  const forward = [...options, ...behind]
    .map(([letter, value]) =>
      letter === 'R' ? value : letter === 'o' ? /^RemoteForward[=\s]+(.+)$/i.exec(value)?.[1] : undefined,
    )
    .find((value) => value !== undefined)
  const host = (rest[0] ?? '').replace(/^ssh:\/\/|^.*@|:\d+$/g, '')
  if (forward !== undefined && host !== '') noteTunnel(call, host, forward)
}

// A port of this machine is given to a host.
function noteTunnel(call: ShellCall, host: string, port: string): void {
  note(call.trace, call.place, 'tunnel', {
    targets: [`ssh://${host}`],
    what: `${call.name} gives ${port} of this machine to ${host}`,
  })
}

/** Tunnels of other programs: `chisel client HOST R:…`, `bore local 22 --to HOST`, `ngrok tcp 22`. */
export function noteOtherTunnel(call: ShellCall): void {
  const all = words(call)
  const host = (word: string | undefined): string => (word ?? '').replace(/^\w+:\/\//, '').replace(/[:/].*$/, '')
  const back = all.find((word) => /^R:/.test(word))
  if (call.name === 'chisel' && back !== undefined)
    noteTunnel(call, host(all[all.indexOf('client') + 1]), back.slice(2))
  else if (call.name === 'bore' && all[0] === 'local')
    noteTunnel(call, host(all[all.indexOf('--to') + 1]), all[1] ?? firstText(call.args[1]) ?? '')
  else if (call.name === 'ngrok' && all[0] === 'tcp') noteTunnel(call, 'ngrok.io', all[1] ?? '')
  noteEnrolled(call, all)
}

/** The key of an account, written out: what it lets in is that account. */
const ACCOUNT_KEY = /^(?:--?(?:authtoken|auth-?key|token)=)?(?=[\w-]*\d)(?!.*(?:x{3}|your|abc|123|example))[\w-]{12,}$/i

// The machine joins the network of whoever wrote the key down.
function noteEnrolled(call: ShellCall, all: readonly string[]): void {
  const at = all.findIndex((word) => /^--?(?:authtoken|auth-?key|token)(?:=|$)/.test(word))
  const key = at < 0 ? undefined : all[at]?.includes('=') ? all[at] : all[at + 1]
  if (key !== undefined && ACCOUNT_KEY.test(key))
    note(call.trace, call.place, 'remote-shell', {
      targets: ['tcp://another-account'],
      what: `a way in for the account of a key that is written out (${call.name})`,
    })
}
