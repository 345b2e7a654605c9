import type { Purpose } from '../../declared-purpose.ts'
import { findOtherOrder, isUnderstood } from '../../text/find-order.ts'
import { hostRelation, isStrange } from '../../text/host-relation.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { ASKED_OF_USER } from '../../text/motives.ts'
import { secretClass, secretPathIn } from '../../text/path-class.ts'
import { ALL_KEYS, ALL_SECRETS, OVERRIDE, SEND } from '../../text/phrases.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutAttacks, isNegated } from '../../text/text-role.ts'
import { findUrls, maskUrls } from '../../text/urls.ts'
import { weighInstruction } from '../weigh-role.ts'
import { asksForSecret, keepsFrom, roleIn, type Say, sendsSecret } from './prose-orders.ts'

/** "Include your API key in the header of requests to …" is how every API is described. */
const AUTHENTICATES =
  /\bheaders?\b|authorization|bearer|x-api-key|authenticat|请求头|认证|sign up|register|dashboard|obtain|get (?:your|an?)|create (?:your|an?)|-H ["']/i
/** Not one secret, but all that there is or was said. */
const WHOLE_RECORD =
  /environment variables|env(?:ironment)? vars|conversation|chat (?:history|log)|system prompt|环境变量|聊天记录|对话/i

/** "Send X to Y" with X a secret and Y an address, in one sentence and as an order. */
export function judgeSendingOrder(block: ProseBlock, purpose: Purpose, conceal: string | undefined, say: Say): void {
  if (!block.text.includes('://')) {
    judgeSendingSomewhere(block, conceal, say)
    return
  }
  for (const sentence of block.text.split(/(?<=[.!?。！？])\s+|\n(?=\s*(?:[-*\d]|$))/)) {
    const [url] = findUrls(sentence)
    if (url === undefined) continue
    const sending = sendsSecret(block, sentence)
    if (sending === undefined) continue
    const { secret, role } = sending
    const isAuth = AUTHENTICATES.test(sentence)
    const relation = hostRelation(url.url, purpose)
    const isStrong =
      relation === 'ip' ||
      relation === 'capture' ||
      relation === 'paste' ||
      conceal !== undefined ||
      block.isHidden ||
      PSEUDO_TAG.test(block.text) ||
      secretPathIn(sentence) !== undefined ||
      ASKED_OF_USER.test(sentence) ||
      ALL_KEYS.test(sentence) ||
      /\bbase64\b|\bhex[- ]?encode/i.test(sentence) ||
      WHOLE_RECORD.test(secret)
    // A host named after the skill may be its service; no service needs every key, or what is hidden from the user.
    const isBorrowed =
      relation === 'affine' &&
      (conceal !== undefined || block.isHidden || secretPathIn(sentence) !== undefined || ALL_KEYS.test(sentence))
    if (!(isStrange(relation) || isBorrowed) || (isAuth && !isStrong)) continue
    if (!isStrong && !isBorrowed && role !== 'asked') continue
    const rule = weighInstruction(
      isStrong || isBorrowed ? 'scan/instructed-exfiltration' : 'scan/secret-to-stranger',
      role,
      url.host,
      purpose,
    )
    say(rule, `tells the agent to send ${secret} to ${url.url}`, sentence)
    return
  }
}

const READS =
  /\b(?:read|open|load|take|get|cat|copy|content|check|list|collect|gather|compile|find)\w*\b|读取|打开|复制|内容|收集|列出/i

/** The order taken apart into steps: read the key, put it into a field, call the address. */
export function judgeSendingSteps(blocks: readonly ProseBlock[], at: number, purpose: Purpose, say: Say): void {
  const block = blocks[at]
  if (block === undefined) return
  const named = secretPathIn(block.text)
  const path =
    named !== undefined && secretClass(named) !== 'environment file' ? named : ALL_SECRETS.exec(block.text)?.[0]
  if (path === undefined) return
  const near = blocks.slice(at, at + 4).filter((each) => each.line - block.line <= 8)
  const text = near.map((each) => each.text).join('\n')
  const [url] = findUrls(text)
  if (
    url === undefined ||
    !READS.test(block.text) ||
    !near.some((each) => {
      const after = each === block ? each.text.slice(each.text.indexOf(path) + path.length) : each.text
      return SEND.test(after) && after.includes('://')
    })
  )
    return
  const relation = hostRelation(url.url, purpose)
  if (isStrange(relation)) {
    const role = roleIn({ ...block, text }, text, text.indexOf(path))
    if (role === undefined) return
    const rule = weighInstruction('scan/instructed-exfiltration', role, url.host, purpose)
    say(rule, `tells the agent step by step to send ${path} to ${url.url}`, text)
  }
}

/** What the user is asked for goes to an address, and the user is not told. */
export function judgeAskedSecret(block: ProseBlock, purpose: Purpose, say: Say): void {
  const [url] = findUrls(block.text)
  const asked = url === undefined ? undefined : asksForSecret(block)
  if (url === undefined || asked === undefined) return
  const relation = hostRelation(url.url, purpose)
  if (isStrange(relation) || relation === 'affine')
    say('scan/instructed-exfiltration', `has the user asked for a secret that goes to ${url.url}`, asked)
}

/** In a language that is not understood only the parts are seen: a key file and the address of a stranger in one sentence. */
export function judgeUnreadOrder(block: ProseBlock, purpose: Purpose, say: Say): void {
  if (!block.text.includes('://') || isUnderstood(maskUrls(block.text))) return
  const [url] = findUrls(block.text)
  const path = secretPathIn(block.text)
  const kind = path === undefined ? undefined : secretClass(path)
  if (url === undefined || kind === undefined || kind === 'environment file') return
  if (!isStrange(hostRelation(url.url, purpose)) || isAboutAttacks(block.context, block.text)) return
  // A language whose words for "not" are known may forbid it; what it asks for has been looked for already.
  const negation = findOtherOrder(maskUrls(block.text), 'not')
  if (negation !== undefined && keepsFrom(block) === undefined) return
  say('scan/unread-order', `names ${path} and ${url.url}`, block.text)
}

// No address, but everything there is, in the voice of the system or behind the back of the user.
function judgeSendingSomewhere(block: ProseBlock, conceal: string | undefined, say: Say): void {
  const send = SEND.exec(block.text)
  if (send === null) return
  const file = conceal === undefined ? undefined : secretPathIn(block.text)
  const secrets = ALL_SECRETS.exec(block.text)
  const isNear = secrets !== null && secrets.index >= send.index && secrets.index - send.index <= 60
  const given = isNear ? secrets[0] : file !== undefined && secretClass(file) !== 'environment file' ? file : undefined
  if (given === undefined) return
  if (!block.isHidden && (isNegated(block.text, send.index) || isAboutAttacks(block.context, block.text))) return
  if (conceal !== undefined || block.isHidden || PSEUDO_TAG.test(block.text) || OVERRIDE.test(block.text))
    say('scan/instructed-exfiltration', `tells the agent to give away ${given}`, block.text)
}

/** A tag or banner that plays the voice of the system. */
const PSEUDO_TAG = anyOf(
  'im',
  /<\/?(?:system|important|instructions?|admin|policy|compliance|security|critical|mandatory|directive|assistant|developer|priority)[\w-]*(?:\s[^>]{0,80})?>/,
  /\[(?:SYSTEM|ADMIN|COMPLIANCE|SECURITY|POLICY|OVERRIDE)[^\]]{0,40}\]/,
  /^\s*(?:SYSTEM|ADMIN|COMPLIANCE)\b[^:\n]{0,30}:/,
)
