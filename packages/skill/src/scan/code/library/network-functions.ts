import { note, request, writePath } from '../effects.ts'
import {
  concatValues,
  firstText,
  HOLE,
  listValue,
  markedValue,
  marksOf,
  mergeMarks,
  recordValue,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.ts'
import { argument, called, everything, field, type Library, type LibraryCall } from './library-call.ts'

const VERBS = 'get post put patch delete head options request'.split(' ')
const PYTHON_CLIENTS = [
  'requests',
  'httpx',
  'requests.Session()',
  'requests.session()',
  'httpx.Client()',
  'httpx.AsyncClient()',
  'aiohttp.ClientSession()',
  'session',
  'Session()',
  'Client()',
  'AsyncClient()',
  'ClientSession()',
  'client',
  'cloudscraper.create_scraper()',
]
const SCRIPT_CLIENTS = [
  'axios',
  'axios.create()',
  'got',
  'superagent',
  'ky',
  'needle',
  'http',
  'https',
  'undici',
  '$',
  'jQuery',
]

/** Library functions that talk to other machines. */
export const NETWORK_FUNCTIONS: Library = {
  ...called(PYTHON_CLIENTS.flatMap((client) => VERBS.map((verb) => `${client}.${verb}`)).join(' '), (call) =>
    pythonRequest(call),
  ),
  ...called(SCRIPT_CLIENTS.flatMap((client) => VERBS.map((verb) => `${client}.${verb}`)).join(' '), (call) =>
    scriptRequest(call),
  ),
  // A client made for one address: what it is asked for later is under that.
  ...called('axios.create got.extend ky.create ky.extend superagent.agent', (call) =>
    clientOf('axios.create()', field(argument(call, 0), 'baseURL', 'baseUrl', 'prefixUrl')),
  ),
  ...called('httpx.Client httpx.AsyncClient aiohttp.ClientSession', (call) =>
    clientOf('httpx.Client()', argument(call, call.ref.startsWith('aiohttp') ? 0 : -1, 'base_url')),
  ),
  ...called('?.post ?.put ?.patch ?.request ?.sendMessage ?.urlopen ?.fetch', (call) => looseRequest(call)),
  ...called(
    'axios got fetch node-fetch undici.fetch cross-fetch ky undici.request GM_xmlhttpRequest GM.xmlHttpRequest GM.xmlhttpRequest',
    (call) => scriptRequest(call),
  ),
  ...called('urllib.request.urlopen urllib.urlopen urlopen request.urlopen', (call) => {
    const target = argument(call, 0, 'url')
    return request(call.trace, call.place, {
      url: field(target, 'url') ?? target,
      body: listValue([argument(call, 1, 'data'), field(target, 'data') ?? UNKNOWN]),
      headers: field(target, 'headers') ?? UNKNOWN,
      what: call.ref,
    })
  }),
  ...called('urllib.request.Request request.Request Request', (call) =>
    call.language === 'python'
      ? recordValue(
          new Map([
            ['url', argument(call, 0, 'url')],
            ['data', argument(call, 1, 'data')],
            ['headers', argument(call, 2, 'headers')],
          ]),
        )
      : recordValue(new Map([['url', argument(call, 0)], ...(argument(call, 1).fields ?? [])])),
  ),
  ...called('urllib.request.urlretrieve urllib.urlretrieve request.urlretrieve wget.download', (call) => {
    const answer = request(call.trace, call.place, { url: argument(call, 0, 'url'), what: call.ref })
    writePath(call.trace, call.place, argument(call, 1, 'filename', 'out'), answer, 'a download')
    return answer
  }),
  ...called(
    'http.client.HTTPSConnection http.client.HTTPConnection httplib.HTTPSConnection client.HTTPSConnection',
    (call) => {
      const host = argument(call, 0, 'host')
      return { texts: [], marks: [], ref: 'connection', fields: new Map([['host', host]]) }
    },
  ),
  'connection.request': (call) => {
    const url = concatValues(textValue('https://'), field(call.self, 'host') ?? UNKNOWN, argument(call, 1, 'url'))
    return request(call.trace, call.place, {
      url,
      body: argument(call, 2, 'body'),
      headers: argument(call, 3, 'headers'),
      what: 'http.client',
    })
  },
  ...called('connection.getresponse', () => markedValue('net:')),
  ...called('PoolManager().request urllib3.request', (call) =>
    request(call.trace, call.place, {
      url: argument(call, 1, 'url'),
      body: listValue([argument(call, -1, 'body', 'fields', 'json')]),
      headers: argument(call, -1, 'headers'),
      what: call.ref,
    }),
  ),
  ...called('webbrowser.open webbrowser.open_new webbrowser.open_new_tab shell.openExternal window.open', (call) =>
    request(call.trace, call.place, { url: argument(call, 0, 'url'), what: call.ref }),
  ),
  ...called('navigator.sendBeacon', (call) =>
    request(call.trace, call.place, { url: argument(call, 0), body: argument(call, 1), what: call.ref }),
  ),
  ...called('WebSocket ws websocket.create_connection websockets.connect EventSource io', (call) => ({
    ...request(call.trace, call.place, { url: argument(call, 0), what: call.ref }),
    ref: 'link',
  })),
  ...called('XMLHttpRequest', () => ({ texts: [], marks: [], ref: 'xhr', fields: new Map() })),
  'xhr.open': (call) => {
    call.self?.fields?.set('url', argument(call, 1))
    return UNKNOWN
  },
  'xhr.send': (call) =>
    request(call.trace, call.place, {
      url: field(call.self, 'url') ?? UNKNOWN,
      body: argument(call, 0),
      what: 'XMLHttpRequest',
    }),
  ...called('socket.socket', () => ({ texts: [], marks: ['socket'], ref: 'socket()', fields: new Map() })),
  ...called(
    'socket.create_connection net.connect net.createConnection tls.connect net.Socket dgram.createSocket',
    (call) => {
      const [first, second] = call.args
      const host =
        field(first, 'host') ?? first?.items?.[0] ?? (first?.number === undefined ? first : second) ?? UNKNOWN
      return { texts: [], marks: ['socket', `net:tcp://${firstText(host) ?? HOLE}`], ref: 'socket()' }
    },
  ),
  ...called('socket().connect socket().connect_ex', (call) => {
    const address = argument(call, 0)
    const host = firstText(address.items?.[0] ?? (address.number === undefined ? address : argument(call, 1))) ?? HOLE
    // The socket itself now leads there; whatever is later sent through it goes to that host.
    call.self?.fields?.set('host', { texts: [], marks: [`net:tcp://${host}`] })
    return markedValue('socket', `net:tcp://${host}`)
  }),
  ...called('smtplib.SMTP smtplib.SMTP_SSL nodemailer.createTransport', (call) => ({
    texts: [],
    marks: [],
    ref: 'mailer',
    fields: new Map([['host', field(argument(call, 0, 'host'), 'host') ?? argument(call, 0, 'host')]]),
  })),
  ...called('mailer.sendmail mailer.send_message mailer.sendMail', (call) =>
    request(call.trace, call.place, {
      url: textValue(`smtp://${firstText(field(call.self, 'host')) ?? HOLE}`),
      body: everything(call),
      what: 'an e-mail',
    }),
  ),
  // Messages and forms are filled in call by call before they are sent.
  ...called(
    'email.message.EmailMessage EmailMessage email.mime.multipart.MIMEMultipart MIMEMultipart aiohttp.FormData form-data',
    () => ({ texts: [], marks: [], ref: 'message', fields: new Map() }),
  ),
  ...called(
    'message.set_content message.add_attachment message.attach message.set_payload message.add_field message.append',
    (call) => {
      call.self?.fields?.set(`part ${call.self.fields.size}`, everything(call))
      return UNKNOWN
    },
  ),
  ...called('ftplib.FTP', (call) => ({
    texts: [],
    marks: [`net:ftp://${firstText(argument(call, 0)) ?? HOLE}`],
    ref: 'link',
  })),
  ...called('link.storbinary link.storlines link.send link.put', (call) =>
    request(call.trace, call.place, { url: textValue(linkHost(call)), body: everything(call), what: call.ref }),
  ),
  ...called('?.upload_file ?.upload_fileobj ?.put_object ?.upload_blob', (call) => {
    const [file] = call.args
    request(call.trace, call.place, {
      url: textValue(`s3://${firstText(argument(call, 1, 'Bucket')) ?? HOLE}`),
      body: listValue([
        file === undefined
          ? UNKNOWN
          : markedValue(...file.texts.map((text) => `file:${text}` as const), ...marksOf(file)),
        everything(call),
      ]),
      what: call.ref,
    })
    return UNKNOWN
  }),
  ...called(
    'socket.gethostbyname socket.gethostbyname_ex socket.getaddrinfo dns.resolver.resolve dns.resolver.query resolver.resolve resolver.query dns.lookup dns.resolve dns.resolve4 dns.resolve6 dns.resolveTxt dns.resolveCname dnspromises.resolve aiodns.DNSResolver().query dns.resolveAny dns.resolveMx dns.resolveSrv Resolver().resolve Resolver().resolve4 Resolver().resolve6 Resolver().resolveTxt Resolver().resolveAny Resolver().resolveCname Resolver().query',
    (call) => {
      const name = argument(call, 0)
      note(call.trace, call.place, 'lookup', {
        value: { ...name, marks: marksOf(name) },
        targets: name.texts,
        what: call.ref,
      })
      return UNKNOWN
    },
  ),
  ...called(
    'socket.gethostname platform.node platform.platform platform.uname getpass.getuser os.getlogin os.uname os.hostname os.userInfo os.networkInterfaces uuid.getnode',
    () => markedValue('system'),
  ),
  // Libraries that open the files where keys are kept.
  ...called('netrc.netrc', () => markedValue('file:~/.netrc')),
  ...called('?.authenticators', () => markedValue('field:~/.netrc#password')),
  ...called(
    'Session().get_credentials get_session().get_credentials ?.get_credentials ?.get_frozen_credentials',
    (call) => (call.language === 'python' ? markedValue('field:~/.aws/credentials#secret_key') : undefined),
  ),
  ...called('keyring.get_password keytar.getPassword keytar.findCredentials', () => markedValue('secret:keychain')),
  ...called('pyperclip.paste clipboard.paste clipboardy.read clipboardy.readSync navigator.clipboard.readText', () =>
    markedValue('secret:clipboard'),
  ),
  ...called(
    'pyautogui.screenshot ImageGrab.grab PIL.ImageGrab.grab mss.mss screenshot-desktop desktopCapturer.getSources navigator.mediaDevices.getDisplayMedia',
    () => markedValue('secret:screen'),
  ),
  ...called(
    'browser_cookie3.chrome browser_cookie3.firefox browser_cookie3.load browser_cookie3.edge browser_cookie3.brave pycookiecheat.chrome_cookies rookiepy.load',
    (call) => {
      const chosen = firstText(call.named.get('domain_name') ?? call.named.get('url') ?? argument(call, 0)) ?? ''
      return markedValue(
        /[\w-]\.[a-z]{2,}/i.test(chosen) ? `secret:browser cookies of ${chosen}` : 'secret:browser cookies',
      )
    },
  ),
  ...called('pynput.keyboard.Listener keyboard.Listener keyboard.on_press keyboard.record', (call) => {
    for (const value of [...call.args, ...call.named.values()])
      value.fn?.invoke({ args: [markedValue('secret:keystrokes')], named: new Map() })
    return markedValue('secret:keystrokes')
  }),
  // Every key that is pressed on a page.
  ...called('document.addEventListener window.addEventListener addEventListener', (call) => {
    if (!/^key(?:down|press|up)$/.test(firstText(argument(call, 0)) ?? '')) return undefined
    const pressed = recordValue(new Map([['key', markedValue('secret:keystrokes')]]))
    argument(call, 1).fn?.invoke({ args: [pressed], named: new Map() })
    return UNKNOWN
  }),
  ...called('localStorage.getItem sessionStorage.getItem', () => markedValue('secret:browser storage')),
}

function pythonRequest(call: LibraryCall): Value {
  const isGeneral = call.ref.endsWith('.request')
  const url = underBase(call, argument(call, isGeneral ? 1 : 0, 'url'))
  const body = listValue([
    argument(call, isGeneral ? 2 : 1, 'data'),
    ...['json', 'files', 'params', 'content', 'data'].flatMap((name) => call.named.get(name) ?? []),
    ...[call.named.get('**') ?? []].flat(),
  ])
  return request(call.trace, call.place, {
    url,
    body,
    headers: listValue([
      call.named.get('headers') ?? UNKNOWN,
      call.named.get('auth') ?? UNKNOWN,
      call.named.get('cookies') ?? UNKNOWN,
    ]),
    what: call.ref,
  })
}

function scriptRequest(call: LibraryCall): Value {
  const [first = UNKNOWN, second, third] = call.args
  const options = [first, second, third].filter((value) => value?.fields !== undefined)
  const host = options.map((value) => field(value, 'hostname', 'host')).find((value) => value !== undefined)
  const named = options.map((value) => field(value, 'url', 'uri', 'baseURL')).find((value) => value !== undefined)
  const url =
    first.texts.length > 0 || first.fields === undefined
      ? first
      : (named ??
        (host === undefined
          ? UNKNOWN
          : concatValues(textValue('https://'), host, field(first, 'path') ?? textValue(''))))
  const bodies = options.flatMap((value) =>
    ['body', 'data', 'json', 'form', 'params', 'searchParams'].flatMap((name) => field(value, name) ?? []),
  )
  // `axios.post(url, data)`: the second argument is the body itself.
  if (second !== undefined && /\.(?:post|put|patch)$/.test(call.ref)) bodies.push(second)
  const headers = listValue(options.flatMap((value) => field(value, 'headers', 'auth') ?? []))
  const answer = request(call.trace, call.place, {
    url: underBase(call, url),
    body: listValue(bodies),
    headers,
    what: call.ref,
  })
  // `http.request` gives something to write to.
  return /^(?:https?)\.request$/.test(call.ref) ? { ...answer, ref: 'link' } : answer
}

function clientOf(ref: string, base: Value | undefined): Value {
  return { texts: [], marks: [], ref, fields: new Map(base === undefined ? [] : [['base', base]]) }
}

function underBase(call: LibraryCall, url: Value): Value {
  const base = field(call.self, 'base')
  if (base === undefined || base.texts.length === 0 || url.texts.some((text) => text.includes('://'))) return url
  return concatValues(base, textValue('/'), url)
}

// A method called `post` on something unknown: only an address as its first argument makes it a request.
function looseRequest(call: LibraryCall): Value | undefined {
  const url = call.args.find((arg) => arg.texts.some((text) => /^https?:\/\//i.test(text)))
  if (url === undefined) return undefined
  return request(call.trace, call.place, {
    url,
    body: listValue([...call.args.filter((arg) => arg !== url), ...call.named.values()]),
    headers: call.named.get('headers') ?? UNKNOWN,
    what: call.ref,
  })
}

function linkHost(call: LibraryCall): string {
  return (
    mergeMarks(marksOf(call.self ?? UNKNOWN))
      .find((mark) => mark.startsWith('net:'))
      ?.slice(4) ?? ''
  )
}
