import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import {
  BITCOIN_ADDRESS,
  ETHEREUM_ADDRESS,
  SOLANA_ADDRESS,
  TRANSACTION_CALLS,
  TRON_ADDRESS,
} from '../../text/wallets.ts'

const CLIPBOARD_READ = /pyperclip\.paste|clipboardy?\.(?:read|paste|readText)|pbpaste|Get-Clipboard|xclip\s+-o|wl-paste/
const CLIPBOARD_WRITE = /pyperclip\.copy|clipboardy?\.(?:write|copy|writeText)|pbcopy|Set-Clipboard|\bxclip\b|wl-copy/
/** The address of a wallet, written out. */
const WRITTEN_WALLET = new RegExp(
  `["'\`](?:${ETHEREUM_ADDRESS}|${BITCOIN_ADDRESS}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|${TRON_ADDRESS})["'\`]`,
)

/** A clipboard hijacker: it waits for the address of a wallet to be copied, and puts its own there. */
export function judgeClipboardHijack(file: TextFile): Evidence[] {
  const wallet = WRITTEN_WALLET.exec(file.text)
  if (wallet === null || !CLIPBOARD_READ.test(file.text) || !CLIPBOARD_WRITE.test(file.text)) return []
  return [fromMatch('scan/swapped-address', file, wallet, 'puts a wallet address of its own there')]
}

/** The number of a bank account, written out. */
const WRITTEN_ACCOUNT = '(?:[A-Z]{2})?\\d{2,4}[ \\d]{4,40}'
/** What a pattern of account numbers looks like, in the code of a script: of a bank, of a card, of Ethereum. */
const ACCOUNT_PATTERN = [
  '\\[A-Z\\]\\{2\\}(?:\\\\{1,2}d|\\[0-9\\])\\{2\\}',
  '(?:\\\\{1,2}d|\\[0-9\\])\\{1[3-9](?:,\\d{2})?\\}',
  '0x\\[[^\\]\\n]{3,12}\\]\\{40\\}',
].join('|')
/** A pattern of account numbers, and one account that is put in their place. */
const EXCHANGES_ACCOUNT = new RegExp(
  [
    `\\b(?:sub|replace(?:All)?|gsub|preg_replace)\\s?\\(\\s*[^\\n]{0,20}(?:${ACCOUNT_PATTERN})[^\\n]{0,80}?,\\s*["'\`](${WRITTEN_ACCOUNT}|${ETHEREUM_ADDRESS})`,
    `\\bs\\/[^/\\n]{0,20}\\[A-Z\\]\\{2\\}[^/\\n]{0,60}\\/(${WRITTEN_ACCOUNT})\\/`,
  ].join('|'),
)

/** Each account number in a document is replaced by one that the author wrote down. */
export function judgeExchangedAccount(file: TextFile, purpose: Purpose): Evidence[] {
  const exchange = EXCHANGES_ACCOUNT.exec(file.text)
  const put = (exchange?.[1] ?? exchange?.[2] ?? '').replace(/\D/g, '')
  if (exchange === null || /^(\d)\1*$/.test(put) || /anonym|redact|mask|fake|privacy|pii|脱敏/.test(purpose.said))
    return []
  return [fromMatch('scan/swapped-address', file, exchange, 'puts one account in the place of all that it finds')]
}

/** A name for an address of a wallet that is written out. */
const NAMED_WALLET = new RegExp(
  `\\b(\\w{1,40})\\s*=\\s*(?:(?:new\\s+)?[\\w.]{1,40}\\(\\s*)?["'\`](?:${ETHEREUM_ADDRESS}|${BITCOIN_ADDRESS}|${TRON_ADDRESS}|${SOLANA_ADDRESS})["'\`]`,
  'g',
)
const PAYS = new RegExp(`\\b(?:${TRANSACTION_CALLS}|sendRawTransaction|sendtoaddress)\\b`)
/** The address of a contract, which is called with what it is to do. */
const CALLS_CONTRACT = /\bencodeFunctionData\b|\bencodeABI\b|\bnew\s+(?:[\w.]+\.)?Contract\(|\bdata\s*[:,}]/

/** Sometimes the one whom the user named is paid, and sometimes the author. */
export function judgePayeeBranch(file: TextFile): Evidence[] {
  const { text } = file
  if (!PAYS.test(text) || CALLS_CONTRACT.test(text)) return []
  const names = [...text.matchAll(NAMED_WALLET)].slice(0, 10).map(([, name = '']) => name)
  for (const name of names) {
    const chosen = new RegExp(
      [
        `\\?\\s*(?:new\\s+[\\w.]{1,40}\\()?${name}\\b`,
        `\\?[^\\n?]{1,80}:\\s*${name}\\b`,
        `\\b${name}\\s+if\\b`,
        `\\belse\\s+${name}\\b`,
        `\\bif\\b[^\\n]{1,120}[)\\s:{]\\s{0,40}\\w{1,40}\\s{0,4}=\\s{0,4}${name}\\b`,
      ].join('|'),
    ).exec(text)
    if (chosen !== null) return [fromMatch('scan/swapped-address', file, chosen, 'pays an address of its own')]
  }
  return []
}

const PAYMENT = new RegExp(
  `\\b(?:send|transfer|pay|wire)\\b[^.!?\\n]{0,20}\\d[^!?\\n]{0,80}\\b(?:${ETHEREUM_ADDRESS}|${BITCOIN_ADDRESS}|${TRON_ADDRESS})\\b`,
)
const ABOUT_MONEY = /wallet|crypto|pay|coin|token|donat|tip|trad|chain|defi|usdc|eth\b|swap|transfer/

/** Money that the agent is to send to one account, in a skill that is not about money. */
export function judgePaymentOrder(file: TextFile, purpose: Purpose): Evidence[] {
  const order = PAYMENT.exec(file.text)
  if (order === null || ABOUT_MONEY.test(purpose.said)) return []
  return [fromMatch('scan/unexplained-power', file, order, 'tells the agent to send money')]
}
