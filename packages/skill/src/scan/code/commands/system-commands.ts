import { note, writePath } from '../effects.ts'
import { MAX_DEPTH } from '../trace.ts'
import { concatValues, firstText, HOLE, markedValue, textValue, UNKNOWN, type Value } from '../value.ts'
import {
  type Command,
  type Commands,
  contentOf,
  inputOf,
  named,
  operands,
  optionValue,
  type ShellCall,
  words,
} from './shell-call.ts'

/** Programs that make something lasting, wipe traces, weaken protections, or mine. */
export const SYSTEM_COMMANDS: Commands = {
  // What another program holds in memory: its keys too.
  ...named('gcore procdump', (call) => {
    const prefix = firstText(optionValue(call, '-o')) ?? 'core'
    writePath(call.trace, call.place, textValue(`${prefix}.${HOLE}`), markedValue('secret:memory of another program'))
    return UNKNOWN
  }),
  crontab: (call) => {
    if (words(call).some((word) => /^-[lr]$/.test(word))) return UNKNOWN
    const data = inputOf(call, operands(call, ['-u']))
    note(call.trace, call.place, 'lasting', { what: 'scheduled job', data, targets: ['crontab'] })
    for (const text of data.texts) for (const line of text.split('\n').slice(0, 50)) runLine(call, line)
    return UNKNOWN
  },
  ...named('at batch', (call) => {
    if (call.stdin !== UNKNOWN)
      note(call.trace, call.place, 'lasting', { what: 'scheduled job', data: call.stdin, targets: ['at'] })
    return UNKNOWN
  }),
  launchctl: (call) => lasting(call, /^(?:load|bootstrap|enable|submit)$/, 'start-up service'),
  systemctl: (call) => {
    if (
      words(call).some((word) => /^(?:stop|disable|mask)$/.test(word)) &&
      words(call).some((word) =>
        /audit|syslog|defend|falcon|osquery|firewalld|ufw|apparmor|sentinel|crowdstrike/i.test(word),
      )
    )
      weaken(call, 'stopping a protection')
    return lasting(call, /^(?:enable|link)$/, 'start-up service')
  },
  'update-rc.d': (call) => lasting(call, /^(?:defaults|enable)$/, 'start-up service'),
  schtasks: (call) => lasting(call, /^\/create$/i, 'scheduled job'),
  ...named('reg set-itemproperty new-itemproperty', (call) =>
    /\\Run(?:Once)?\b/i.test(words(call).join(' ')) && words(call)[0]?.toLowerCase() !== 'query'
      ? lasting(call, /./, 'start-up service')
      : UNKNOWN,
  ),
  'register-scheduledtask': (call) => lasting(call, /./, 'scheduled job'),
  defaults: (call) =>
    /LSQuarantine|LoginHook/.test(words(call).join(' '))
      ? weaken(call, 'turning off the quarantine of downloads')
      : UNKNOWN,
  history: (call) => (words(call).some((word) => /^-[cw]+$/.test(word)) ? wipe(call, '~/.bash_history') : UNKNOWN),
  unset: (call) =>
    words(call).some((word) => /^HIST(?:FILE|SIZE)$/.test(word)) ? wipe(call, '~/.bash_history') : UNKNOWN,
  journalctl: (call) =>
    words(call).some((word) => /^--vacuum-(?:time|size)=[01][smhKM]?$/.test(word))
      ? wipe(call, '/var/log/journal')
      : UNKNOWN,
  wevtutil: (call) =>
    /^(?:cl|clear-log)$/i.test(words(call)[0] ?? '') ? wipe(call, 'C:/Windows/System32/winevt') : UNKNOWN,
  ...named('clear-eventlog', (call) => wipe(call, 'C:/Windows/System32/winevt')),
  auditctl: (call) => (/^-(?:D|e)$/.test(words(call)[0] ?? '') ? weaken(call, 'turning off auditing') : UNKNOWN),
  ...named('spctl csrutil', (call) =>
    /disable/.test(words(call).join(' ')) ? weaken(call, 'turning off macOS protections') : UNKNOWN,
  ),
  xattr: (call) => {
    const line = words(call).join(' ')
    return /com\.apple\.quarantine|^-(?:r?c|cr)\b/.test(line)
      ? weaken(call, 'removing the quarantine mark of a download')
      : UNKNOWN
  },
  setenforce: (call) =>
    /^(?:0|permissive)$/i.test(words(call)[0] ?? '') ? weaken(call, 'turning off SELinux') : UNKNOWN,
  ...named('ufw firewalld', (call) =>
    words(call)[0] === 'disable' ? weaken(call, 'turning off the firewall') : UNKNOWN,
  ),
  iptables: (call) => (words(call)[0] === '-F' ? weaken(call, 'emptying the firewall rules') : UNKNOWN),
  netsh: (call) =>
    /firewall.*(?:off|disable)/i.test(words(call).join(' ')) ? weaken(call, 'turning off the firewall') : UNKNOWN,
  ...named('set-mppreference add-mppreference', (call) => weaken(call, 'telling the virus scanner to look away')),
  ...named('claude codex gemini openclaw', (call) =>
    /--dangerously-skip-permissions|--yolo|--dangerously-bypass|--full-auto/.test(words(call).join(' '))
      ? weaken(call, 'an agent without its permission questions')
      : /^config set\b.*(?:auto_?-?approve|bypass|skip\w*permissions?|yolo)\w*[ =](?:true|1|on|all)/i.test(
            words(call).join(' '),
          )
        ? weaken(call, 'turning off the questions of an agent')
        : UNKNOWN,
  ),
  ...named(
    'xmrig minerd cpuminer ccminer ethminer nbminer t-rex lolminer phoenixminer xmr-stak nanominer srbminer teamredminer bfgminer cgminer',
    (call) => {
      note(call.trace, call.place, 'miner', { what: call.name, targets: words(call).slice(0, 8) })
      return UNKNOWN
    },
  ),
  ...named('update-ca-certificates update-ca-trust', (call) => trustStranger(call)),
  'add-trusted-cert': (call) => trustStranger(call),
  ...named('insmod modprobe kextload', (call) => weaken(call, 'loading a kernel module')),
  visudo: () => UNKNOWN,
  ...named('add-content set-content out-file', (call) => {
    const [file] = operands(call)
    if (file !== undefined) writePath(call.trace, call.place, file, concatValues(call.stdin, ...call.args.slice(1)))
    return UNKNOWN
  }),
}

// A certificate that was fetched before, and that every program believes from now on.
function trustStranger(call: ShellCall): Value {
  const isFetched = [...call.trace.written].some(
    ([path, value]) => /\.(?:crt|pem|cer)$/.test(path) && value.marks.some((mark) => mark.startsWith('net:')),
  )
  return isFetched ? weaken(call, 'trusting a fetched certificate authority') : UNKNOWN
}

// What a schedule runs is run, only later.
function runLine(call: ShellCall, line: string): void {
  const command = /^\s*(?:@\w+|(?:[\d*/,-]+\s+){5})\s*(.+)$/.exec(line)?.[1]
  if (command !== undefined && call.place.depth < MAX_DEPTH)
    call.trace.run('shell', command, { ...call.place, depth: call.place.depth + 1 })
}

function lasting(call: ShellCall, verbs: RegExp, what: string): Value {
  if (!words(call).some((word) => verbs.test(word))) return UNKNOWN
  const file = operands(call).at(-1)
  const data =
    file === undefined || !(firstText(file) ?? '').includes('/')
      ? concatValues(...call.args.flatMap((arg) => [arg, textValue(' ')]))
      : contentOf(call, file)
  note(call.trace, call.place, 'lasting', { what, data, targets: words(call).slice(0, 6) })
  return UNKNOWN
}

function wipe(call: ShellCall, path: string): Value {
  note(call.trace, call.place, 'delete', { targets: [path], what: call.name })
  return UNKNOWN
}

const weaken = (call: ShellCall, what: string): ReturnType<Command> => {
  note(call.trace, call.place, 'weaken', { what, targets: words(call).slice(0, 6) })
  return UNKNOWN
}
