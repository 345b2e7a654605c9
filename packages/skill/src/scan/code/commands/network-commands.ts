import { note, readPath, request, writePath } from '../effects.ts'
import { concatValues, firstText, HOLE, markedValue, marksOf, textValue, UNKNOWN, type Value } from '../value.ts'
import { notePlantedKey } from './planted-key.ts'
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
import { noteOtherTunnel, noteReverseTunnel, sshParts } from './tunnels.ts'

/** Programs that talk to other machines. */
export const NETWORK_COMMANDS: Commands = {
  ...named('curl curlie', runCurl),
  ...named('wget wget2 aria2c axel', runWget),
  ...named('http https xh httpie', runHttpie),
  ...named('iwr irm invoke-webrequest invoke-restmethod fetch start-bitstransfer', runWebRequest),
  ...named('nc ncat netcat telnet socat', runSocket),
  openssl: runOpenssl,
  ...named(
    'dig nslookup host drill kdig doggo dog delv resolvectl getent ping ping6 traceroute tracepath mtr',
    (call) => {
      const names = operands(call, ['-c', '-t', '-w', '-W', '-n', '-p'])
      const value = concatValues(...names)
      note(call.trace, call.place, 'lookup', {
        value: { ...value, marks: value.marks },
        targets: names.flatMap((name) => name.texts),
        what: call.name,
      })
      // What fills the packets goes along.
      const filling = call.name.startsWith('ping') ? optionValue(call, '-p') : undefined
      if (filling !== undefined && filling.marks.length > 0)
        request(call.trace, call.place, {
          url: textValue(`icmp://${firstText(names.at(-1)) ?? ''}`),
          body: filling,
          what: 'the filling of a ping',
        })
      // A text that the owner of a name can put there.
      const host = names.flatMap((name) => name.texts).find((name) => name.includes('.') && !name.startsWith('@'))
      return host !== undefined && words(call).some((word) => /^(?:TXT|-type=TXT|CNAME)$/i.test(word))
        ? markedValue(`net:dns://${host}`)
        : UNKNOWN
    },
  ),
  ...named('scp rsync sftp', (call) => {
    const all = operands(call, ['-i', '-P', '-p', '-e', '-o'])
    const target = all.at(-1) ?? UNKNOWN
    const name = firstText(target) ?? ''
    const host =
      /^(?:rsync|sftp):\/\/(?:[\w.-]+@)?([\w.-]+)/.exec(name)?.[1] ?? /^(?:[\w.-]+@)?([\w.-]+):/.exec(name)?.[1]
    if (host !== undefined)
      request(call.trace, call.place, {
        url: textValue(`ssh://${host}`),
        body: inputOf(call, all.slice(0, -1)),
        what: call.name,
      })
    else if (all.length > 1)
      writePath(call.trace, call.place, target, markedValue(`net:ssh://${firstText(all[0])?.split(':')[0] ?? ''}`))
    return UNKNOWN
  }),
  ...named('chisel bore ngrok tailscale cloudflared zerotier-cli netbird', (call) => {
    noteOtherTunnel(call)
    return UNKNOWN
  }),
  ...named('ssh autossh', (call) => {
    noteReverseTunnel(call)
    notePlantedKey(call)
    const host = (sshParts(words(call)).rest[0] ?? '').replace(/^.*@/, '')
    if (host !== '' && marksOf(call.stdin).length > 0)
      request(call.trace, call.place, { url: textValue(`ssh://${host}`), body: call.stdin, what: 'ssh' })
    // What a command prints over there comes from there.
    return host !== '' && sshParts(words(call)).rest.length > 1 ? markedValue(`net:ssh://${host}`) : UNKNOWN
  }),
  ...named('mail mailx sendmail mutt msmtp swaks', (call) => {
    const to = words(call).findLast((word) => /@[\w-]+(?:\.[\w-]+)+$/.test(word)) ?? ''
    const file = optionValue(call, '-a', '-A', '--attach')
    const body = concatValues(call.stdin, file === undefined ? UNKNOWN : contentOf(call, file), ...call.args)
    request(call.trace, call.place, { url: textValue(`mailto://${to.replace(/^.*@/, '')}`), body, what: 'an e-mail' })
    return UNKNOWN
  }),
  // What anybody can read, under an account that need not be the reader's.
  ...named('gh glab', (call) => {
    const all = operands(call, ['-d', '-f', '--desc', '--filename', '-R', '--repo', '-t', '--title'])
    const [noun = '', verb = ''] = all.map((arg) => firstText(arg) ?? '')
    if (
      !/^(?:gist|snippet|issue|pr|mr|release|repo)$/.test(noun) ||
      !/^(?:create|new|comment|edit|upload|note)$/.test(verb)
    )
      return UNKNOWN
    const files = /^(?:gist|snippet|release)$/.test(noun)
      ? all.slice(2).map((file) => contentOf(call, file))
      : call.args
    const body = concatValues(call.stdin, ...files)
    return request(call.trace, call.place, { url: textValue('https://api.github.com/gists'), body, what: call.name })
  }),
  ...named('aws gsutil rclone az gcloud mc s3cmd', runCloudCopy),
  ...named('certutil bitsadmin', (call) => {
    const all = words(call)
    const url = all.find((word) => /^https?:\/\//i.test(word))
    const out = call.args.at(-1)
    if (url === undefined) return UNKNOWN
    const answer = request(call.trace, call.place, { url: textValue(url), what: call.name })
    if (out !== undefined && firstText(out) !== url) writePath(call.trace, call.place, out, answer)
    return answer
  }),
}

const CURL_VALUES = 'XHdFoOuTAebcmxKwyYrEztDPQ'.replace('O', '')
const CURL_LONG = new Set(
  '--request --header --data --data-raw --data-binary --data-urlencode --data-ascii --form --form-string --output --user --upload-file --user-agent --referer --cookie --cookie-jar --max-time --connect-timeout --retry --retry-delay --proxy --config --resolve --write-out --json --url --cacert --cert --key --doh-url --interface --limit-rate --range'.split(
    ' ',
  ),
)

function runCurl(call: ShellCall): Value {
  const all = words(call)
  const urls: Value[] = []
  const bodies: Value[] = []
  const headers: Value[] = []
  let output: Value | undefined
  for (let i = 0; i < all.length; i++) {
    const word = all[i] ?? ''
    const arg = call.args[i] ?? UNKNOWN
    const [long, ...inline] = word.startsWith('--') ? word.split('=') : ['']
    const isCluster = /^-[A-Za-z#]+$/.test(word)
    const letter = isCluster ? [...word.slice(1)].find((each) => CURL_VALUES.includes(each)) : undefined
    if (letter !== undefined || CURL_LONG.has(long ?? '')) {
      const glued =
        letter !== undefined && !word.endsWith(letter)
          ? textValue(word.slice(word.indexOf(letter) + 1), arg.marks)
          : undefined
      const value = inline.length > 0 ? textValue(inline.join('='), arg.marks) : (glued ?? call.args[++i] ?? UNKNOWN)
      const option = letter ?? long ?? ''
      if (/^(?:d|F|T|--data.*|--json|--form.*|--upload-file)$/.test(option))
        bodies.push(bodyValue(call, value, /^(?:T|--upload-file)$/.test(option)))
      else if (/^(?:H|u|b|A|e|--header|--user|--cookie|--user-agent|--referer)$/.test(option)) headers.push(value)
      else if (/^(?:o|--output)$/.test(option)) output = value
      else if (option === '--url') urls.push(value)
    } else if (isCluster && word.includes('O')) output = textValue('')
    else if (!word.startsWith('-')) urls.push(arg)
  }
  const url = urls.find((each) => each.texts.some((text) => /[.:/]/.test(text))) ?? urls[0] ?? UNKNOWN
  const answer = request(call.trace, call.place, {
    url: withScheme(url),
    body: concatValues(...bodies),
    headers: concatValues(...headers),
    what: 'curl',
  })
  return saved(call, answer, output, url)
}

function bodyValue(call: ShellCall, value: Value, isFile: boolean): Value {
  const text = firstText(value) ?? ''
  if (isFile) return text === '-' ? call.stdin : contentOf(call, value)
  const file = /(?:^|=)[@<]([^;,\s]+)/.exec(text)?.[1]
  if (file === undefined) return value
  return file === '-' ? call.stdin : concatValues(value, readPath(call.trace, call.place, textValue(file, value.marks)))
}

function saved(call: ShellCall, answer: Value, output: Value | undefined, url: Value): Value {
  if (output === undefined) return answer
  const name = firstText(output)
  if (name === '-' || name === '/dev/stdout') return answer
  const target =
    name === '' || name === undefined
      ? textValue(
          (firstText(url) ?? '')
            .replace(/[?#].*$/, '')
            .split('/')
            .at(-1) ?? '',
        )
      : output
  writePath(call.trace, call.place, target, answer, 'a download')
  return UNKNOWN
}

function runWget(call: ShellCall): Value {
  const all = words(call)
  const [url = UNKNOWN] = operands(call, [
    '-O',
    '-P',
    '-o',
    '-U',
    '--header',
    '--post-data',
    '--post-file',
    '-t',
    '-T',
    '-d',
    '--dir',
    '--out',
  ]).filter((arg) => /[.:/]/.test(firstText(arg) ?? '.'))
  const post = optionValue(call, '--post-data', '--body-data')
  const file = optionValue(call, '--post-file', '--body-file')
  const body = post ?? (file === undefined ? UNKNOWN : contentOf(call, file))
  const answer = request(call.trace, call.place, {
    url: withScheme(url),
    body,
    headers: optionValue(call, '--header') ?? UNKNOWN,
    what: call.name,
  })
  const toStdout = all.some(
    (word, index) => /^-[a-zA-Z]*O-?$/.test(word) && (word.endsWith('-') || all[index + 1] === '-'),
  )
  if (toStdout) return answer
  const cluster = all.findIndex((word) => /^-[a-zA-Z]*O$/.test(word))
  return saved(
    call,
    answer,
    optionValue(call, '-O', '--output-document', '-o', '--out') ??
      (cluster >= 0 ? call.args[cluster + 1] : undefined) ??
      textValue(''),
    url,
  )
}

function runHttpie(call: ShellCall): Value {
  const all = operands(call)
  const url = all.find((arg) => /[.:/]/.test(firstText(arg) ?? '')) ?? UNKNOWN
  return request(call.trace, call.place, {
    url: withScheme(url),
    body: concatValues(call.stdin, ...all.filter((arg) => arg !== url)),
    what: call.name,
  })
}

function runWebRequest(call: ShellCall): Value {
  const url = call.args.find((arg) => arg.texts.some((text) => /^https?:|^[\w-]+\.[\w.-]+\//i.test(text))) ?? UNKNOWN
  const body = optionValue(call, '-Body', '-body', '-InFile') ?? UNKNOWN
  const answer = request(call.trace, call.place, { url, body, what: call.name })
  return saved(call, answer, optionValue(call, '-OutFile', '-outfile', '-o', '-Destination'), url)
}

function runSocket(call: ShellCall): Value {
  const { trace, place } = call
  const all = words(call)
  const line = all.join(' ')
  const gives =
    hasOption(call, 'e', '--exec', '--sh-exec', '--lua-exec') ||
    (hasOption(call, 'c') && /sh\b|cmd|powershell/i.test(line)) ||
    /\b(?:EXEC|SYSTEM):/i.test(line)
  if (call.name !== 'telnet' && gives && /sh\b|cmd|powershell|python|EXEC|SYSTEM/i.test(line)) {
    note(trace, place, 'remote-shell', { what: `${call.name} that hands a shell to the network`, targets: [line] })
    return markedValue('socket')
  }
  if (hasOption(call, 'l', '--listen')) return markedValue('socket', 'net:')
  const hosts = operands(call, ['-w', '-p', '-q', '-s', '-X', '-x']).map((arg) =>
    (firstText(arg) ?? '').replace(/^(?:TCP4?|UDP4?|OPENSSL|SSL):([^:,]+).*$/i, '$1'),
  )
  const host = hosts.find((word) => /[a-z.]/i.test(word) || word === '') ?? ''
  if (hasOption(call, 'z')) return UNKNOWN
  const answer = request(trace, place, {
    url: textValue(host === '' ? `tcp://${HOLE}` : `tcp://${host}`),
    body: call.stdin,
    what: call.name,
  })
  return { ...answer, marks: [...answer.marks, 'socket'] }
}

function runOpenssl(call: ShellCall): Value {
  const all = words(call)
  if (all.includes('s_client')) {
    const host = (firstText(optionValue(call, '-connect')) ?? '').replace(/:\d+$/, '')
    const answer = request(call.trace, call.place, {
      url: textValue(`tcp://${host}`),
      body: call.stdin,
      what: 'openssl',
    })
    return { ...answer, marks: [...answer.marks, 'socket'] }
  }
  const decodes = hasOption(call, '', '-d')
  const file = optionValue(call, '-in')
  const input = file === undefined ? call.stdin : contentOf(call, file)
  const isBase64 = all.includes('base64') || all.includes('-base64') || all.includes('-a')
  const cipher = all.some((word) => /^-(?:aes|des|chacha|camellia|bf|rc4)/.test(word))
  if (isBase64 && !cipher) return call.run([textValue('base64'), ...(decodes ? [textValue('-d')] : [])], input)
  return markedValue(...marksOf(input), ...(decodes && cipher ? (['layer:cipher'] as const) : []))
}

function runCloudCopy(call: ShellCall): Value {
  const all = operands(call, ['--profile', '--region', '--endpoint-url'])
  const texts = all.map((arg) => firstText(arg) ?? '')
  const verb = texts.findIndex((text) => /^(?:cp|copy|sync|mv|move|put|rsync|upload)$/.test(text))
  if (verb < 0) return UNKNOWN
  const from = all[verb + 1]
  const to = all[verb + 2]
  if (from === undefined || to === undefined) return UNKNOWN
  if (/^(?:s3|gs|az|https?):/.test(firstText(to) ?? '') || /^\w+:/.test(firstText(to) ?? '')) {
    request(call.trace, call.place, {
      url: to,
      body: firstText(from) === '-' ? call.stdin : contentOf(call, from),
      what: call.name,
    })
  } else writePath(call.trace, call.place, to, markedValue(`net:${firstText(from) ?? ''}`))
  return UNKNOWN
}

// curl and wget take an address without a scheme.
function withScheme(url: Value): Value {
  return {
    ...url,
    texts: url.texts.map((text) =>
      /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text.startsWith(HOLE) ? text : `http://${text}`,
    ),
  }
}
