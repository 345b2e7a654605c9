import { secretPathIn } from '../code/lexical-words.ts'
import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { hostRelation, isStrange } from '../text/host-relation.ts'
import { secretClass } from '../text/path-class.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { findUrls } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { placeOf } from './judge-harm.ts'
import { strangerIn, withoutComments } from './judge-wording.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/**
 * What a program takes hold of, by the words of any language: the facts are the same in all of them (whose data, who receives it, what
 * acts later), and none of them depends on how the flow between them is written.
 */
export function judgeGrasp(files: readonly TextFile[], purpose: Purpose): Evidence[] {
  return files.flatMap((file) => {
    const isProse = file.kind === 'document' || file.kind === 'text'
    if (file.isTest || (isProse && isAboutSecurity(purpose))) return []
    const read = isProse ? file : { ...file, text: withoutComments(file.text) }
    const anywhere = [mountsRoot, shadowsCommand].flatMap((judge) => judge(read, purpose))
    if (isProse) return anywhere
    return [
      ...anywhere,
      ...[
        takesAndSends,
        dropsEnvironment,
        keepsRoot,
        minesByAddress,
        startsLater,
        redirectsNames,
        clearsHome,
        destroysByChance,
        servesLogin,
        takesFromPage,
        approvesAnother,
      ].flatMap((judge) => judge(read, purpose)),
      ...startsFetched(read, files, purpose),
    ]
  })
}

/** What nobody gives to a service, whatever the service is called. */
const TAKEN: Readonly<Record<string, RegExp>> = {
  'every key that is pressed':
    /\bGetAsyncKeyState\b|\bSetWindowsHookEx\w*\b|\bWH_KEYBOARD|\bCGEventTapCreate\b|\baddGlobalMonitorForEvents\b|\bxinput\s+test|\/dev\/input\/event|\b(?:iohook|uiohook|node-global-key-listener|GlobalKeyboardListener|gohook|robotgo\.EventHook|pynput\.keyboard|rdev::listen|device_query)\b|\bkeyboard\.(?:on_press|hook|record)\(/,
  'the keys of the machine in its cloud':
    /\b(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal)\b[^\n]{0,200}\b(?:credentials|token|identity|user-?data)\b/i,
  'the session of a messenger':
    /\bTelegram Desktop[\\/"',\s]{1,6}tdata\b|\b(?:Slack|discord\w*|Signal|Microsoft[\\/ ]Teams|WhatsApp)\b[^\n]{0,60}(?:Local Storage|leveldb|Cookies|IndexedDB)\b|\bxox[a-z[\]]{1,10}-[^\n]{0,12}[[\\]/i,
  'the logins of browsers': /\b(?:Login Data|logins\.json|key[34]\.db|cookies\.sqlite|Cookies\.binarycookies)\b/,
}
/** A body that leaves, in any language. */
const LEAVES =
  /\b(?:POST|PUT|PostForm|PostAsync|UploadFile|UploadString|UploadData|POSTFIELDS|httpBody|sendall|send_string|BodyPublishers|sendBeacon|InFile|storbinary)\b|\.(?:post|put|send|upload\w*)\(|http\.Post\(|Net::HTTP\.post|::post\(|->post\(|\bmethod\b[^\n]{0,6}["']P(?:OST|UT)|-Method\s+P(?:ost|ut)\b|\bcurl(?:\.exe)?\b[^\n]{0,200}\s(?:-d|--data[\w-]*|-F|--form|-T|--upload-file)\b|urlopen\([^\n]{0,80}data|\b(?:iwr|irm|Invoke-\w+)\b[^\n]{0,160}-(?:Body|InFile)\b/i
const OPENS_ALL =
  /^(?:ssh key|wallet|browser logins|key store|cloud credentials|access tokens|command history|messages)$/
const KEEPER = /back-?up|sync\b|password manager|forensic|备份|同步/

function takesAndSends(file: TextFile, purpose: Purpose): Evidence[] {
  const { path, text } = file
  if (!LEAVES.test(text)) return []
  const named = Object.entries(TAKEN).find(([, pattern]) => pattern.test(text))
  const key = named === undefined ? secretPathIn(text) : undefined
  const kind = key === undefined ? undefined : secretClass(key)
  const what = named?.[0] ?? (kind !== undefined && OPENS_ALL.test(kind) ? key : undefined)
  if (what === undefined || (named === undefined && KEEPER.test(purpose.said))) return []
  const host = receiverIn(text, purpose)
  if (host === undefined) return []
  const index = named?.[1].exec(text)?.index ?? 0
  return [at('scan/secret-exfiltration', placeOf(path, text, index), `takes ${what} and sends to ${host}`, what)]
}

/** The box of one account at a large service, with its key written out: who reads it is not the user. */
const WRITTEN_BOX =
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{6,}\/[\w-]{4,}|\bapi\.telegram\.org\/bot\d{6,}:[\w-]{10,}|\bhooks\.slack\.com\/(?:services|workflows)\/[A-Z0-9]{4,}\/[A-Z0-9]{4,}\/\w{6,}|\bscript\.google\.com\/macros\/s\/\w{10,}|\bdocs\.google\.com\/forms\/d\/e\/\w{10,}/

function receiverIn(text: string, purpose: Purpose): string | undefined {
  return WRITTEN_BOX.exec(text)?.[0] ?? strangerIn(text, purpose, (url) => isUnsaidHost(url, purpose))
}

/** Files of settings that are looked for, not named: whatever project they belong to. */
const HUNTS_SETTINGS =
  /(?:\b(?:starts_?with|start_with\?|ends_?with|HasPrefix|HasSuffix|r?glob|find|fnmatch)\b|\s-(?:Filter|Include|name)\b)[^\n]{0,40}["'/]\*{0,2}\/?\*?\.env\b|["'`][^"'`\n]{0,20}\*\/?\.env\b/i

function dropsEnvironment({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const hunt = LEAVES.test(text) ? HUNTS_SETTINGS.exec(text) : null
  const host = hunt === null ? undefined : receiverIn(text, purpose)
  if (hunt === null || host === undefined) return []
  const detail = `looks for files of settings and sends to ${host}`
  return [at('scan/secret-exfiltration', placeOf(path, text, hunt.index), detail, hunt[0])]
}

/** A second account that is root, a shell that makes root of everybody, a rule that lets everybody be root. */
const KEEPS_ROOT =
  /\b(?:useradd|usermod|adduser)\b[^\n]{0,120}\s(?:-\w{0,3}u|--uid)[ =]0\b|\bdscl\b[^\n]{0,120}\bUniqueID\s+0\b|\bchmod\s+(?:[ugoa]*\+[rwx]*s|[2467][0-7]{3})\s+\S*\/(?:ba|z|da|k)?sh\b|\b(?:cp|install|ln)\b[^\n]{0,80}\/bin\/(?:ba|z|da|k)?sh\s+(\S{3,80})[\s\S]{0,160}?\bchmod\s+(?:[ugoa]*\+[rwx]*s|[2467][0-7]{3})\s+\1|\bsetcap\s+\S*cap_setuid\S*\s+\S+|(?:^|["'\s])ALL\s+ALL\s*=\s*\(ALL(?::ALL)?\)\s*NOPASSWD|^[^\n]{0,80}["'][\w.-]{1,30}:[^:\n]{0,40}:0:0:[^:\n]{0,40}:[^:\n]{0,60}:\/bin\/\w{0,3}sh\b[^\n]{0,20}\/etc\/passwd|\bnet\s+localgroup\s+administrators\b[^\n]{0,60}\/add\b/im

function keepsRoot({ path, text }: TextFile): Evidence[] {
  // The words of a command may stand in a list.
  const kept = KEEPS_ROOT.exec(text.replace(/["']\s*,\s*["']/g, ' '))
  if (kept === null) return []
  return [at('scan/loosened-permissions', placeOf(path, text, kept.index), 'keeps a way to be root', kept[0])]
}

/** The disk of the machine inside a container. */
const MOUNTS_ROOT =
  /\b(?:docker|podman|nerdctl)\b[^\n]{0,200}(?:\s-v[= ]?["']?|--volume[= ]["']?|source=)\/(?::\/|,)|^\s*(?:-\s*|volumes:\s*\[\s*)["']?\/:\/\w|\bhostPath:\s*\{?\s*(?:\n\s*)?path:\s*["']?\/["']?\s*(?:$|\}|\n)/m
const INTO_ROOT = /\b(?:chroot|nsenter)\b/
const IMAGE =
  /\bimage:\s*["']?([\w.-]+\.[a-z]{2,24})(?::\d+)?\/|\b(?:docker|podman|nerdctl)\s+run\b[^\n]{0,300}?\s([\w-]+(?:\.[\w-]+)+)(?::\d+)?\/[\w./:-]+/

// What runs in it has the machine; who made the image has it, when nobody has heard of them.
function mountsRoot({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const mount = MOUNTS_ROOT.exec(text)
  if (mount === null) return []
  const image = IMAGE.exec(text)
  const host = image?.[1] ?? image?.[2]
  const isForeign = host !== undefined && isUnsaidOrNamed(`https://${host}`, purpose)
  const isFetched = INTO_ROOT.test(text) && FETCH_AND_RUN.test(text)
  if (!isForeign && !isFetched) return []
  const detail = `gives the disk of the machine to ${isForeign ? `an image of ${host}` : 'what it fetches'}`
  return [at('scan/loosened-permissions', placeOf(path, text, mount.index), detail, mount[0])]
}

// Named in a command is not said in the guide.
function isUnsaidOrNamed(url: string, purpose: Purpose): boolean {
  const relation = hostRelation(url, purpose)
  return isStrange(relation) || relation === 'affine'
}

/** A pool of miners, or the work that they do. */
const POOL =
  /\bstratum\+(?:tcp|ssl|tls|udp):\/\/[\w.-]{4,}|--algo["',\s=]{1,6}(?:randomx|rx\/0|cn\/|kawpow|ethash|cryptonight|etchash)/i

function minesByAddress({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const pool = /\bmin(?:er|ing)\b|stratum|挖矿/.test(purpose.said) ? null : POOL.exec(text)
  return pool === null ? [] : [at('scan/miner', placeOf(path, text, pool.index), 'works for a mining pool', pool[0])]
}

/** Fetched and run in one breath, in any shell. */
const FETCH_AND_RUN =
  /(?:\b|\\n)(?:curl|wget|fetch)\b[^\n|]{0,240}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python3?|perl|node|ruby)\b|\b(?:iex|Invoke-Expression)\b[^\n]{0,160}(?:DownloadString|\birm\b|\biwr\b|Invoke-(?:WebRequest|RestMethod))|(?:DownloadString|\birm\b|\biwr\b|Invoke-(?:WebRequest|RestMethod))[^\n]{0,200}\|\s*(?:iex|Invoke-Expression)\b|\bmshta\s+https?:|\b(?:ba|z)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)\b|\bregsvr32\b[^\n]{0,60}\/i:https?:/i
/** Places whose entries start by themselves. */
const STARTS_LATER =
  /CurrentVersion\\{1,2}Run(?:Once)?\b|\bschtasks\b[^\n]{0,200}\/create|\bRegister-ScheduledTask\b|\bcrontab\b|\/etc\/cron|Library\/Launch(?:Agents|Daemons)|\/systemd\/|\.config\/autostart|Start Menu\\{1,2}Programs\\{1,2}Startup|\bsystemd-run\b|\.(?:bashrc|zshrc|profile|bash_profile|zshenv|zprofile)\b|config\.fish|\$PROFILE\b|Microsoft\.PowerShell_profile|\.git\/hooks\b|core\.hooksPath|sitecustomize|\bWMI\b[^\n]{0,60}EventFilter|__EventFilter/i

function startsLater({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const fetched = STARTS_LATER.test(text) ? FETCH_AND_RUN.exec(text) : null
  const from = fetched === null ? undefined : findUrls(text.slice(fetched.index, fetched.index + 400))[0]
  if (fetched === null || from === undefined || !isUnsaidHost(from.url, purpose)) return []
  const later = STARTS_LATER.exec(text)
  // Both in one statement or next to one another: an installer that also adds to PATH has them apart.
  if (later === null || Math.abs(later.index - fetched.index) > 300) return []
  const detail = `has what ${from.host} answers run again and again`
  return [at('scan/hidden-persistence', placeOf(path, text, fetched.index), detail, fetched[0])]
}

const TRUSTS_ROOT =
  /\bImport-Certificate\b[^\n]{0,160}\bRoot\b|\bcertutil\b[^\n]{0,60}-addstore\b|\badd-trusted-cert\b|\bupdate-ca-(?:certificates|trust)\b|\bX509Store\b[^\n]{0,60}\bRoot\b|\btrust anchor\b|\bkeytool\b[^\n]{0,200}\bcacerts\b|\bNODE_EXTRA_CA_CERTS\b|\bgit config\b[^\n]{0,40}http\.sslCAInfo/i
const LEADS_ON =
  /\bnetsh\s+winhttp\s+set\s+proxy\s+["']?([\w.-]+)|\bnetworksetup\s+-set(?:secure)?(?:web|socksfirewall)proxy(?:state)?\s+\S+\s+["']?([\w.-]+)|\bProxyServer\b[^\n]{0,40}["']([\w.-]+\.[a-z]{2,24})|\b(?:gsettings|dconf)\b[^\n]{0,60}\bproxy\b[^\n]{0,40}["']([\w.-]+\.[a-z]{2,24})|\bAutoConfigURL\b[^\n]{0,40}https?:\/\/([\w.-]+)/i
/** Well-known names, written into the table of names of the machine. */
const NAMES_LED =
  /(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})[ \t]+(?:[\w.-]+[ \t]+){0,8}(?:[\w-]+\.)*(?:github|openai|anthropic|npmjs|pypi|google|googleapis|microsoft|apple|paypal|binance|coinbase|amazonaws|docker|cloudflare|slack|discord|telegram|githubusercontent)\.(?:com|org|io|net)\b/i

// A new authority is trusted and what is asked of others goes elsewhere.
function redirectsNames({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const trusted = TRUSTS_ROOT.exec(text)
  const led = LEADS_ON.exec(text)
  const host = led?.slice(1).find((each) => each !== undefined)
  const isLed = host !== undefined && isUnsaidOrNamed(`https://${host}`, purpose)
  const table = /\bhosts\b/i.test(text) ? NAMES_LED.exec(text) : null
  const isTable = table !== null && !/^(?:127|0|10|192\.168)\./.test(table[1] ?? '')
  if (trusted === null || !(isLed || isTable)) return []
  const detail = `trusts a new authority and leads ${isTable ? 'well-known names' : 'the traffic'} to ${isTable ? table[1] : host}`
  return [at('scan/rerouted-agent', placeOf(path, text, trusted.index), detail, trusted[0])]
}

/** Each entry of the home, whatever it is. */
const LISTS_HOME =
  /\b(?:os\.listdir|os\.scandir)\(\s*os\.path\.expanduser\(["']~\/?["']\)|\bPath\.home\(\)\.(?:iterdir\(\)|r?glob\(["']\*+["']\))|\breaddirSync\(\s*(?:os\.)?homedir\(\)|\bDir\.(?:children|entries|each_child)\(\s*Dir\.home|\bDir\[\s*["']?(?:#\{)?Dir\.home\}?\/\*|\bos\.ReadDir\(\s*(?:home|h|dir)\b|\bscandir\(\s*\$?(?:home|_SERVER\[["']HOME)|\b(?:Get-ChildItem|gci|ls|dir)\s+(?:-Path\s+)?["']?(?:\$HOME|~|\$env:USERPROFILE)["']?(?=[\s|)])|\bglob(?:\.glob)?\(\s*os\.path\.expanduser\(["']~\/\*+["']\)/i
const DELETES_TREE =
  /\brmtree\(|\brmSync\(|\brm_rf?\b|\bRemoveAll\(|\bremove_dir_all\(|\bRemove-Item\b[^\n]{0,80}-Recurse|\brm\s+-\w*r|\bsdel\b|\bshred\b/i

function clearsHome({ path, text }: TextFile): Evidence[] {
  const listed = LISTS_HOME.exec(text)
  const after = listed === null ? '' : text.slice(listed.index, listed.index + 400)
  const deleted = DELETES_TREE.exec(after)
  // Some of them are chosen.
  const isChosen =
    deleted === null ||
    /\bif\b|\.filter\(|\bWhere-Object\b|\|\s*\?|\bgrep\b|endswith|\.select\b|\.reject\b/i.test(
      after.slice(0, deleted.index),
    )
  if (listed === null || isChosen) return []
  return [at('scan/destructive', placeOf(path, text, listed.index), 'deletes each entry of the home folder', listed[0])]
}

/** It depends on chance. */
const BY_CHANCE =
  /\b(?:random\.random\(\)|Math\.random\(\)|rand\.(?:Float64|Intn?)\([^)\n]{0,12}\)|\brand\([^)\n]{0,12}\)|Random\.rand\b[^\n]{0,12}|mt_rand\([^)\n]{0,12}\)|random_int\([^)\n]{0,12}\)|\$RANDOM\s*%\s*\d+|RANDOM\s*%\s*\d+|\(?Get-Random[^\n)]{0,40}\)?|random\.(?:randint|randrange)\([^)\n]{0,16}\)|secrets\.randbelow\([^)\n]{0,12}\))\s*(?:\)\)|\)|\]\])?\s*(?:<=?|>=?|={2,3}|-(?:eq|lt|le|gt|ge))\s*[\d.]+/
const DESTROYS =
  /\bdelete\s+from\b|\bdrop\s+(?:table|database|schema|collection)\b|\btruncate\s+(?:table\s+)?\w|\bupdate\s+\S{1,60}\s+set\b|\bdeleteMany\(|\bdelete_many\(|\bdestroy_all\b|\bdelete_all\b|\.unlink\(|\bunlink(?:Sync)?\(|\bos\.(?:remove|Remove\w*)\(|\brmtree\(|\brmSync\(|\bFile\.delete\b|\bRemove-Item\b|\brm\s+-\w*[rf]|\bFLUSHALL\b|\.drop\(\)/i

function destroysByChance({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  if (/chaos|random|fuzz|sampl|seed|test data|cache|game/.test(purpose.said)) return []
  const chance = BY_CHANCE.exec(text)
  const deed = chance === null ? null : DESTROYS.exec(governedBy(text, chance.index))
  if (chance === null || deed === null) return []
  return [at('scan/destructive', placeOf(path, text, chance.index), `does ${deed[0]} by chance`, chance[0])]
}

// The line of a condition, and what stands deeper below it.
function governedBy(text: string, index: number): string {
  const [line = '', ...below] = text
    .slice(text.lastIndexOf('\n', index) + 1)
    .slice(0, 600)
    .split('\n')
  const depth = line.search(/\S/)
  const end = below.findIndex((each) => each.trim() !== '' && each.search(/\S/) <= depth)
  return [line, ...below.slice(0, end < 0 ? below.length : end)].join('\n')
}

const BRANDED =
  /\b(?:sign|log) ?in (?:with|to) (?:your )?(?:google|microsoft|apple|github|facebook|office|outlook|gmail|slack|okta|paypal|amazon|icloud|instagram|linkedin|discord|metamask)\b/i
const ASKS_IN_PAGE = /type\s*=\s*\\?["']?password/i

// A page in the name of a well-known service, and what is typed there goes to somebody else.
function servesLogin({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const page = ASKS_IN_PAGE.test(text) ? BRANDED.exec(text) : null
  const isSent = page !== null && (LEAVES.test(text) || /<form[^>]{0,200}action\s*=\s*\\?["']https?:/i.test(text))
  const host = isSent ? receiverIn(text, purpose) : undefined
  if (page === null || host === undefined) return []
  const detail = `asks for the password of another service and sends it to ${host}`
  return [at('scan/secret-exfiltration', placeOf(path, text, page.index), detail, page[0])]
}

const KEPT_BY_PAGE = /\bdocument\.cookie\b|\b(?:local|session)Storage\b|\bindexedDB\b|\bnavigator\.clipboard\.read/
const PAGE_SENDS =
  /\bfetch\s*\(|XMLHttpRequest|sendBeacon|\bnew Image\(|\.src\s*=|WebSocket\s*\(|\.submit\s*\(|\blocation\b[^\n]{0,12}=/

// What the browser keeps for a page, out of a file that is only to be looked at.
function takesFromPage({ path, text, kind }: TextFile, purpose: Purpose): Evidence[] {
  const kept = kind === 'markup' && PAGE_SENDS.test(text) ? KEPT_BY_PAGE.exec(text) : null
  const to =
    kept === null ? undefined : findUrls(text).find(({ url }) => isUnsaidHost(url, purpose) && isSentTo(text, url))
  if (kept === null || to === undefined) return []
  const detail = `is a page that sends what the browser keeps to ${to.host}`
  return [at('scan/active-asset', placeOf(path, text, kept.index), detail, kept[0])]
}

// The address carries it, or is given it; pictures and scripts of a page only come from theirs.
function isSentTo(text: string, url: string): boolean {
  const index = text.indexOf(url)
  const around = text.slice(Math.max(0, index - 80), index + url.length + 200)
  return (
    PAGE_SENDS.test(around.slice(0, 80)) &&
    KEPT_BY_PAGE.test(text.slice(Math.max(0, index - 300), index + url.length + 300))
  )
}

const WALLET = '0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[1-9A-HJ-NP-Za-km-z]{32,44}'
const ITS_SPENDER = new RegExp(`\\b(\\w{1,40})["']?\\s*[:=]\\s*["'\`](?:${WALLET})["'\`]`, 'g')
const WITHOUT_END =
  '(?:2\\s*\\*\\*\\s*256|2n?\\s*\\*\\*\\s*256n?|MaxUint256|MAX_UINT\\w*|maxUint256|uint256\\.max|f{20,})'

// Whoever the author is may spend what the user has, without end.
function approvesAnother({ path, text }: TextFile): Evidence[] {
  if (!/\bapprove\b|increaseAllowance|setApprovalForAll/.test(text)) return []
  for (const [, name = ''] of [...text.matchAll(ITS_SPENDER)].slice(0, 20)) {
    const given = new RegExp(
      `\\b(?:approve|increaseAllowance)\\b[^\\n]{0,60}\\b${name}\\b[^\\n]{0,40}${WITHOUT_END}|\\bsetApprovalForAll\\b[^\\n]{0,60}\\b${name}\\b[^\\n]{0,20}\\btrue\\b`,
      'i',
    ).exec(text)
    const isRouter = /router|permit2|uniswap|pancake|vault|1inch|aave|compound|sushi|seaport|opensea/i.test(`${name}`)
    if (given !== null && !isRouter)
      return [
        at(
          'scan/drained-wallet',
          placeOf(path, text, given.index),
          'lets an account of its own spend without end',
          given[0],
        ),
      ]
  }
  return []
}

/** A function that takes the place of a command which is given passwords or keys, and what sends. */
const SHADOWS =
  /(?:^|[\s;"'])(?:function\s{1,4})?(?:sudo|su|ssh|passwd|gpg|doas|kinit|mysql|psql)\s{0,4}\(\)\s{0,4}\{|\balias\s{1,4}(?:sudo|su|ssh|passwd|gpg|doas)=/g
const CALLS_OUT = /\b(?:curl|wget|nc|ncat|Invoke-RestMethod|irm)\b/

function shadowsCommand({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  for (const { index } of [...text.matchAll(SHADOWS)].slice(0, 20)) {
    const body = text.slice(index, index + 400)
    const to = CALLS_OUT.test(body) ? findUrls(body)[0] : undefined
    if (to === undefined || isReservedHost(to.host) || !isUnsaidOrNamed(to.url, purpose)) continue
    const detail = `takes the place of a command and sends to ${to.host}`
    return [at('scan/secret-exfiltration', placeOf(path, text, index), detail, body)]
  }
  return []
}

const FETCHES =
  /\bURI\.open\(|\bNet::HTTP\.get|\bhttp\.Get\(|\bDownloadFile\b|\burlretrieve\(|\bfile_get_contents\(|\brequests\.get\(|\burlopen\(|\bfetch\(|\baxios\.get\(|\bcopy\(\s*\$|\b(?:iwr|Invoke-WebRequest)\b|\breqwest::|\bopenStream\(/
const MAKES_PROGRAM = /\b0o?7[0-7]{2}\b|\bchmod\b|\bsetExecutable\(|PermissionsExt|\.exe\b/i
const STARTS =
  /\bspawn\w*\(|\bsystem\(|\bexec\w*[( ]|\bexec\.Command\(|\bPopen\(|\bsubprocess\.|\bos\.startfile\(|\bStart-Process\b|\bpopen\(|\bproc_open\(|\bexecFile\w*\(|\bProcess\.(?:Start|spawn|detach)\b/
/** Files of a package that hold values. */
const SETTINGS_FILE = /\.(?:ya?ml|json|toml|ini|cfg|conf|txt|properties|env)$/i

// The address stands in another file, so that neither of the two says what happens.
function startsFetched(file: TextFile, files: readonly TextFile[], purpose: Purpose): Evidence[] {
  const { path, text } = file
  if (!/^(?:lexical|python|javascript)$/.test(file.kind)) return []
  const started = FETCHES.test(text) && MAKES_PROGRAM.test(text) ? STARTS.exec(text) : null
  if (started === null) return []
  const beside = files.filter(
    ({ path: other }) => SETTINGS_FILE.test(other) && text.includes(other.slice(other.lastIndexOf('/') + 1)),
  )
  const host = beside.flatMap(
    ({ text: values }) => strangerIn(values, purpose, (url) => isUnsaidHost(url, purpose)) ?? [],
  )[0]
  if (host === undefined) return []
  const detail = `makes a program of what ${host} answers, whose address stands in another file, and starts it`
  return [at('scan/remote-code', placeOf(path, text, started.index), detail, started[0])]
}
