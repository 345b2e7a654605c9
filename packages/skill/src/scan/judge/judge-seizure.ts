import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { hostRelation, isStrange } from '../text/host-relation.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { findUrls } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { placeOf } from './judge-harm.ts'
import { withoutComments } from './judge-wording.ts'
import { PROVIDERS } from './secrets.ts'
import { isSaid, isUnsaidHost } from './unsaid-host.ts'

/** What is led to somebody else for good: money, mail, the tools of the agent, commands, a password of the machine. */
export function judgeSeizure(file: TextFile, purpose: Purpose): Evidence[] {
  const isProse = file.kind === 'document' || file.kind === 'text'
  if (file.isTest || (isProse && isAboutSecurity(purpose))) return []
  return [
    ...handsKeysToTool(file, purpose),
    ...(isProse
      ? []
      : [paysAnother, divertsMail, wrapsTools, pollsForCommands, asksForPassword, plantsHook, servesWord].flatMap(
          (judge) => judge({ ...file, text: withoutComments(file.text) }, purpose),
        )),
  ]
}

const WALLET = '0x[0-9a-fA-F]{40}|bc1[0-9a-z]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33}|[1-9A-HJ-NP-Za-km-z]{32,44}'
/** A name for an address of a wallet that is written out. */
const NAMED_WALLET = new RegExp(
  `\\b(\\w{1,40})\\s*=\\s*(?:(?:new\\s+)?[\\w.]{1,40}\\(\\s*)?["'\`](?:${WALLET})["'\`]`,
  'g',
)
const PAYS =
  /\b(?:sendTransaction|send_transaction|send_raw_transaction|sendRawTransaction|signTransaction|sign_transaction|sendAndConfirmTransaction|SystemProgram\.transfer|sendrawtransaction|sendtoaddress)\b/
/** The address of a contract, which is called with what it is to do. */
const CALLS_CONTRACT = /\bencodeFunctionData\b|\bencodeABI\b|\bnew\s+(?:[\w.]+\.)?Contract\(|\bdata\s*[:,}]/

// Sometimes the one whom the user named is paid, and sometimes the author.
function paysAnother({ path, text }: TextFile): Evidence[] {
  if (!PAYS.test(text) || CALLS_CONTRACT.test(text)) return []
  const names = [...text.matchAll(NAMED_WALLET)].slice(0, 10).map(([, name = '']) => name)
  for (const name of names) {
    const chosen = new RegExp(
      `\\?\\s*(?:new\\s+[\\w.]{1,40}\\()?${name}\\b|\\?[^\\n?]{1,80}:\\s*${name}\\b|\\b${name}\\s+if\\b|\\belse\\s+${name}\\b|\\bif\\b[^\\n]{1,120}[)\\s:{]\\s{0,40}\\w{1,40}\\s{0,4}=\\s{0,4}${name}\\b`,
    ).exec(text)
    if (chosen !== null)
      return [at('scan/swapped-address', placeOf(path, text, chosen.index), 'pays an address of its own', chosen[0])]
  }
  return []
}

const MAIL = '([\\w.+-]{1,64}@[a-z0-9.-]{3,80}[a-z0-9])'
/** An address that is written down, where mail is forwarded to or copied to unseen. */
const DIVERTS = new RegExp(
  [
    `\\b(?:ForwardTo|RedirectTo|ForwardAsAttachmentTo|Forwarding(?:Smtp)?Address|forwardingEmail)\\b["']?\\s{0,4}[:=(]?\\s{0,4}[\\["'(]{0,3}${MAIL}`,
    `["'](?:forward|redirect)["']?\\s{0,4}[:=]\\s{0,4}["']${MAIL}`,
    `^\\s{0,20}redirect\\s+(?::copy\\s+)?["']${MAIL}`,
    `\\b(?:forwardTo|redirectTo|messageRules|permissions\\(\\)\\.create|acl\\(\\)\\.insert)\\b[^\\n]{0,200}?["']?\\b(?:emailAddress|address|value)["']?\\s{0,4}:\\s{0,4}["']${MAIL}`,
    `\\bbcc\\b["'\\]]{0,3}\\s{0,4}[:=,]\\s{0,4}[\\["']{1,3}${MAIL}`,
    `${MAIL}["']?\\s{0,4}>>?\\s{0,4}["']?(?:~|\\$HOME|\\$\\{HOME\\})/\\.(?:forward|procmailrc|qmail)`,
  ].join('|'),
  'im',
)

function divertsMail({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const found = DIVERTS.exec(text)
  const address = found?.slice(1).find((each) => each !== undefined)
  if (found === null || address === undefined || isSaid(address, purpose)) return []
  const host = address.slice(address.indexOf('@') + 1).toLowerCase()
  const relation = hostRelation(`https://${host}`, purpose)
  if (isReservedHost(host) || relation === 'own' || relation === 'unknown' || relation === 'local') return []
  return [at('scan/diverted-mail', placeOf(path, text, found.index), `sends what comes on to ${address}`, found[0])]
}

const TOOL_SETTINGS = /\.claude\.json|mcp(?:_config|_settings)?\.json|claude_desktop_config|settings\.json|\.codex\b/
/** Each tool of the agent, one after the other. */
const EACH_TOOL =
  /\bObject\.(?:entries|keys|values)\([^)\n]{0,60}mcp_?servers|\bin\s[^\n]{0,60}mcp_?servers|\bmcp_?servers["'\]]{0,3}\.(?:items|keys)\(|\bmcp_?servers\s*\|/i
const WRITES = /writeFile|write_text|json\.dump\(|\.write\(|\bmv\s|\bsponge\b|Set-Content|Out-File|\s>\s/

// Whatever the agent asks of its tools goes through one more that somebody else keeps.
function wrapsTools({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const each = TOOL_SETTINGS.test(text) && WRITES.test(text) ? EACH_TOOL.exec(text) : null
  const to = each === null ? undefined : findUrls(text).find(({ url }) => isUnsaidHost(url, purpose))
  if (each === null || to === undefined) return []
  const place = placeOf(path, text, each.index)
  return [at('scan/rerouted-agent', place, `leads every tool of the agent through ${to.host}`, each[0])]
}

/** Letters behind the address of a tool in which its headers stand. */
const HEADERS = 800
const VARIABLE = /\$\{?(?:env:)?([A-Z][A-Z0-9_]{3,60})\b/g

// A tool of the agent that gets the keys of other services with each call.
function handsKeysToTool({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  if (!/\bmcp_?servers\b|\bmcp add\b/i.test(text)) return []
  return findUrls(text).flatMap(({ url, host, index }) => {
    const relation = hostRelation(url, purpose)
    if (isReservedHost(host) || !(isStrange(relation) || relation === 'affine')) return []
    const names = [...text.slice(index, index + HEADERS).matchAll(VARIABLE)].map(([, name = '']) => name)
    const providers = names.flatMap((name) => PROVIDERS.exec(name)?.[0].toLowerCase() ?? [])
    const others = new Set(providers.filter((provider) => !host.includes(provider)))
    if (others.size < 2) return []
    const detail = `gives the keys of ${[...others].join(', ')} to ${host} with each call of a tool`
    return [at('scan/secret-exfiltration', placeOf(path, text, index), detail, url)]
  })
}

/** Again and again, what an address answers is run. */
const POLLS =
  /\b(?:while\s+(?:true|:|sleep\s+\d+|\[\s*1\s*\])|until\s+false|for\s*\(\(\s*;;\s*\)\))[\s\S]{0,400}?\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bwatch\s+-n[^\n]{0,80}\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:ba|z|da)?sh\b/

function pollsForCommands({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const loop = POLLS.exec(text)
  const from = loop === null ? undefined : findUrls(loop[0])[0]
  if (loop === null || from === undefined || isReservedHost(from.host)) return []
  if (/^(?:local|unknown|vendor)$/.test(hostRelation(from.url, purpose))) return []
  const detail = `runs what ${from.host} answers, again and again`
  return [at('scan/remote-code', placeOf(path, text, loop.index), detail, loop[0])]
}

/** A question for the password of the machine. */
const ASKS_PASSWORD =
  /\b(?:getpass|read\s+-\w*s|AsSecureString|Get-Credential|hidden answer|askpass|prompt|askstring|inquirer)\b[^\n]{0,120}\b(?:sudo|admin|administrator|login|system|mac|macOS|windows|root|computer|keychain)\b[^\n]{0,40}\bpass(?:word|code)/i
const SENDS_AWAY =
  /\b(?:curl|wget)\b[^\n]{0,200}\s(?:-d|--data[\w-]*|-F|--post-data)|\.(?:post|put)\(|method["']?\s*:\s*["']P(?:OST|UT)|-Method\s+P(?:ost|ut)\b|urlopen\(/i

function asksForPassword({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const asked = SENDS_AWAY.test(text) ? ASKS_PASSWORD.exec(text) : null
  const to = asked === null ? undefined : findUrls(text).find(({ url }) => isUnsaidHost(url, purpose))
  if (asked === null || to === undefined) return []
  const detail = `asks for the password of the machine and sends to ${to.host}`
  return [at('scan/secret-exfiltration', placeOf(path, text, asked.index), detail, asked[0])]
}

/** A hook of a package that others install, given a command that fetches and runs. */
const PLANTS_HOOK =
  /\bscripts\b["'.\][]{1,4}(?:pre|post)?install["'\]]{0,2}\s{0,3}=\s{0,3}["'`][^\n]{0,200}\b(?:curl|wget)\b[^\n]{0,200}\|\s*(?:ba|z|da)?sh\b/

function plantsHook({ path, text }: TextFile): Evidence[] {
  const hook = PLANTS_HOOK.exec(text)
  if (hook === null) return []
  const detail = 'gives a package a hook that fetches and runs'
  return [at('scan/hidden-persistence', placeOf(path, text, hook.index), detail, hook[0])]
}

/** A server that runs what comes in, for whoever knows a word. */
const RUNS_REQUEST = /\b(?:exec|execSync|spawn|spawnSync|eval)\(\s*\w{1,20}\.(?:query|body|params|headers)\b/
const KNOWS_WORD = /\b(?:headers?|query|get|cookies)\b[^\n]{0,60}={2,3}\s*["'`]/

function servesWord({ path, text }: TextFile): Evidence[] {
  const run = KNOWS_WORD.test(text) ? RUNS_REQUEST.exec(text) : null
  if (run === null) return []
  return [at('scan/reverse-shell', placeOf(path, text, run.index), 'runs what comes in for who knows a word', run[0])]
}
