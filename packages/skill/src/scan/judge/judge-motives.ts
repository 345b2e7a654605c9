import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, redact } from '../evidence.ts'
import { isCommandLine } from '../text/command-lines.ts'
import { DEEDS } from '../text/deeds.ts'
import { hostRelation, isStrange } from '../text/host-relation.ts'
import {
  ASKS_FOR_PROOF,
  ENTERS_SECRET,
  GIVE,
  KEPT,
  OPEN_PLACE,
  OTHER_VOICE,
  PERSONAL,
  PRETEXT,
  PRIVATE,
  SPELLED,
  TO_REVIEWER,
  UNASKED,
} from '../text/motives.ts'
import { secretClass, secretPathIn } from '../text/path-class.ts'
import { CONCEAL, SEND } from '../text/phrases.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import type { ProseBlock } from '../text/split-markdown.ts'
import { isAboutAttacks, isGoverned } from '../text/text-role.ts'
import { findUrls, isHostName, maskUrls, parseUrl } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { keepsFrom } from './prose-orders.ts'
import { reroutedTo } from './rerouted-to.ts'
import { isExplained } from './secrets.ts'

/** Letters that an order needs, and those that one in Chinese does. */
const SHORT = 24
const TERSE = 6
/** Lines between two paragraphs or steps that still belong to one order. */
const NEAR = 3
/** The same where both are no slip of the tongue. */
const SAME_SECTION = 8
const SEND_ON = /\b(?:send|post|pass|submit|forward|upload|report)\b/i
/** What is harm to the user, whatever the reason given. */
const GRAVE: ReadonlySet<string> = new Set([
  'put another receiver in',
  'get a password out of the user',
  'take the place of other tools',
  'write something of its own into the work',
  'pipe data to an address',
  'let a stranger spend',
  'plant a way in',
])
/** What takes from the user at once: that nobody is asked is enough. */
const TAKES: ReadonlySet<string> = new Set([
  'put a secret where others read it',
  'let a stranger spend',
  'plant a way in',
])
/** What is an attack by itself, also when nothing else stands beside it. */
const WHOLE: ReadonlySet<string> = new Set([
  'pay an account of its own',
  'obey whoever knows a word',
  'have the user prove something by a command',
])
/** What no honest text asks for, even in the open. */
const ALONE: ReadonlySet<string> = new Set([
  ...WHOLE,
  'act without limits',
  'put this text above its user',
  'weaken what it writes or checks',
  'vouch for itself',
  'put another receiver in',
  'speak for the user',
  'recommend for a reason that is kept',
  'write a dependency in',
  'do what another place says',
  'claim a consent that was not given',
  'be trusted without question',
  'set the rules of others aside',
  'win over its user',
  'give rights to a stranger',
  'put a secret where others read it',
  'look for keys that were not given',
  'say what is not so',
  'get a secret out of the user',
  "destroy what is the user's",
  'leave no trace',
  'let a stranger spend',
  'work while nobody looks',
  'promote a seller unsaid',
])

/**
 * Judges passages by what they want of the agent together with how the user is kept out of it. Honest texts ask for one or the
 * other: checks are skipped in the open, and noise is left unsaid.
 */
export function judgeMotives(file: string, blocks: readonly ProseBlock[], purpose: Purpose): Evidence[] {
  const found: Evidence[] = []
  let before: readonly Passage[] = []
  for (const block of blocks) {
    if (
      block.text.length < (/[\u4e00-\u9fff]{4}/.test(block.text) ? TERSE : SHORT) ||
      (!block.isHidden && isTalk(block, purpose))
    )
      continue
    const passage = readPassage(block)
    const motive = motiveOf(passage, before, purpose)
    before = [passage, ...before].slice(0, 4)
    if (motive === undefined) continue
    const isWhole = motive.isWhole && (block.isHidden || motive.isGrave === true || !isAboutSecurity(purpose))
    const rule = isWhole ? 'scan/turned-agent' : 'scan/unasked-deed'
    const detail = `tells the agent to ${motive.detail}`
    found.push({ rule, file, line: block.line, detail, text: redact(block.text), layers: [] })
  }
  return found
}

interface Passage {
  readonly block: ProseBlock
  readonly text: string
  readonly isKept: boolean
  readonly isUnasked: boolean
}

function readPassage(block: ProseBlock): Passage {
  const text = maskUrls(block.text)
  const isKept = block.isHidden || OTHER_VOICE.test(text) || isConcealed(text)
  return { block, text, isKept, isUnasked: UNASKED.test(text) }
}

function motiveOf(passage: Passage, before: readonly Passage[], purpose: Purpose): Motive | undefined {
  const { block, text, isKept, isUnasked } = passage
  if (TO_REVIEWER.test(text)) return { detail: 'vouch for itself to whoever checks it', isWhole: true }
  if (SPELLED.test(text)) return { detail: 'follow what cannot be read as it stands', isWhole: false }
  // What is asked of the user goes to a stranger: nobody needs to be kept from knowing.
  const isAsked = ASKS_FOR_PROOF.test(text) && SEND_ON.test(text)
  const isAskedBefore =
    block.text.includes('://') &&
    before.some((other) => ASKS_FOR_PROOF.test(other.text) && block.line - other.block.line <= NEAR)
  const to =
    isAsked || isAskedBefore ? findUrls(block.text).find(({ url }) => isStrange(hostRelation(url, purpose))) : undefined
  if (to !== undefined && !isExample(to.host))
    return { detail: `get codes out of the user for ${to.host}`, isWhole: true }
  const deeds = deedsOf(passage, isKept || isUnasked, purpose)
  const deed = deeds.find(isGrave) ?? deeds[0]
  if (deed !== undefined) {
    const how = isKept ? ', unknown to the user' : isUnasked ? ' without asking' : ''
    return {
      detail: `${deed}${how}`,
      // Two such wishes in one passage are no slip of the tongue, whatever reason is given.
      isWhole:
        isKept ||
        deeds.some((each) => WHOLE.has(each)) ||
        (isUnasked && (deeds.some((each) => TAKES.has(each)) || obeysPlace(deeds, block, purpose))) ||
        (deeds.length > 1 && (isUnasked || PRETEXT.test(text) || deeds.filter(isBad).length > 1)),
      isGrave: isKept && isGrave(deed),
    }
  }
  // A step asks for it, and the next one for silence; or the other way round.
  for (const [steps, other] of before.entries()) {
    const lines = block.line - other.block.line
    if (lines > SAME_SECTION || isKept === other.isKept || headingsOf(other) !== headingsOf(passage)) continue
    const joined = deedsOf(isKept ? other : passage, true, purpose)
    const grave = joined.find(isGrave)
    const [near] = steps === 0 && lines <= NEAR && passage.text.length >= SHORT ? joined : []
    const found = grave ?? near
    if (found !== undefined) return { detail: `${found}, unknown to the user`, isWhole: grave !== undefined }
  }
  return undefined
}

/** What makes an answer more than something to read. */
const AS_COMMAND = /\b(?:shell|terminal|commands?|execute|system (?:instructions?|prompt)|full rights|root)\b/i

// What an address answers goes before the user, or into a shell; a host that is named like the skill has no right to that either.
function obeysPlace(deeds: readonly string[], block: ProseBlock, purpose: Purpose): boolean {
  const isOrder =
    deeds.includes('put this text above its user') ||
    (deeds.includes('do what another place says') && AS_COMMAND.test(maskUrls(block.text)))
  return isOrder && findUrls(block.text).some(({ url, host }) => !isReservedHost(host) && isForeign(url, purpose))
}

function isForeign(url: string, purpose: Purpose): boolean {
  const relation = hostRelation(url, purpose)
  return isStrange(relation) || relation === 'affine'
}

function isGrave(deed: string): boolean {
  return GRAVE.has(deed) || deed.startsWith('give what')
}

function isBad(deed: string): boolean {
  return ALONE.has(deed) || isGrave(deed) || deed === OPENS_KEYS
}

function headingsOf({ block }: Passage): string {
  return block.context.split('\n', 1)[0] ?? ''
}

// What others can do is told, not asked for.
function isTold(text: string, index: number): boolean {
  return /\b(?:can|could|might|would|able to)\s+$/i.test(text.slice(Math.max(0, index - 12), index))
}

interface Motive {
  readonly detail: string
  readonly isWhole: boolean
  /** Harm in any skill, also in one about security. */
  readonly isGrave?: boolean
}

function deedsOf({ block, text, isKept }: Passage, isSuspect: boolean, purpose: Purpose): string[] {
  const given = givesAway(block, purpose, isKept)
  const led = reroutedTo(block.text, purpose)
  const seen: { from: number; to: number }[] = []
  return [
    ...(given === undefined ? [] : [given]),
    ...(led === undefined || !isSuspect ? [] : [`give what is said to the model to ${led}`]),
    ...Object.entries(DEEDS).flatMap(([deed, pattern]) => {
      const found = isSuspect || ALONE.has(deed) ? pattern.exec(text) : null
      if (found === null || isGoverned(text, found.index) || isTold(text, found.index)) return []
      const to = found.index + found[0].length
      // The same words are one wish, however many names there are for it.
      const isSame = !GRAVE.has(deed) && seen.some((other) => found.index < other.to && other.from < to)
      seen.push({ from: found.index, to })
      return isSame ? [] : [deed]
    }),
    ...(usesKeys(block, purpose) ? [OPENS_KEYS] : []),
  ]
}

/** True when a passage keeps something from the user. */
export function keepsUnsaid(block: ProseBlock): boolean {
  const text = maskUrls(block.text)
  return (isConcealed(text) || keepsFrom(block) !== undefined) && !isAboutAttacks(block.context, block.text)
}

/** True when a text goes before the user. */
export function standsAboveUser(text: string): boolean {
  return DEEDS['put this text above its user'].test(text)
}

/** True when a text goes before the user, or is to be followed without asking. */
export function overrulesUser(text: string): boolean {
  return UNASKED.test(text) || standsAboveUser(text)
}

// "Do not ask the user for what is known" is good manners.
function isConcealed(text: string): boolean {
  const said = CONCEAL.exec(text)?.[0]
  return (
    (said !== undefined && !/\bask|询问/i.test(said)) || KEPT.some((pattern) => isHeldBack(pattern.exec(text)?.[0]))
  )
}

// That a secret is not shown protects the user.
function isHeldBack(said: string | undefined): boolean {
  return (
    said !== undefined &&
    !/\b(?:a|any|the|your|their|raw|full|actual) (?:secrets?|tokens?|passwords?|(?:api )?keys?|credentials?|values?)\b/i.test(
      said,
    )
  )
}

// In one sentence, what is the user's goes to a stranger or where everybody reads it.
function givesAway(block: ProseBlock, purpose: Purpose, isKept: boolean): string | undefined {
  for (const sentence of block.text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n/)) {
    if (isCommandLine(sentence.replace(/^[\s>*-]+/, ''))) continue
    const text = maskUrls(sentence)
    const verb = SEND.exec(text) ?? GIVE.exec(text)
    if (verb === null || isGoverned(text, verb.index)) continue
    if (
      !PRIVATE.test(text) &&
      !PERSONAL.test(text) &&
      !isKeyNamed(sentence) &&
      !(isKept && SETTINGS_NAMED.test(sentence)) &&
      !ENTERS_SECRET.test(text)
    )
      continue
    const place = OPEN_PLACE.exec(text)?.[0] ?? strangerIn(sentence, purpose, isKept)
    if (place !== undefined && !isExample(place)) return `give what is the user's to ${place}`
  }
  return undefined
}

/** A file of settings: its keys are the user's own, and to whom they go is no matter of the guide alone. */
const SETTINGS_NAMED = /(?<![\w.])\.env\b/

function isKeyNamed(sentence: string): boolean {
  const path = secretPathIn(sentence)
  return path !== undefined && secretClass(path) !== 'environment file'
}

/** A name of a host without a scheme. */
const BARE_HOST = /(?:^|[\s`("'])((?:[a-z0-9-]+\.)+[a-z]{2,12})(?=[\s`)"',;/:]|\.?$)/gi

// Whoever keeps a step from the user has no claim to be believed for the name of a host.
function strangerIn(sentence: string, purpose: Purpose, isKept: boolean): string | undefined {
  const bare = [...sentence.matchAll(BARE_HOST)].flatMap(([, host = '']) =>
    isHostName(host) ? [`https://${host}`] : [],
  )
  const all = [...findUrls(sentence).map(({ url }) => url), ...bare]
  const found = all.find((url) => (isKept ? isForeign(url, purpose) : isStrange(hostRelation(url, purpose))))
  return found === undefined ? undefined : parseUrl(found)?.host
}

const OPENS_KEYS = 'open the keys of other programs'
/** Keys that no text needs to have opened. */
const STRONG = /^(?:ssh key|wallet|browser data|browser logins|key store|cloud credentials|access tokens)$/
const OPENS =
  /\b(?:read|open|load|include|pass|copy|attach|paste|append|print|show|take|retrieve|stored)s?\b|读取|打开|复制|打包|附上/i

/** What a package would do, as a row of a list of signs. */
const DESCRIBED = /^[\s>*-]*(?:要求|请求|试图|企图|尝试|asks?\b|requests\b|tries\b|attempts\b|wants\b|reads\b)/i

function usesKeys(block: ProseBlock, purpose: Purpose): boolean {
  return block.text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n/).some((sentence) => {
    const verb = OPENS.exec(sentence)
    const isRow = !block.isHidden && isAboutSecurity(purpose) && DESCRIBED.test(sentence)
    const path = verb === null || isRow || isGoverned(sentence, verb.index) ? undefined : secretPathIn(sentence)
    const kind = path?.includes('/') ? secretClass(path) : undefined
    return kind !== undefined && STRONG.test(kind) && !isExplained(kind, purpose)
  })
}

// Talk of attacks, in a skill that has a reason to talk of them or under a heading that says so. One word in the passage is no excuse.
function isTalk(block: ProseBlock, purpose: Purpose): boolean {
  return isAboutAttacks(block.context, isAboutSecurity(purpose) ? block.text : '')
}

function isExample(place: string): boolean {
  return (
    (!place.startsWith('+') && isReservedHost(place.slice(place.indexOf('@') + 1))) ||
    /^(?:you|your|user|me|name|someone|no-?reply)\b/i.test(place)
  )
}
