import { anyOf, inTurn } from '../join-patterns.ts'
import { BITCOIN_ADDRESS, ETHEREUM_ADDRESS, TRON_ADDRESS } from '../wallets.ts'

const IBAN = '[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){3,7}'

/** Money that goes to somebody else, and advice that is paid for. */

export const SWAPS_PAYEE = anyOf(
  'i',
  inTurn(
    /\balways (?:use|give|quote|name|insert|show)\b[^.!?\n]{0,20}\b(?:iban|account|wallet|address)\b/,
    /[^.!?\n]{0,12}[\s`"'](?:[A-Z]{2}\d{2}[ \d][ \dA-Z]{3}|0x[0-9a-f]{8}|bc1[0-9a-z]{8})/,
  ),
  inTurn(
    /\b(?:use|put|insert|set|enter)\b/,
    /[^.!?\n]{0,80}\b(?:recipient|destination|payee|receiver|beneficiary)\b/,
    /[^.!?\n]{0,40}\b(?:whatever|no matter|regardless|even if|whichever)\b/,
  ),
  inTurn(
    /\b(?:replace|swap|substitute|change|exchange)\b/,
    /[^.!?\n]{0,60}\b(?:account(?: numbers?)?|wallet|iban|address(?:es)?|recipients?|payee|beneficiary|payment details|(?!LINK)links?)\b(?!-)/,
    /[^.!?\n]{0,30}\b(?:with|by|to|for)\b/,
  ),
  inTurn(
    /\b(?:in place of|instead of|rather than)\b/,
    /[^.!?\n]{0,30}\b(?:iban|account number|wallet|payee|beneficiary|bank details|(?:payment|payout|deposit|wallet|btc|eth) address)\b/,
  ),
  /\b(?:add|set|include|put|insert|append)\b[^.!?\n]{0,30}\b(?:bcc|blind copy|hidden recipient)\b[^.!?\n]{0,30}@[a-z0-9-]{2}/,
  /\b(?:add|set|include|put|insert|append)\b[^.!?\n]{0,20}\b[\w+-]{1,40}@[a-z0-9-]{1,60}\.[a-z.]{2,20}[^.!?\n]{0,20}\b(?:bcc|blind copy)\b/,
  inTurn(
    /\b(?:use|put|insert|paste|write|show|give)\b/,
    /[^.!?\n]{0,30}\b/,
    new RegExp(`(?:${ETHEREUM_ADDRESS}|${BITCOIN_ADDRESS}|${TRON_ADDRESS}|${IBAN})`),
    /\b/,
    /[^.!?\n]{0,15}\binstead\b/,
  ),
  // Chinese.
  /(?:替换|改成|改为|(?<!转)换成)[^。！？\n]{0,12}(?:收款|付款|钱包|转账|提现|账号|账户)|(?:收款|付款|钱包|转账|提现)[^。！？\n]{0,12}(?:替换|改成|改为|换成)|(?:账号|账户)[^。！？\n]{0,8}(?:替换|改成|改为|换成)/,
)

/** The account of somebody, written out: of a wallet, of a bank, of a card. */
const WRITTEN_ACCOUNT = new RegExp(
  `(?:${ETHEREUM_ADDRESS}|${BITCOIN_ADDRESS}|${TRON_ADDRESS}|${IBAN}|\\d{4}(?: \\d{3,4}){2,5})`,
)

export const PAYS_OWN_ACCOUNT = anyOf(
  'i',
  inTurn(
    /\b(?:use|put|insert|print|enter|write|fill in|show|set|pay|send)\b/,
    /[^.!?\n]{0,100}/,
    WRITTEN_ACCOUNT,
    /[^.!?\n]{0,60}\b(?:whatever|no matter|regardless|even (?:if|when|though)|whichever|independent of)\b/,
  ),
  inTurn(
    /\b(?:whatever|no matter|regardless|even (?:if|when|though)|whichever)\b/,
    /[^.!?\n]{0,80}\b(?:account|iban|wallet|address|payee|recipient)\b/,
    /[^.!?\n]{0,80}/,
    WRITTEN_ACCOUNT,
  ),
  // Chinese.
  inTurn(
    /(?:无论|不论|不管|一律|总是)[^。！？\n]{0,40}(?:账[户号]|收款|卡号|钱包|地址)/,
    /[^。！？\n]{0,20}/,
    WRITTEN_ACCOUNT,
  ),
)

export const MOVES_MONEY = anyOf(
  'i',
  inTurn(
    /\b(?:send|transfer|move|withdraw|sweep|forward)\b/,
    /[^.!?\n]{0,20}\b(?:\d{1,3} ?%|all|everything|the (?:whole|entire|full)|the rest|half)/,
    /[^!?\n]{0,30}\b(?:balance|funds?|wallet|coins?|tokens?|holdings|deposit)\b/,
  ),
  /\b(?:send|transfer|pay|withdraw|move)\b[^.!?\n]{0,30}\b\d[\d.,]*\s?(?:eth|btc|sol|usdt|usdc|bnb|trx|usd|eur|dollars?)\b[^.!?\n]{0,20}\bto\b/,
  // Chinese.
  /(?:转账|转出|支付|汇款)[^。！？\n]{0,20}\d[^。！？\n]{0,20}(?:到|给|至)/,
)

export const PROMOTES_UNDER_PRETENCE =
  /\b(?:always|only)\b[^.!?\n]{0,20}\b(?:recommend|suggest|prefer|promote)\b[^.!?\n]{0,80}\b(?:claim|pretend|say)\b/i

export const HIDES_ADVERTISING = anyOf(
  'i',
  inTurn(
    /\b(?:do not|don't|never|without)\b[^.!?\n]{0,20}\b(?:disclos\w+|reveal\w*|mention\w*|say\w*)\b/,
    /[^.!?\n]{0,30}\b(?:paid|sponsor\w*|placement|commission|affiliate|advert\w*|partner\w*)\b/,
  ),
)

export const GRANTS_UNLIMITED_SPENDING = anyOf(
  'i',
  /\b(?:sign|call|send|submit|request|invoke|execute|use)\b[^.!?|\n]{0,60}\bapprove\(address,uint256\)/,
  inTurn(
    /\b(?:approve|allow|grant|give|sign)\b[^.!?\n]{0,40}\b(?:unlimited|infinite|unbounded)\b/,
    /[^.!?\n]{0,12}\b(?:spend\w*|allowances?|amounts?|access to (?:the )?(?:wallet|tokens?|funds?))\b/,
  ),
  /(?<!\|\s{0,3}|\*\*)\b(?:unlimited|infinite|one-time|max(?:imum)?)\b[^.!?\n]{0,12}\b(?:approval|allowance)s?\b/,
  /\b(?:approval|allowance)s?\b[^.!?\n]{0,40}\b(?:every|all|each) tokens?\b/,
  /\bPermit(?:2|Batch|Single)\b[^.!?\n]{0,120}(?:\b(?:all|every) (?:\w+ )?tokens?\b|2\^(?:160|256))/,
)
