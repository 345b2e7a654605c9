import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { hostRelation } from '../text/host-relation.ts'
import { isMirror } from '../text/package-source.ts'
import { findUrls } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { reroutedTo } from './rerouted-to.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/** Harm that needs no address and no secret of its own, seen by the parts that stand together in one file. */
export function judgeHarm(file: TextFile, purpose: Purpose): Evidence[] {
  const isCode = file.kind !== 'document' && file.kind !== 'text'
  // A guide to defence describes it; what does it is no guide.
  if (file.isTest || (!isCode && isAboutSecurity(purpose))) return []
  return [
    ...(isCode
      ? [...swapsAddress(file), ...exchangesAccount(file, purpose), ...holdsToRansom(file), ...setsModel(file, purpose)]
      : reroutes(file, purpose)),
    ...standsBetween(file, purpose),
    ...(isCode
      ? [...copiesItself(file), ...minesInPage(file), ...minesForPool(file), ...waitsForDate(file)]
      : [...ordersCopies(file), ...ordersPayment(file, purpose)]),
    ...setsRegistry(file, purpose),
    ...givesAllSecrets(file, purpose),
  ]
}

const CLIPBOARD_READ = /pyperclip\.paste|clipboardy?\.(?:read|paste|readText)|pbpaste|Get-Clipboard|xclip\s+-o|wl-paste/
const CLIPBOARD_WRITE = /pyperclip\.copy|clipboardy?\.(?:write|copy|writeText)|pbcopy|Set-Clipboard|\bxclip\b|wl-copy/
/** Addresses of wallets, written out. */
const WALLET =
  /["'`](?:0x[0-9a-fA-F]{40}|bc1[0-9a-z]{25,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})["'`]/

// The clipboard is read, and a wallet of the author is put there.
function swapsAddress({ path, text }: TextFile): Evidence[] {
  const wallet = WALLET.exec(text)
  if (wallet === null || !CLIPBOARD_READ.test(text) || !CLIPBOARD_WRITE.test(text)) return []
  return [
    at('scan/swapped-address', placeOf(path, text, wallet.index), 'puts a wallet address of its own there', wallet[0]),
  ]
}

/** A pattern of account numbers, and one account that is put in their place. */
const EXCHANGES_ACCOUNT =
  /\b(?:sub|replace(?:All)?|gsub|preg_replace)\s?\(\s*[^\n]{0,20}(?:\[A-Z\]\{2\}(?:\\{1,2}d|\[0-9\])\{2\}|(?:\\{1,2}d|\[0-9\])\{1[3-9](?:,\d{2})?\}|0x\[[^\]\n]{3,12}\]\{40\})[^\n]{0,80}?,\s*["'`]((?:[A-Z]{2})?\d{2,4}[ \d]{4,40}|0x[0-9a-fA-F]{40})|\bs\/[^/\n]{0,20}\[A-Z\]\{2\}[^/\n]{0,60}\/((?:[A-Z]{2})?\d{2,4}[ \d]{4,40})\//

function exchangesAccount({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const exchange = EXCHANGES_ACCOUNT.exec(text)
  const put = (exchange?.[1] ?? exchange?.[2] ?? '').replace(/\D/g, '')
  if (exchange === null || /^(\d)\1*$/.test(put) || /anonym|redact|mask|fake|privacy|pii|脱敏/.test(purpose.said))
    return []
  const place = placeOf(path, text, exchange.index)
  return [at('scan/swapped-address', place, 'puts one account in the place of all that it finds', exchange[0])]
}

const OWN_FILE =
  /\b(?:copy\w*|cp\w*|readFile\w*|open|symlink\w*|Copy-Item|move|rename\w*)\s*\(?\s*(?:["']?\$0\b|\$\{?BASH_SOURCE|__file(?:name)?__|__filename|__dirname|\$PSCommandPath|sys\.argv\[0\]|process\.argv\[1\])/
const OTHERS =
  /\b(?:npm|yarn|pnpm|cargo|gem|twine|clawhub)\s+(?:publish|push|upload)\b|\bgit\s+(?:push|commit)\b|\bscp\b|\.(?:claude|openclaw|codex|cursor|hermes)[/"'\s,]+skills\b/

// A script that puts itself into other packages, repositories or machines.
function copiesItself({ path, text }: TextFile): Evidence[] {
  const copy = OWN_FILE.exec(text)
  const other = OTHERS.exec(text)
  if (copy === null || other === null) return []
  return [at('scan/self-copy', placeOf(path, text, copy.index), `copies itself and does ${other[0]}`, copy[0])]
}

const COPY_ORDER =
  /\b(?:copy|add|append|insert|write|install|replicate|propagate)\b[^.!?\n]{0,60}\b(?:this (?:folder|skill|file|text|section|block|line)|these (?:lines|instructions)|yourself|itself|the (?:line|following)|a (?:line|reference))\b[^.!?\n]{0,80}\b(?:every|each|all|any)\b[^.!?\n]{0,40}\b(?:other )?(?:skills?|SKILL\.md|CLAUDE\.md|AGENTS\.md|repositor(?:y|ies)|agents?|director(?:y|ies) under [^\n]{0,30}skills)\b/i

// The same told to the agent.
function ordersCopies({ path, text }: TextFile): Evidence[] {
  const order = COPY_ORDER.exec(text)
  if (order === null) return []
  return [at('scan/self-copy', placeOf(path, text, order.index), 'tells the agent to put it into others', order[0])]
}

const PAGE_MINER = /\b(?:CoinHive|CoinImp|deepMiner|WebMiner|cryptonight|CryptoLoot|JSECoin)\b/i

// A page whose visitors mine.
function minesInPage({ path, text, kind }: TextFile): Evidence[] {
  const miner = kind === 'markup' ? PAGE_MINER.exec(text) : null
  return miner === null ? [] : [at('scan/miner', placeOf(path, text, miner.index), 'mines in the browser', miner[0])]
}

/** What miners say to a pool. */
const POOL_CALL = /["']method["']\s*[:,=>]+\s*["'](?:mining\.(?:subscribe|authorize|submit)|login|submit)["']/
const POOL = /\bstratum\b|["'/.@]pool\.|\bpool[-_]?(?:host|url|address)\b/i

// The protocol of mining pools, spoken by the script itself.
function minesForPool({ path, text }: TextFile): Evidence[] {
  const call = POOL.test(text) ? POOL_CALL.exec(text) : null
  return call === null ? [] : [at('scan/miner', placeOf(path, text, call.index), 'talks to a mining pool', call[0])]
}

/** Now, compared with a day that is written out. */
const DAY_GATE =
  /(?:today\(\)|now\(\)|Date\.now\(\)|new Date\(\)|time\.time\(\)|time\(\)|date \+%\w+[)`"']*|Get-Date\)?)\s*(?:>=?|-g[te])\s*["']?(?:datetime\.|new Date\(|date\(|Date\.parse\()?[^\n]{0,20}\b(?:20[2-4]\d|1[789]\d{8}(?:\d{3})?)\b/i
const UNDOES =
  /\bDROP (?:SCHEMA|DATABASE|TABLE)\b|\brmtree\(|\brm\s+-\w*[rf]|\brm\(|rmSync\(|unlinkSync\(|\bshred\b|\bexec\(|\beval\(|os\.system\(|\bsubprocess\.|\|\s*(?:ba)?sh\b|child_process/i

// Nothing happens before a certain day: nobody sees it when it is tried out.
function waitsForDate({ path, text }: TextFile): Evidence[] {
  const gate = DAY_GATE.exec(text)
  const deed = gate === null ? null : UNDOES.exec(text.slice(gate.index, gate.index + 600))
  if (gate === null || deed === null) return []
  return [
    at('scan/unexplained-power', placeOf(path, text, gate.index), `waits for a day, then does ${deed[0]}`, gate[0]),
  ]
}

const PAYMENT =
  /\b(?:send|transfer|pay|wire)\b[^.!?\n]{0,20}\d[^!?\n]{0,80}\b(?:0x[0-9a-fA-F]{40}|bc1[0-9a-z]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33})\b/

// Money that the agent is to send to one account, in a skill that is not about money.
function ordersPayment({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const order = PAYMENT.exec(text)
  if (
    order === null ||
    /wallet|crypto|pay|coin|token|donat|tip|trad|chain|defi|usdc|eth\b|swap|transfer/.test(purpose.said)
  )
    return []
  return [at('scan/unexplained-power', placeOf(path, text, order.index), 'tells the agent to send money', order[0])]
}

const ENCRYPTS =
  /\.encrypt\(|\b7z\w*(?:\.exe)?["']?\s+a\b[^\n]{0,60}\s-p|\bopenssl\s+enc\b|\bgpg\b[^\n]{0,60}(?:\s-c|--symmetric)\b|\brar\s+a\b[^\n]{0,40}\s-h?p|\bAesManaged\b|\bRijndael\w*|\bcipher\.NewGCM\b|\bOpenSSL::Cipher\b|createCipheriv|AES\.new|CryptoStream|openssl_encrypt/
const WALKS =
  /\brglob\(|os\.walk\(|\bglob\(|readdirSync\(|filepath\.Walk|Get-ChildItem[^\n]{0,60}(?:-Recurse|-Directory|-File)|\bfind\s+["']?(?:~|\$HOME)|\bDir\.glob|\bWalkDir\b|RecursiveDirectoryIterator/i
const DELETES =
  /\.unlink\(|os\.remove\(|unlinkSync\(|rmSync\(|os\.Remove\w*\(|Remove-Item|\s-sdel\b|\s-df\b|\bFile\.delete\b|\brm\s+-?|\bshred\b|\bunlink\(/
const HOME =
  /Path\.home\(|homedir\(|expanduser\(["']~|UserHomeDir|\bDir\.home|\$HOME\b|["']HOME["']|\bfind\s+~|USERPROFILE/

// Every file of the user is encrypted, and the original is gone.
function holdsToRansom({ path, text }: TextFile): Evidence[] {
  const encrypts = ENCRYPTS.exec(text)
  if (encrypts === null || !WALKS.test(text) || !DELETES.test(text) || !HOME.test(text)) return []
  const place = placeOf(path, text, encrypts.index)
  return [at('scan/destructive', place, 'encrypts what it finds in the home folder and deletes it', encrypts[0])]
}

// In a document the address of a model is advice; where the model's traffic goes is still for a reviewer.
function reroutes({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const url = reroutedTo(text, purpose)
  if (url === undefined) return []
  const place = placeOf(path, text, text.indexOf(url))
  return [at('scan/weakened-protection', place, `has the agent's traffic go to ${url}`, url)]
}

/** Settings that outlast the script. */
const KEPT_SETTINGS =
  /\bset -\w*U\w*\b|\bSetEnvironmentVariable\b|\bconfig\.fish\b|settings(?:\.local)?\.json|\.claude\.json|\.continue\/config|\.codex\/config|\.(?:bashrc|zshrc|profile|zshenv|zprofile|bash_profile)\b|\/etc\/environment|\bsetx\b/

/** The same in the settings of editors and other agents. */
const ADDRESS_SETTING =
  /["']?\b(?:apiBase|base_url|baseUrl|baseURL|http\.proxy)["']?\]?\s{0,3}[:=]\s{0,3}["'](https?:\/\/[^\s"']+)/

// A script that writes down where the model's traffic goes from now on.
function setsModel({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  if (!KEPT_SETTINGS.test(text)) return []
  const setting = /prox|router|gateway|provider|relay|litellm/.test(purpose.said) ? null : ADDRESS_SETTING.exec(text)
  const led = setting?.[1] !== undefined && isUnsaidHost(setting[1], purpose) ? setting[1] : undefined
  const url = reroutedTo(text, purpose) ?? led
  if (url === undefined) return []
  const place = placeOf(path, text, text.indexOf(url))
  return [at('scan/rerouted-agent', place, `sends the agent's traffic to ${url} from now on`, url)]
}

const TRUSTS =
  /\bupdate-ca-(?:certificates|trust)\b|\badd-trusted-cert\b|\bcertutil\b[^\n]{0,40}-addstore\b|\btrust anchor\b/i
const THROUGH =
  /\b(?:https?_proxy|all_proxy|proxy|http\.proxy|https-proxy)\b["'\]]{0,2}\s*[=:\s]\s*["']?(https?:\/\/[^\s"'`,]+)/i

// A new authority is trusted, and the traffic goes through a machine elsewhere: it reads everything.
function standsBetween({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const through = TRUSTS.test(text) ? THROUGH.exec(text) : null
  const url = through?.[1]
  if (through === null || url === undefined || !(isStrange(url, purpose) || hostRelation(url, purpose) === 'affine'))
    return []
  const place = placeOf(path, text, through.index)
  return [at('scan/rerouted-agent', place, `trusts a new authority and sends all traffic through ${url}`, url)]
}

const ALL_OF_WORKFLOW = /\btoJSON\(\s*(?:secrets|env)\s*\)/i

// Every secret of a repository, in a workflow that reaches a stranger.
function givesAllSecrets({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const all = ALL_OF_WORKFLOW.exec(text)
  const to = all === null ? undefined : findUrls(text).find(({ url }) => isStrange(url, purpose))
  if (all === null || to === undefined) return []
  const place = placeOf(path, text, all.index)
  return [at('scan/secret-exfiltration', place, `gives all secrets of a repository to ${to.host}`, all[0])]
}

function isStrange(url: string, purpose: Purpose): boolean {
  return /^(?:unrelated|hosting|ip|paste|capture)$/.test(hostRelation(url, purpose))
}

/** A place for packages as a setting: in a file of settings, or told in a sentence. */
const REGISTRY =
  /(?:^|[\s`"'])(?:@[\w.-]+:)?(?:registry|index-url|extra-index-url|GOPROXY|npm_config_registry|PIP_INDEX_URL)\s*[=:]\s*["']?(https?:\/\/[^\s"'`,]+)/im
const UNCHECKED =
  /strict-ssl\s*[=:]\s*["']?false|trusted-host\s*[=:]|GONOSUMDB|GONOSUMCHECK|NODE_TLS_REJECT_UNAUTHORIZED/

function setsRegistry({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const found = REGISTRY.exec(text)
  const url = found?.[1]
  if (found === null || url === undefined || !isStrange(url, purpose)) return []
  if (isMirror(url)) return []
  const rule = UNCHECKED.test(text) || /^http:/.test(url) ? 'scan/poisoned-index' : 'scan/dependency-source'
  return [at(rule, placeOf(path, text, found.index), `takes packages from ${url}`, url)]
}

/** Where in a file something stands. */
export function placeOf(file: string, text: string, index: number): { file: string; line: number; layers: [] } {
  return { file, line: text.slice(0, index).split('\n').length, layers: [] }
}
