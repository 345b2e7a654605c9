import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, redact } from '../../evidence.ts'
import { ASKS_FOR_PROOF, PRETEXT, SPELLED, TO_REVIEWER } from '../../text/motives.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutAttacks } from '../../text/text-role.ts'
import { findUrls } from '../../text/urls.ts'
import { isAboutSecurity } from '../about-security.ts'
import { isStranger } from '../strange-host.ts'
import { deedsOf, isBad, isGrave, obeysPlace, TAKING_DEEDS, WHOLE_ATTACKS } from './deeds-of.ts'
import { isExample } from './gives-away.ts'
import { type Passage, readPassage } from './passage.ts'

/** Letters that an order needs, and those that one in Chinese does. */
const SHORT = 24
const TERSE = 6
/** Lines between two paragraphs or steps that still belong to one order. */
const NEAR = 3
/** The same where both are no slip of the tongue. */
const SAME_SECTION = 8
const SEND_ON = /\b(?:send|post|pass|submit|forward|upload|report)\b/i

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

function motiveOf(passage: Passage, before: readonly Passage[], purpose: Purpose): Motive | undefined {
  const { block, text, isKept, isUnasked } = passage
  if (TO_REVIEWER.test(text)) return { detail: 'vouch for itself to whoever checks it', isWhole: true }
  if (SPELLED.test(text)) return { detail: 'follow what cannot be read as it stands', isWhole: false }
  // What is asked of the user goes to a stranger: nobody needs to be kept from knowing.
  const isAsked = ASKS_FOR_PROOF.test(text) && SEND_ON.test(text)
  const isAskedBefore =
    block.text.includes('://') &&
    before.some((other) => ASKS_FOR_PROOF.test(other.text) && block.line - other.block.line <= NEAR)
  const to = isAsked || isAskedBefore ? findUrls(block.text).find(({ url }) => isStranger(url, purpose)) : undefined
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
        deeds.some((each) => WHOLE_ATTACKS.has(each)) ||
        (isUnasked && (deeds.some((each) => TAKING_DEEDS.has(each)) || obeysPlace(deeds, block, purpose))) ||
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

function headingsOf({ block }: Passage): string {
  return block.context.split('\n', 1)[0] ?? ''
}

interface Motive {
  readonly detail: string
  readonly isWhole: boolean
  /** Harm in any skill, also in one about security. */
  readonly isGrave?: boolean
}

// Talk of attacks, in a skill that has a reason to talk of them or under a heading that says so. One word in the passage is no excuse.
function isTalk(block: ProseBlock, purpose: Purpose): boolean {
  return isAboutAttacks(block.context, isAboutSecurity(purpose) ? block.text : '')
}
