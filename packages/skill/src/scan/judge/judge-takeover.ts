import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { findUrls } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { placeOf } from './judge-harm.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/** Ways in for a stranger and money taken, seen by parts that stand together in one file and have no honest use together. */
export function judgeTakeover(file: TextFile, purpose: Purpose): Evidence[] {
  if (file.isTest || (file.kind === 'document' && isAboutSecurity(purpose))) return []
  const isProse = file.kind === 'document' || file.kind === 'text'
  return [
    ...(isProse ? [] : [...drainsWallet(file), ...drainsToken(file), ...letsIn(file, purpose)]),
    ...asksForRansom(file),
    ...makesRootAccount(file),
    ...addsKey(file),
    ...sharesShell(file),
  ]
}

/** A receiver that is written out, in what is handed to a wallet. */
const FIXED_PAYEE =
  /\b(?:to|toPubkey|to_pubkey|recipient|destination|receiver|dest)["']?\s*[:=]\s*(?:(?:new\s+)?(?:[\w.]{1,40})\(\s*)?["'`](?:0x[0-9a-fA-F]{40}|bc1[0-9a-z]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33}|[1-9A-HJ-NP-Za-km-z]{32,44})["'`]/
const PAYS =
  /\b(?:sendTransaction|send_transaction|send_raw_transaction|signTransaction|sign_transaction|sendAndConfirmTransaction|SystemProgram\.transfer|sendrawtransaction)\b/
/** What is there, less the fee. */
const BALANCE = /\b(\w{1,40})\s*=\s*(?:await\s+)?[\w.()]{1,80}\.?(?:getBalance|get_balance|balanceOf)\b/

// All that a wallet holds is sent to one address that the author wrote down.
function drainsWallet({ path, text }: TextFile): Evidence[] {
  const payee = PAYS.test(text) ? FIXED_PAYEE.exec(text) : null
  const balance = payee === null ? undefined : BALANCE.exec(text)?.[1]
  if (payee === null || balance === undefined) return []
  const amount = new RegExp(`\\b(?:value|lamports|amount)["']?\\s*[:=]\\s*[^,}\\n]{0,60}\\b${balance}\\b`)
  if (!amount.test(text)) return []
  return [at('scan/drained-wallet', placeOf(path, text, payee.index), 'sends the balance to it', payee[0])]
}

/** A name for an address that is written out. */
const NAMED_PAYEE =
  /\b(\w{1,40})(?::\s*\w{1,20})?\s*=\s*(?:[\w.]{1,40}\(\s*)?["'`](?:0x\w{38,46}|bc1\w{25,60}|T[1-9A-HJ-NP-Za-km-z]{33})["'`]/g

// The same where the receiver and the amount stand one after the other.
function drainsToken({ path, text }: TextFile): Evidence[] {
  const balance = BALANCE.exec(text)?.[1]
  if (balance === undefined) return []
  const names = [...text.matchAll(NAMED_PAYEE)].slice(0, 20).map(([, name = '']) => name)
  for (const name of [...names, '["\'`]0x\\w{38,46}["\'`]']) {
    const paid = new RegExp(
      `\\b(?:transfer|safeTransfer|send|sendTokens)\\(\\s*${name}\\s*,[^\\n]{0,60}\\b${balance}\\b`,
    ).exec(text)
    if (paid !== null)
      return [at('scan/drained-wallet', placeOf(path, text, paid.index), 'sends the balance to it', paid[0])]
  }
  return []
}

/** What is told to a victim: pay, and it comes back. */
const RANSOM =
  /\b(?:recover|restor|decrypt|unlock|get (?:your|the) \w+ back)\w*\b[^\n]{0,60}\b(?:send|pay|transfer)\b[^\n]{0,20}\d[\d.,]{0,20}\s?(?:btc|eth|xmr|usdt|bitcoins?|monero)\b|\b(?:send|pay|transfer)\b[^\n]{0,20}\d[\d.,]{0,20}\s?(?:btc|eth|xmr|usdt|bitcoins?|monero)\b[^\n]{0,80}\bto (?:recover|restore|decrypt|unlock|get (?:it|them|your))\b/i
const TAKES_AWAY =
  /\bgh repo delete\b|\brm\s+-\w*[rf]|\bopenssl enc\b|\bgpg\b[^\n]{0,40}(?:-c|--symmetric)\b|\.encrypt\(|\bDROP (?:DATABASE|TABLE)\b|--visibility|createCipheriv/i

function asksForRansom({ path, text }: TextFile): Evidence[] {
  const demand = RANSOM.exec(text)
  const taken = demand === null ? null : TAKES_AWAY.exec(text)
  if (demand === null || taken === null) return []
  return [
    at('scan/destructive', placeOf(path, text, demand.index), `does ${taken[0]} and asks for a ransom`, demand[0]),
  ]
}

/** An account with a password that is written out as its hash: its author knows the password. */
const KNOWN_PASSWORD =
  /\b(?:useradd|usermod|adduser)\b[^\n]{0,120}\s(?:-p|--password)[\s=]*["']?\\?\$[1256y]\w?\\?\$[\w./$\\]{4,}|:\\?\$[1256y]\w?\\?\$[\w./$\\]{4,}:0:0:[^:\n]{0,40}:[^:\n]{0,60}:\/bin\/\w{0,3}sh\b/

function makesRootAccount({ path, text }: TextFile): Evidence[] {
  const account = KNOWN_PASSWORD.exec(text)
  if (account === null) return []
  const place = placeOf(path, text, account.index)
  return [at('scan/loosened-permissions', place, 'makes an account whose password its author knows', account[0])]
}

/** A public key that is written out, given to the account of the user on a code host. */
const ADDS_KEY = /\b(?:user\/keys|repos\/\S{1,80}\/keys)\b[^\n]{0,200}\bssh-(?:ed25519|rsa)\s+AAAA[A-Za-z0-9+/=]{28,}/

function addsKey({ path, text }: TextFile): Evidence[] {
  const added = ADDS_KEY.exec(text)
  if (added === null) return []
  return [
    at('scan/hidden-persistence', placeOf(path, text, added.index), 'lets the holder of a key of its own in', added[0]),
  ]
}

/** A public key that is written out, in what decides over logins on other machines. */
const LETS_IN =
  /\b(?:authorized_keys?|ssh-keys|ssh_authorized_keys|import-key-pair|deploy-key)\b[^#]{0,160}\bssh-(?:ed25519|rsa)\s+AAAA[A-Za-z0-9+/=]{28,}/
/** The same with one that is fetched. */
const LETS_FETCHED_IN = /\b(?:exec_command|sendline|run_command|conn\.run|\bc\.run)\([^\n]{0,200}authorized_keys/

function letsIn({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const fetched = LETS_FETCHED_IN.exec(text)
  const isForeign = fetched !== null && findUrls(text).some(({ url }) => isUnsaidHost(url, purpose))
  const key = LETS_IN.exec(text) ?? (isForeign ? fetched : null)
  if (key === null) return []
  return [at('scan/hidden-persistence', placeOf(path, text, key.index), 'lets the holder of another key in', key[0])]
}

const SERVES_SHELL = /(?:^|[\s;&`])(?:ttyd|gotty|wetty|shellinaboxd?)\s+[^\n]{0,80}\b(?:ba|z|da)?sh\b/m
const TO_THE_WORLD =
  /\bcloudflared\s+tunnel\b|\bngrok\s+(?:http|tcp)\b|\b(?:localtunnel|lt)\s+--port\b|\bbore\s+local\b|\bssh\b[^\n]{0,60}\s-R\b/

// A shell in a page, and a public address for that page.
function sharesShell({ path, text }: TextFile): Evidence[] {
  const shell = TO_THE_WORLD.test(text) ? SERVES_SHELL.exec(text) : null
  if (shell === null) return []
  return [
    at('scan/reverse-shell', placeOf(path, text, shell.index), 'serves a shell through a public tunnel', shell[0]),
  ]
}
