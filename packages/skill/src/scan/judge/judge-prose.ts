import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, redact } from '../evidence.ts'
import { RULES, type RuleId } from '../rules.ts'
import { decodeBlob } from '../text/decode-layers.ts'
import { findOrder, findOtherOrder, isUnderstood } from '../text/find-order.ts'
import { hostRelation, isStrange } from '../text/host-relation.ts'
import { ASKED_OF_USER } from '../text/motives.ts'
import { secretClass, secretPathIn } from '../text/path-class.ts'
import {
  ALL_KEYS,
  ALL_SECRETS,
  CONCEAL,
  DECODE_AND_RUN,
  FOLLOW_REMOTE,
  HOSTILE,
  OVERRIDE,
  SEND,
  WALLET_KEY,
} from '../text/phrases.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import type { ProseBlock } from '../text/split-markdown.ts'
import { isAboutAttacks, isNegated } from '../text/text-role.ts'
import { findUrls, maskUrls } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { judgeMotives, overrulesUser, standsAboveUser } from './judge-motives.ts'
import { judgeTracker } from './judge-tracker.ts'
import { asksForSecret, dropsRules, followsPage, keepsFrom, roleIn, type Say, sendsSecret } from './prose-orders.ts'
import { weighInstruction } from './weigh-role.ts'

/** What the sentences of a document tell the agent to do. */
export function judgeProse(file: string, blocks: readonly ProseBlock[], purpose: Purpose): Evidence[] {
  const found: Evidence[] = []
  let overrides: { line: number; at: number } | undefined
  let conceals: { line: number; at: number; text: string } | undefined
  for (const [at, block] of blocks.entries()) {
    const say = (rule: RuleId, detail: string, text: string): void => {
      found.push({ rule, file, line: block.line, detail, text: redact(text), layers: [] })
    }
    const override = overrideIn(block)
    const conceal = match(CONCEAL, block) ?? keepsFrom(block)
    // Both together are no slip of the tongue: a heading excuses them only in a skill about security.
    const bare = isAboutSecurity(purpose) ? block : { ...block, context: '' }
    if (overrideIn(bare) !== undefined) overrides = { line: block.line, at }
    const concealed = match(CONCEAL, bare) ?? keepsFrom(bare)
    if (concealed !== undefined) conceals = { line: block.line, at, text: concealed }
    if (override !== undefined && block.isHidden)
      say('scan/hidden-instructions', 'tells the agent in a comment to drop its rules', override)
    else if (override !== undefined) say('scan/override', 'tells the agent to drop its rules or questions', override)
    if (
      overrides !== undefined &&
      conceals !== undefined &&
      Math.abs(overrides.at - conceals.at) <= 6 &&
      (overrides.at === at || conceals.at === at)
    ) {
      say('scan/override-and-conceal', 'tells the agent to drop its rules and to keep it from the user', conceals.text)
    }
    judgeSending(block, purpose, conceal, say)
    if (conceal !== undefined) judgeConcealed(block, conceal, say)
    judgeFollowing(block, purpose, say)
    const wallet = match(WALLET_KEY, block)
    if (wallet !== undefined) say('scan/asks-for-key', 'asks for a private key or seed phrase', wallet)
    const hostile = match(HOSTILE, block)
    if (
      hostile !== undefined &&
      !/\b(?:security|defen[cs]e|stor(?:y|ies)|fiction|games?|novel|threats?|negotiation|marketing|persuasion|persuasive)\b/.test(
        purpose.said,
      )
    )
      say('scan/hostile-agent', 'speaks of manipulating others', hostile)
    judgePlanted(block, say)
    judgeHiddenFetch(block, purpose, say)
    judgeEncoded(blocks, at, purpose, say)
    judgeTracker(blocks, at, purpose, say)
    judgeSteps(blocks, at, purpose, say)
    judgeAsking(block, purpose, say)
    judgeWords(blocks, at, purpose, say)
    judgeUnread(block, purpose, say)
  }
  found.push(...judgeMotives(file, blocks, purpose))
  // One loud word is a matter of tone; a document full of them is a programme.
  const hostile = found.filter((each) => each.rule === 'scan/hostile-agent')
  return hostile.length >= 3
    ? found.filter((each) => each.rule !== 'scan/hostile-agent' || each === hostile[0])
    : found.filter((each) => each.rule !== 'scan/hostile-agent')
}

/**
 * Instructions in strings and comments of code: descriptions of tools reach the agent as SKILL.md itself
 * does. Only what is concealed from the user is checked; code about attacks is full of examples.
 */
export function judgeStrings(file: string, text: string, purpose: Purpose): Evidence[] {
  if (!KEPT_FROM.test(text) || isAboutSecurity(purpose)) return []
  const lines = text.split('\n')
  const blocks = lines.flatMap((line, row): ProseBlock[] =>
    line.length < 4_000 && KEPT_FROM.test(line)
      ? [{ text: lines.slice(Math.max(0, row - 3), row + 2).join('\n'), line: row + 1, context: '', isHidden: false }]
      : [],
  )
  return judgeProse(file, blocks.slice(0, 50), purpose).filter(({ rule }) => RULES[rule].effect === 'block')
}

/** Cheap to ask of every line: is there an order about what the user gets to know? */
const KEPT_FROM =
  /(?:tell|inform|mention|reveal|disclose|notify|告诉|告知|提及|透露)[^\n]{0,60}(?:user|human|owner|用户)|(?:silently|secretly|covertly) (?:send|upload|post|pass|include)|\b(?:ai|llm|assistants?|agents?|models?)\b[^\n]{0,30}(?:reading|processing|using) this|\b(?:to|for) the (?:assistant|agent|model)\b|给(?:智能体|助手|模型)/i

/** Rules of how an answer looks. */
const LAYOUT = /\b(?:style|formatting|format|layout|length|tone|naming|indentation|typograph\w+)\b/i
const BINDING = /\b(?:all|any|every|safety|security|system|developer)\b/i

function overrideIn(block: ProseBlock): string | undefined {
  const said = match(OVERRIDE, block)
  return said !== undefined && LAYOUT.test(said) && !BINDING.test(said) ? undefined : (said ?? dropsRules(block))
}

// What a text shows as bad, forbids or describes is not what it asks for.
function match(pattern: RegExp, block: ProseBlock): string | undefined {
  const text = maskUrls(block.text)
  const found = pattern.exec(text)
  if (found === null) return undefined
  return !block.isHidden && (isNegated(text, found.index) || isAboutAttacks(block.context, block.text))
    ? undefined
    : found[0]
}

// "Fetch that page and do what it says."
function judgeFollowing(block: ProseBlock, purpose: Purpose, say: Say): void {
  if (!block.text.includes('://')) return
  const text = maskUrls(block.text)
  const remote = FOLLOW_REMOTE.exec(text)
  const [url] = findUrls(block.text)
  const order = remote === null ? followsPage(block) : undefined
  const said = remote?.[0] ?? order?.sentence
  if (said === undefined || url === undefined) return
  const relation = hostRelation(url.url, purpose)
  // What a page says may be guidance; what goes before the user, or is done unasked, is an order of its owner.
  const isAnybodys =
    block.isHidden ||
    relation === 'ip' ||
    relation === 'paste' ||
    relation === 'capture' ||
    ((relation === 'unrelated' || relation === 'hosting') && overrulesUser(text)) ||
    (relation === 'affine' && standsAboveUser(text))
  if (!isAnybodys && !isStrange(relation)) return
  const role = remote === null ? order?.role : roleIn(block, text, remote.index)
  if (role === undefined) return
  // Guidance from a host with a name is weighed by a reviewer anyway; shown as bad it is no guidance.
  if (!isAnybodys && role !== 'asked') return
  const rule = isAnybodys
    ? weighInstruction('scan/remote-instructions', role, url.host, purpose)
    : 'scan/remote-guidance'
  say(rule, `tells the agent to follow what ${url.url} says`, said)
}

// "Send X to Y" with X a secret and Y an address, in one sentence and as an order.
function judgeSending(block: ProseBlock, purpose: Purpose, conceal: string | undefined, say: Say): void {
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
    // "Include your API key in the header of requests to …" is how every API is described.
    const isAuth =
      /\bheaders?\b|authorization|bearer|x-api-key|authenticat|请求头|认证|sign up|register|dashboard|obtain|get (?:your|an?)|create (?:your|an?)|-H ["']/i.test(
        sentence,
      )
    const relation = hostRelation(url.url, purpose)
    const isStrong =
      relation === 'ip' ||
      relation === 'capture' ||
      relation === 'paste' ||
      conceal !== undefined ||
      block.isHidden ||
      isPseudoTag(block.text) ||
      secretPathIn(sentence) !== undefined ||
      ASKED_OF_USER.test(sentence) ||
      ALL_KEYS.test(sentence) ||
      /\bbase64\b|\bhex[- ]?encode/i.test(sentence) ||
      /environment variables|env(?:ironment)? vars|conversation|chat (?:history|log)|system prompt|环境变量|聊天记录|对话/i.test(
        secret,
      )
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

// The order taken apart into steps: read the key, put it into a field, call the address.
function judgeSteps(blocks: readonly ProseBlock[], at: number, purpose: Purpose, say: Say): void {
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
    !/\b(?:read|open|load|take|get|cat|copy|content|check|list|collect|gather|compile|find)\w*\b|读取|打开|复制|内容|收集|列出/i.test(
      block.text,
    ) ||
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

// What the user is asked for goes to an address, and the user is not told.
function judgeAsking(block: ProseBlock, purpose: Purpose, say: Say): void {
  const [url] = findUrls(block.text)
  const asked = url === undefined ? undefined : asksForSecret(block)
  if (url === undefined || asked === undefined) return
  const relation = hostRelation(url.url, purpose)
  if (isStrange(relation) || relation === 'affine')
    say('scan/instructed-exfiltration', `has the user asked for a secret that goes to ${url.url}`, asked)
}

/** The words that open a wallet, or the key that they stand for. */
const WALLET_SECRET =
  /\b(?:seed|recovery|secret recovery|backup|mnemonic)[- ]?(?:phrases?|words?)\b|\bmnemonics?\b|\b(?:12|24|twelve|twenty-four)(?:[- ](?:or|to|\/)[- ](?:24|twenty-four))?[- ]words?\b|\bprivate key of (?:the|their) wallet\b|助记词|种子短语|钱包私钥|シードフレーズ|復元フレーズ|시드 ?(?:구문|문구)|복구 ?(?:구문|문구)|сид[- ]фраз|мнемоническ|frase (?:semilla|de recuperación)|phrase (?:de récupération|secrète)|Wiederherstellungs(?:phrase|wörter)|frase[- ]semente/i
const GETS =
  /\b(?:ask|have|get|let|make|prompt|request|paste|enter|type|collect|obtain)\b|请用户|让用户|要求用户|粘贴|输入|提供|入力|貼り付け|입력|붙여|попрос|вве[дс]|pide|pedir|pega|demande|colle|frag|bitte|peça|cole/i
const LEAVES =
  /\b(?:POST|curl|wget|submit|fetch|requests\.post|axios)\b|提交|送信|전송|отправ|env[ií]a|envoi|envie|send\w*|sende/i

// No service needs the words that open a wallet, whoever keeps it.
function judgeWords(blocks: readonly ProseBlock[], at: number, purpose: Purpose, say: Say): void {
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

// In a language that is not understood only the parts are seen: a key file and the address of a stranger in one sentence.
function judgeUnread(block: ProseBlock, purpose: Purpose, say: Say): void {
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
  if (conceal !== undefined || block.isHidden || isPseudoTag(block.text) || OVERRIDE.test(block.text))
    say('scan/instructed-exfiltration', `tells the agent to give away ${given}`, block.text)
}

function judgeConcealed(block: ProseBlock, conceal: string, say: Say): void {
  const acts =
    /\b(?:send|upload|post|transmit|exfiltrat|execute|run|install|download|delete|modify|append|write|collect|forward|grant|disable|curl)\w*\b|发送|上传|执行|运行|安装|下载|删除|修改|收集|写入/i.test(
      conceal,
    ) || /\b(?:curl|wget|upload|exfiltrat|token|secret|credential|password|api key)\b/i.test(block.text)
  const isOtherwise = keepsFrom(block) === conceal && findOrder(block.text, 'send') !== undefined
  const isDeed = KEPT_OUT.test(conceal) && CHANGES.test(block.text)
  const aboutUser = /user|human|owner|operator|用户|使用者|主人/i.test(conceal)
  if (block.isHidden && acts)
    say('scan/hidden-instructions', 'tells the agent in a comment to act behind the back of the user', conceal)
  else if (isDeed) say('scan/concealed-action', 'tells the agent to change something and to leave that unsaid', conceal)
  else if (isOtherwise)
    say('scan/concealed-action', 'tells the agent to send something without telling the user', conceal)
  else if (
    /silently|secretly|covertly|悄悄|偷偷|静默|暗中/i.test(conceal) &&
    /\b(?:send|upload|post|transmit|exfiltrat|install|collect|forward|copy|download|delete)|发送|上传|收集|安装|复制|提交/i.test(
      conceal,
    )
  )
    say('scan/concealed-action', 'tells the agent to act in secret', conceal)
  else if (
    acts &&
    aboutUser &&
    !/\bask/i.test(conceal) &&
    /silent|secret|covert|without (?:telling|informing|notif|alert)|hide|conceal|do not|don't|never|不要|悄悄|偷偷|静默/i.test(
      conceal,
    )
  )
    say('scan/concealed-action', 'tells the agent to act without telling the user', conceal)
  else say('scan/concealment', 'asks the agent to leave something unsaid', conceal)
}

/** A line for what every later session reads. */
const PLANTS =
  /\b(?:write|add|append|put|insert|save|store)\b[^\n]{0,120}(?:\b(?:CLAUDE|AGENTS|MEMORY|GEMINI|SOUL)\.md\b|\bpersistent memory\b|\blong-term memory\b)/i
const UNASKED =
  /\b(?:all|any|every)\b[^.!?\n]{0,20}\b(?:commands?|tools?|actions?|operations?)\b[^.!?\n]{0,40}\bwithout\b[^.!?\n]{0,12}\b(?:confirm\w*|asking|approval|prompt\w*|permission|questions?)\b/i

// The consent of the user, written down where the agent will believe it.
function judgePlanted(block: ProseBlock, say: Say): void {
  const consent = PLANTS.test(block.text) ? UNASKED.exec(block.text)?.[0] : undefined
  if (consent !== undefined && !isAboutAttacks(block.context, block.text))
    say('scan/weakened-protection', 'has the agent write down that it need not ask', consent)
}

// Unseen by the reader of the page: fetch something and run it.
function judgeHiddenFetch(block: ProseBlock, purpose: Purpose, say: Say): void {
  const [url] = block.isHidden ? findUrls(block.text) : []
  const said = maskUrls(block.text)
  if (url === undefined || !isStrange(hostRelation(url.url, purpose))) return
  if (
    /\b(?:fetch|download|curl|wget|get|open|load)\b/i.test(said) &&
    /\b(?:run|execute|bash|sh|eval|source)\b/i.test(said)
  )
    say('scan/hidden-instructions', `tells the agent out of sight to run what ${url.url} says`, block.text)
}

/** What the agent did is to be missing where it tells what it did. */
const KEPT_OUT =
  /\bout of\b|\b(?:no need|not necessary|unnecessary) to\b|\b(?:in|on)\b[^.!?\n]{0,20}\b(?:summar|explanation|diff|description|commit|report|answer|repl|response|output|changelog)|\b(?:told|informed|shown)\b/i
const CHANGES =
  /\b(?:always|also|every|each|all)\b[^.!?\n]{0,60}\b(?:add|insert|append|replace|change|accept|copy|put|include|write|set|send|bcc)\b|\b(?:add|insert|append|replace|change|accept|copy|put|write|send)\b[^.!?\n]{0,80}\b(?:every|each|all|any|instead|before)\b/i

// A tag or banner that plays the voice of the system.
function isPseudoTag(text: string): boolean {
  return /<\/?(?:system|important|instructions?|admin|policy|compliance|security|critical|mandatory|directive|assistant|developer|priority)[\w-]*(?:\s[^>]{0,80})?>|\[(?:SYSTEM|ADMIN|COMPLIANCE|SECURITY|POLICY|OVERRIDE)[^\]]{0,40}\]|^\s*(?:SYSTEM|ADMIN|COMPLIANCE)\b[^:\n]{0,30}:/im.test(
    text,
  )
}

function judgeEncoded(blocks: readonly ProseBlock[], at: number, purpose: Purpose, say: Say): void {
  const block = blocks[at]
  if (block === undefined || block.text.length < 24) return
  const blob = /(?:^|[\s`"':：[(=])([A-Za-z0-9+/_-]{24,}={0,2}|(?:[0-9a-fA-F]{2}){16,})(?=$|[\s`"',.;。\])])/m.exec(
    block.text,
  )?.[1]
  if (blob === undefined) return
  const said = decodeBlob(blob)
  if (said === undefined || !COMMAND_LIKE.test(said.text)) return
  const orders = [block.context, ...blocks.slice(Math.max(0, at - 2), at + 3).map((each) => each.text)].some((said) =>
    DECODE_AND_RUN.test(said),
  )
  const role = block.isHidden || !isAboutAttacks(block.context, block.text) ? 'asked' : 'discussed'
  const rule = orders || block.isHidden ? 'scan/decoded-command' : 'scan/encoded-text'
  say(
    weighInstruction(rule, role, findUrls(said.text)[0]?.host ?? '', purpose),
    `holds a text hidden by ${said.layers.join(', ')} that reads "${redact(said.text).slice(0, 60)}"`,
    blob,
  )
}

/** Words a hidden command has and a picture has not. */
const COMMAND_LIKE =
  /\b(?:curl|wget|bash|sh|eval|exec|import|require|powershell|iex|python3?|system|subprocess|nc|chmod|rm|ignore|instructions?|send)\b.{0,300}(?:https?:\/\/|\||;|\(|\/|\b)|https?:\/\/[^\s"']{6,}/is
