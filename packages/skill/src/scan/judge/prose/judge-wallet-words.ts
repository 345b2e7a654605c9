import type { Purpose } from '../../declared-purpose.ts'
import { hostRelation, isStrange } from '../../text/host-relation.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutAttacks, isNegated } from '../../text/text-role.ts'
import { findUrls, maskUrls } from '../../text/urls.ts'
import { isAboutSecurity } from '../about-security.ts'
import type { Say } from './prose-orders.ts'

/** The words that open a wallet, or the key that they stand for. */
const WALLET_SECRET = anyOf(
  'i',
  /\b(?:seed|recovery|secret recovery|backup|mnemonic)[- ]?(?:phrases?|words?)\b|\bmnemonics?\b/,
  /\b(?:12|24|twelve|twenty-four)(?:[- ](?:or|to|\/)[- ](?:24|twenty-four))?[- ]words?\b/,
  /\bprivate key of (?:the|their) wallet\b/,
  // Chinese.
  /助记词|种子短语|钱包私钥/,
  /シードフレーズ/,
  /復元フレーズ/,
  /시드 ?(?:구문|문구)|복구 ?(?:구문|문구)|сид[- ]фраз|мнемоническ|frase (?:semilla|de recuperación)/,
  /phrase (?:de récupération|secrète)|Wiederherstellungs(?:phrase|wörter)|frase[- ]semente/,
)
const GETS =
  /\b(?:ask|have|get|let|make|prompt|request|paste|enter|type|collect|obtain)\b|请用户|让用户|要求用户|粘贴|输入|提供|入力|貼り付け|입력|붙여|попрос|вве[дс]|pide|pedir|pega|demande|colle|frag|bitte|peça|cole/i
const LEAVES =
  /\b(?:POST|curl|wget|submit|fetch|requests\.post|axios)\b|提交|送信|전송|отправ|env[ií]a|envoi|envie|send\w*|sende/i

/** No service needs the words that open a wallet, whoever keeps it. */
export function judgeWalletWords(blocks: readonly ProseBlock[], at: number, purpose: Purpose, say: Say): void {
  const block = blocks[at]
  const words = block === undefined ? null : WALLET_SECRET.exec(block.text)
  if (block === undefined || words === null || !GETS.test(block.text)) return
  if (isAboutAttacks(block.context, block.text) || isNegated(block.text, words.index) || isAboutSecurity(purpose))
    return
  const near = blocks.slice(at, at + 3).filter((each) => each.line - block.line <= 4)
  const sent = near.find((each) => LEAVES.test(maskUrls(each.text)) && findUrls(each.text).length > 0)
  const to =
    sent === undefined
      ? undefined
      : findUrls(sent.text).find(({ url, host }) => {
          const relation = hostRelation(url, purpose)
          return !isReservedHost(host) && (isStrange(relation) || relation === 'affine')
        })
  if (
    sent === undefined ||
    to === undefined ||
    /\b(?:never|do not|don't|must not)\b|切勿|不要(?:粘贴|输入|提供|发送)/i.test(
      `${block.text.slice(Math.max(0, words.index - 60), words.index)}`,
    )
  )
    return
  say('scan/instructed-exfiltration', `has the words of a wallet sent to ${to.host}`, sent.text)
}
