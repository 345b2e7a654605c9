import { findOrder } from '../../text/find-order.ts'
import { anyOf } from '../../text/join-patterns.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { keepsFrom, type Say } from './prose-orders.ts'

/** Something is done, and not only left unsaid. */
const ACTS =
  /\b(?:send|upload|post|transmit|exfiltrat|execute|run|install|download|delete|modify|append|write|collect|forward|grant|disable|curl)\w*\b|发送|上传|执行|运行|安装|下载|删除|修改|收集|写入/i
const ACTS_ON_SECRETS = /\b(?:curl|wget|upload|exfiltrat|token|secret|credential|password|api key)\b/i
const MOVES_DATA =
  /\b(?:send|upload|post|transmit|exfiltrat|install|collect|forward|copy|download|delete)|发送|上传|收集|安装|复制|提交/i
const IN_SECRET = /silently|secretly|covertly|悄悄|偷偷|静默|暗中/i
const UNTOLD =
  /silent|secret|covert|without (?:telling|informing|notif|alert)|hide|conceal|do not|don't|never|不要|悄悄|偷偷|静默/i
const USER = /user|human|owner|operator|用户|使用者|主人/i

/** What the agent did is to be missing where it tells what it did. */
const KEPT_OUT = anyOf(
  'i',
  /\bout of\b|\b(?:no need|not necessary|unnecessary) to\b/,
  /\b(?:in|on)\b[^.!?\n]{0,20}\b(?:summar|explanation|diff|description|commit|report|answer|repl|response|output|changelog)/,
  /\b(?:told|informed|shown)\b/,
)
const CHANGES = anyOf(
  'i',
  /\b(?:always|also|every|each|all)\b[^.!?\n]{0,60}\b(?:add|insert|append|replace|change|accept|copy|put|include|write|set|send|bcc)\b/,
  /\b(?:add|insert|append|replace|change|accept|copy|put|write|send)\b[^.!?\n]{0,80}\b(?:every|each|all|any|instead|before)\b/,
)

/** What is to be kept from the user, and how bad that is. */
export function judgeConcealment(block: ProseBlock, conceal: string, say: Say): void {
  const acts = ACTS.test(conceal) || ACTS_ON_SECRETS.test(block.text)
  const isOtherwise = keepsFrom(block) === conceal && findOrder(block.text, 'send') !== undefined
  const isDeed = KEPT_OUT.test(conceal) && CHANGES.test(block.text)
  const isForbidden = /\b(?:never|do not|don't)\s+$/i.test(
    block.text.slice(0, Math.max(0, block.text.indexOf(conceal))),
  )
  if (isForbidden) say('scan/concealment', 'forbids to leave something unsaid', conceal)
  else if (block.isHidden && acts)
    say('scan/hidden-instructions', 'tells the agent in a comment to act behind the back of the user', conceal)
  else if (isDeed) say('scan/concealed-action', 'tells the agent to change something and to leave that unsaid', conceal)
  else if (isOtherwise)
    say('scan/concealed-action', 'tells the agent to send something without telling the user', conceal)
  else if (IN_SECRET.test(conceal) && MOVES_DATA.test(conceal))
    say('scan/concealed-action', 'tells the agent to act in secret', conceal)
  else if (acts && USER.test(conceal) && !/\bask/i.test(conceal) && UNTOLD.test(conceal))
    say('scan/concealed-action', 'tells the agent to act without telling the user', conceal)
  else say('scan/concealment', 'asks the agent to leave something unsaid', conceal)
}
