import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, redact } from '../../evidence.ts'
import type { RuleId } from '../../rules.ts'
import { CONCEAL, HOSTILE, OVERRIDE, WALLET_KEY } from '../../text/phrases.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutAttacks, isNegated } from '../../text/text-role.ts'
import { maskUrls } from '../../text/urls.ts'
import { isAboutSecurity } from '../about-security.ts'
import { judgeConcealment } from './judge-concealment.ts'
import { judgeEncodedOrders } from './judge-encoded-orders.ts'
import { judgeImageExfiltration } from './judge-image-exfiltration.ts'
import { judgeMotives } from './judge-motives.ts'
import { judgeHiddenFetch, judgeRemoteOrders } from './judge-remote-orders.ts'
import { judgeAskedSecret, judgeSendingOrder, judgeSendingSteps, judgeUnreadOrder } from './judge-sending-orders.ts'
import { judgeWalletWords } from './judge-wallet-words.ts'
import { judgeWrittenConsent } from './judge-written-consent.ts'
import { dropsRules, keepsFrom } from './prose-orders.ts'

/** Skills that speak of manipulation for a reason. */
const SPEAKS_OF_MANIPULATION =
  /\b(?:security|defen[cs]e|stor(?:y|ies)|fiction|games?|novel|threats?|negotiation|marketing|persuasion|persuasive)\b/

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
    judgeSendingOrder(block, purpose, conceal, say)
    if (conceal !== undefined) judgeConcealment(block, conceal, say)
    judgeRemoteOrders(block, purpose, say)
    const wallet = match(WALLET_KEY, block)
    if (wallet !== undefined) say('scan/asks-for-key', 'asks for a private key or seed phrase', wallet)
    const hostile = match(HOSTILE, block)
    if (hostile !== undefined && !SPEAKS_OF_MANIPULATION.test(purpose.said))
      say('scan/hostile-agent', 'speaks of manipulating others', hostile)
    judgeWrittenConsent(block, say)
    judgeHiddenFetch(block, purpose, say)
    judgeEncodedOrders(blocks, at, purpose, say)
    judgeImageExfiltration(blocks, at, purpose, say)
    judgeSendingSteps(blocks, at, purpose, say)
    judgeAskedSecret(block, purpose, say)
    judgeWalletWords(blocks, at, purpose, say)
    judgeUnreadOrder(block, purpose, say)
  }
  found.push(...judgeMotives(file, blocks, purpose))
  // One loud word is a matter of tone; a document full of them is a programme.
  const hostile = found.filter((each) => each.rule === 'scan/hostile-agent')
  return hostile.length >= 3
    ? found.filter((each) => each.rule !== 'scan/hostile-agent' || each === hostile[0])
    : found.filter((each) => each.rule !== 'scan/hostile-agent')
}

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
