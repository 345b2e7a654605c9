import { findOtherOrder } from './find-order.ts'
import { anyOf } from './join-patterns.ts'

/** Words that present what follows as something bad: to be recognised, avoided or refused. */
const SHOWN_AS_BAD = anyOf(
  'i',
  /\b(?:never|do not|don't|must not|avoid|dangerous|malicious|attack(?:s|er|ers)?|exploit|vulnerab|insecure|unsafe|red flags?|bad(?: example| practice)?|anti-?pattern|suspicious|detect(?:s|ed|ing|ion)?|threats?|injection|indicators?|blocked?|blocklist|reject(?:s|ed)?|refuse|forbidden|prohibited|deny|disallow|flag(?:s|ged)?|warn(?:s|ing)?|risk(?:s|y)?|harmful|what not to|wrong|security (?:check|review|audit|scan)|malware|phishing|obfuscat|ioc|ttp|adversar)/,
  /❌|🚫|⛔|🚨|⚠️/,
  // Chinese.
  /危险|恶意|切勿|不要(?:运行|执行)|禁止|攻击|避免|红旗|可疑|检测|注入|威胁|漏洞|风险|拒绝|警告/,
  /\|\s*(?:critical|severe|high)\s*\|/,
)

/** Words that ask for it to be done after all. */
const ASKED_FOR =
  /\b(?:run|execute|paste|copy)\b.{0,40}\b(?:this|the following|below|command|in (?:your )?terminal)|(?:请)?(?:运行|执行|复制).{0,20}(?:命令|以下|终端)/i

/** Reported speech: a third party's request is described. */
const REPORTED =
  /\b(?:tell|ask|urge|instruct|want|trick|lure)(?:s|ing|ed)?\b (?:you|users?|people|them|staff|victims?|readers?) (?:to|into)\b/i

/** Forbids the very command: "never run", not "never forget to run". */
const PROHIBITS = [
  /\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|avoid|refuse to)\s+(?:(?:ever|blindly|just|directly|simply)\s+)?(?:run|execut|us(?:e|ing)\b|past(?:e|ing)|pip(?:e|ing)|copy|typ(?:e|ing)\b|do(?:ing)?\s+(?:this|that|things|the following|any of)|trust|follow|accept|allow|install|includ|contain|call\b|enter)/i,
  /切勿|(?:不要|禁止|严禁|避免|请勿)(?:直接)?(?:运行|执行|使用|复制|粘贴)/,
]

/** Labels it as bad, or tells what attackers do and scanners refuse. */
const LABELS = [
  /^[\s#/*_>|(-]*(?:❌|🚫|⛔|☠)/m,
  /^[\s#/*_>|(-]*(?:bad|wrong|dangerous|malicious|unsafe|insecure|vulnerable|evil|forbidden|blocked|attack)\b[^\n]{0,40}[:：]/im,
  /\|[^|\n]{0,60}\b(?:malicious|dangerous|block(?:ed)?|reject(?:ed)?|steals?|exfiltrat\w+|backdoor|forbidden)\b[^|\n]{0,60}\|/i,
  /\b(?:attackers?|adversar(?:y|ies)|hackers?|malware|malicious (?:skills?|code|packages?|scripts?|actors?|prompts?|instructions?|commands?|content|payloads?))\b/i,
  anyOf(
    'i',
    /\b(?:reject|flag|block|refuse|deny|detect|look for|watch for|grep for|search for)s?\s+(?:any|all|skills?|commands?|code\b(?! block)|scripts?|patterns?|attempts?|requests?|if|when|these|such|packages?|things)\b/,
    /\bred flags?\b/,
  ),
  /恶意(?:代码|脚本|技能|命令|指令)|攻击者|危险(?:命令|示例|操作)|错误示例|反例/,
]

/** What the words around a command make of it: it is asked for, talked about among risks, or plainly forbidden. */
export type TextRole = 'asked' | 'discussed' | 'forbidden'

/** The role of a command, from the headings and the line above it (`context`) and the sentence it stands in (`said`). */
export function roleOf(context: string, said: string): TextRole {
  if (!isShownAsBad(context, said)) return 'asked'
  return isForbidden(`${lastLine(context)}\n${said}`) ? 'forbidden' : 'discussed'
}

function isForbidden(nearest: string): boolean {
  const isLabelled = LABELS.some((label) => label.test(nearest)) && (!ASKED_FOR.test(nearest) || REPORTED.test(nearest))
  return isLabelled || PROHIBITS.some((prohibition) => prohibition.test(nearest))
}

/** True when a text stands under a heading, after a line, or in a row that shows it as something bad instead of asking for it. */
function isShownAsBad(context: string, said = ''): boolean {
  const near = context.slice(-600)
  if (!SHOWN_AS_BAD.test(near) && !SHOWN_AS_BAD.test(said.slice(0, 600))) return false
  const nearest = said === '' ? lastLine(near) : said
  return !(ASKED_FOR.test(nearest) && !SHOWN_AS_BAD.test(nearest) && !REPORTED.test(nearest))
}

function lastLine(context: string): string {
  return context.slice(context.lastIndexOf('\n') + 1)
}

/** Letters of a sentence on either side of a command: a line of a megabyte may hold thousands of them. */
const MAX_AROUND = 1_000

/** The sentence around a command, without prohibitions that come after it: "run it, and never ask" forbids the asking. */
export function aroundCommand(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - MAX_AROUND), start)
  const from = Math.max(...['. ', '! ', '? ', '。', '！', '？', '\n'].map((mark) => before.lastIndexOf(mark) + 1))
  const rest = /^[^\n。！？]*?(?=[.!?](?:\s|$)|[\n。！？]|$)/.exec(text.slice(end, end + MAX_AROUND))?.[0] ?? ''
  const after = rest.replace(/\b(?:never|do not|don't|must not|avoid)\b|切勿|禁止|避免|不要/gi, '')
  return `${before.slice(from)} ${after}`.trim()
}

/** Words of texts about attacks. Plain prohibitions are not among them: orders to hide something are written with those. */
const ABOUT_ATTACKS = anyOf(
  'i',
  /\b(?:attack(?:s|er|ers|ing)?|malicious|adversar\w*|injections?|injected|jailbreaks?|red flags?|suspicious|detect(?:s|ed|ing|ion|or)?|threats?|exploit\w*|phishing|malware|indicators?|hostile|untrusted|vulnerab\w*|security (?:check|review|audit|scan|rule|polic)\w*|social engineering|exfiltrat\w*|scam|bypass attempts?|manipulation attempts?|prompt[- ]injection|guardrails?|defen[sc]e|(?<!\b(?:never|not|cannot) )refuse|reject|sanitiz\w*)\b/,
  // Chinese.
  /攻击|恶意|注入|可疑|红旗|检测|威胁|漏洞|防御|防护|诈骗|越狱/,
)

/** True when prose talks about attacks instead of making one: by its heading, its own words, or the line before it. */
export function isAboutAttacks(context: string, text: string): boolean {
  return [context.slice(-400), text.slice(0, 600)].some(
    (said) => ABOUT_ATTACKS.test(said) || findOtherOrder(said, 'attack') !== undefined,
  )
}

/**
 * The role of an order in prose. Only a prohibition of the very verb makes it none (undefined); a heading, a word about
 * attacks, a condition, quotes, or a "not" that belongs to another verb do not take it back.
 */
export function instructionRole(context: string, text: string, sentence: string, index: number): TextRole | undefined {
  if (isGoverned(sentence, index)) return undefined
  if (!isAboutAttacks(context, text) && !isNegated(sentence, index)) return 'asked'
  return isForbidden(`${lastLine(context)}\n${sentence}`) ? 'forbidden' : 'discussed'
}

/** True when a prohibition has the very verb at this place. */
export function isGoverned(sentence: string, index: number): boolean {
  return GOVERNS.test(sentence.slice(Math.max(0, index - 60), index).replace(/[*_`]/g, ''))
}

/** "Never send", "must not be sent", "do not ever upload"; but not "do not ask, send". */
const GOVERNS = anyOf(
  'i',
  /\b(?:never|not|don't|doesn't|cannot|can't|won't|without|avoid|refuse to|prevents?|no)(?:\s+(?!and\b|then\b|but\b|just\b|ask|tell|wait|forget|mention)[\w'-]+){0,3}\s*$/,
  // Chinese.
  /(?:不要|不得|禁止|切勿|避免|防止|拒绝|严禁)[^，,；;。]{0,12}$/,
)

/** True when a sentence forbids, quotes or describes instead of instructing. */
export function isNegated(sentence: string, index: number): boolean {
  const before = sentence.slice(Math.max(0, index - 60), index)
  return (
    isInsideQuotes(sentence, index) ||
    /\b(?:never|not|don't|doesn't|cannot|can't|without|avoid|refuse|prevent|block|reject|detect|flag|stop|if (?:a|the|any|someone|it)|such as|like|e\.g\.|try(?:ing)? to|attempts? to|asks? (?:you )?to|tells? (?:you )?to|instructs?|says?|whether|contains?|patterns?)\b[^.!?]*$|--[\w-]+[`"')\s:|–—-]{0,8}$|不要|不得|禁止|切勿|避免|检测|防止|拒绝|如果/i.test(
      before,
    )
  )
}

// Between an opening quote and its end, not far from the opening one.
function isInsideQuotes(sentence: string, index: number): boolean {
  const before = sentence.slice(Math.max(0, index - 1_000), index)
  for (const mark of ['"', '`']) {
    const last = before.lastIndexOf(mark)
    if (last >= 0 && before.length - last <= 61 && before.split(mark).length % 2 === 0) return true
  }
  for (const [open, close] of ['“”', '「」', '『』'].map((pair) => [...pair]))
    if (open !== undefined && close !== undefined) {
      const last = before.lastIndexOf(open)
      if (last > before.lastIndexOf(close) && before.length - last <= 61) return true
    }
  return /(?:^|[\s(:])'[^']{0,60}$/.test(before.slice(-62))
}
