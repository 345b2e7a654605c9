import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import {
  BITCOIN_ADDRESS,
  ETHEREUM_ADDRESS,
  SOLANA_ADDRESS,
  TRANSACTION_CALLS,
  TRON_ADDRESS,
} from '../../text/wallets.ts'

const QUOTE = '["\'`]'
/** A receiver that is written out, in what is handed to a wallet. */
const FIXED_PAYEE = new RegExp(
  [
    '\\b(?:to|toPubkey|to_pubkey|recipient|destination|receiver|dest)["\']?\\s*[:=]\\s*',
    '(?:(?:new\\s+)?(?:[\\w.]{1,40})\\(\\s*)?',
    `${QUOTE}(?:${ETHEREUM_ADDRESS}|${BITCOIN_ADDRESS}|${TRON_ADDRESS}|${SOLANA_ADDRESS})${QUOTE}`,
  ].join(''),
)
const PAYS = new RegExp(`\\b(?:${TRANSACTION_CALLS})\\b`)
/** What is there, less the fee. */
const BALANCE = /\b(\w{1,40})\s*=\s*(?:await\s+)?[\w.()]{1,80}\.?(?:getBalance|get_balance|balanceOf)\b/

/** All that a wallet holds is sent to one address that the author wrote down. */
export function judgeWalletDrainer(file: TextFile): Evidence[] {
  const payee = PAYS.test(file.text) ? FIXED_PAYEE.exec(file.text) : null
  const balance = payee === null ? undefined : BALANCE.exec(file.text)?.[1]
  if (payee === null || balance === undefined) return []
  const amount = new RegExp(`\\b(?:value|lamports|amount)["']?\\s*[:=]\\s*[^,}\\n]{0,60}\\b${balance}\\b`)
  if (!amount.test(file.text)) return []
  return [fromMatch('scan/drained-wallet', file, payee, 'sends the balance to it')]
}

/** A name for an address that is written out. */
const NAMED_PAYEE = new RegExp(
  `\\b(\\w{1,40})(?::\\s*\\w{1,20})?\\s*=\\s*(?:[\\w.]{1,40}\\(\\s*)?${QUOTE}(?:0x\\w{38,46}|bc1\\w{25,60}|${TRON_ADDRESS})${QUOTE}`,
  'g',
)

/** The same where the receiver and the amount stand one after the other, as tokens are sent. */
export function judgeTokenDrainer(file: TextFile): Evidence[] {
  const balance = BALANCE.exec(file.text)?.[1]
  if (balance === undefined) return []
  const names = [...file.text.matchAll(NAMED_PAYEE)].slice(0, 20).map(([, name = '']) => name)
  for (const name of [...names, `${QUOTE}0x\\w{38,46}${QUOTE}`]) {
    const paid = new RegExp(
      `\\b(?:transfer|safeTransfer|send|sendTokens)\\(\\s*${name}\\s*,[^\\n]{0,60}\\b${balance}\\b`,
    ).exec(file.text)
    if (paid !== null) return [fromMatch('scan/drained-wallet', file, paid, 'sends the balance to it')]
  }
  return []
}

/** A name for the address of whoever is to spend. */
const NAMED_SPENDER = new RegExp(
  `\\b(\\w{1,40})["']?\\s*[:=]\\s*${QUOTE}(?:${ETHEREUM_ADDRESS}|${TRON_ADDRESS}|${SOLANA_ADDRESS})${QUOTE}`,
  'g',
)
const UNLIMITED =
  '(?:2\\s*\\*\\*\\s*256|2n?\\s*\\*\\*\\s*256n?|MaxUint256|MAX_UINT\\w*|maxUint256|uint256\\.max|f{20,})'
/** Contracts of exchanges that are approved as a matter of course. */
const ROUTER = /router|permit2|uniswap|pancake|vault|1inch|aave|compound|sushi|seaport|opensea/i

/** The same in a list of what is approved. */
const LABELLED_EXCHANGE =
  /\b(?:label|name)["']?\s*:\s*["'][^"'\n]{0,40}\b(?:exchange|adapter|router)\b[^"'\n]{0,20}["']/i

/** An unlimited token approval for an address that is written out: its owner may spend whenever he likes. */
export function judgeTokenApproval(file: TextFile): Evidence[] {
  const { text } = file
  if (!/\bapprove\b|increaseAllowance|setApprovalForAll/.test(text)) return []
  for (const { 1: name = '', index } of [...text.matchAll(NAMED_SPENDER)].slice(0, 20)) {
    const given = new RegExp(
      `\\b(?:approve|increaseAllowance)\\b[^\\n]{0,60}\\b${name}\\b[^\\n]{0,40}${UNLIMITED}|\\bsetApprovalForAll\\b[^\\n]{0,60}\\b${name}\\b[^\\n]{0,20}\\btrue\\b`,
      'i',
    ).exec(text)
    const from = text.lastIndexOf('\n', index) + 1
    if (given !== null && !ROUTER.test(name) && !LABELLED_EXCHANGE.test(text.slice(from, index)))
      return [fromMatch('scan/drained-wallet', file, given, 'lets an account of its own spend without end')]
  }
  return []
}
