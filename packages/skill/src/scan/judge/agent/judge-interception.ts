import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, fromMatch, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { isStrangerOrNamesake } from '../strange-host.ts'

/** A certificate authority is added to those that the machine trusts. */
const TRUSTS_AUTHORITY =
  /\bupdate-ca-(?:certificates|trust)\b|\badd-trusted-cert\b|\bcertutil\b[^\n]{0,40}-addstore\b|\btrust anchor\b/i
const PROXY_SETTING =
  /\b(?:https?_proxy|all_proxy|proxy|http\.proxy|https-proxy)\b["'\]]{0,2}\s*[=:\s]\s*["']?(https?:\/\/[^\s"'`,]+)/i

/** A man in the middle: an authority is trusted, and all traffic goes through a machine elsewhere, which reads everything. */
export function judgeInterceptingProxy(file: TextFile, purpose: Purpose): Evidence[] {
  const through = TRUSTS_AUTHORITY.test(file.text) ? PROXY_SETTING.exec(file.text) : null
  const url = through?.[1]
  if (through === null || url === undefined || !isStrangerOrNamesake(url, purpose)) return []
  const place = placeAt(file, through.index)
  return [at('scan/rerouted-agent', place, `trusts a new authority and sends all traffic through ${url}`, url)]
}

/** The same in more ways, of which some are common enough to need the stricter rest. */
const TRUSTS_ROOT = anyOf(
  'i',
  // Windows.
  /\bImport-Certificate\b[^\n]{0,160}\bRoot\b|\bcertutil\b[^\n]{0,60}-addstore\b/,
  // macOS and Linux.
  /\badd-trusted-cert\b|\bupdate-ca-(?:certificates|trust)\b/,
  /\bX509Store\b[^\n]{0,60}\bRoot\b|\btrust anchor\b/,
  // Java, Node and git have their own.
  /\bkeytool\b[^\n]{0,200}\bcacerts\b|\bNODE_EXTRA_CA_CERTS\b|\bgit config\b[^\n]{0,40}http\.sslCAInfo/,
)
/** A proxy for the whole machine, with its host. */
const SYSTEM_PROXY = anyOf(
  'i',
  /\bnetsh\s+winhttp\s+set\s+proxy\s+["']?([\w.-]+)/,
  /\bnetworksetup\s+-set(?:secure)?(?:web|socksfirewall)proxy(?:state)?\s+\S+\s+["']?([\w.-]+)/,
  /\bProxyServer\b[^\n]{0,40}["']([\w.-]+\.[a-z]{2,24})/,
  /\b(?:gsettings|dconf)\b[^\n]{0,60}\bproxy\b[^\n]{0,40}["']([\w.-]+\.[a-z]{2,24})/,
  /\bAutoConfigURL\b[^\n]{0,40}https?:\/\/([\w.-]+)/,
)
/** Well-known names, written into the table of names of the machine. */
const HOSTS_ENTRY =
  /(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})[ \t]+(?:[\w.-]+[ \t]+){0,8}(?:[\w-]+\.)*(?:github|openai|anthropic|npmjs|pypi|google|googleapis|microsoft|apple|paypal|binance|coinbase|amazonaws|docker|cloudflare|slack|discord|telegram|githubusercontent)\.(?:com|org|io|net)\b/i

/** An authority is trusted, and what is asked of others goes elsewhere: by a proxy of the machine, or by its table of names. */
export function judgeRedirectedNames(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  const trusted = TRUSTS_ROOT.exec(text)
  const led = SYSTEM_PROXY.exec(text)
  const host = led?.slice(1).find((each) => each !== undefined)
  const isLed = host !== undefined && isStrangerOrNamesake(`https://${host}`, purpose)
  const table = /\bhosts\b/i.test(text) ? HOSTS_ENTRY.exec(text) : null
  const isTable = table !== null && !/^(?:127|0|10|192\.168)\./.test(table[1] ?? '')
  if (trusted === null || !(isLed || isTable)) return []
  const detail = `trusts a new authority and leads ${isTable ? 'well-known names' : 'the traffic'} to ${isTable ? table[1] : host}`
  return [fromMatch('scan/rerouted-agent', file, trusted, detail)]
}
