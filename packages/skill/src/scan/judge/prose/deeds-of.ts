import type { Purpose } from '../../declared-purpose.ts'
import { DEEDS } from '../../text/deeds/deeds.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isGoverned } from '../../text/text-role.ts'
import { findUrls, maskUrls } from '../../text/urls.ts'
import { reroutedTo } from '../agent/rerouted-to.ts'
import { isStrangerOrNamesake } from '../strange-host.ts'
import { givesAway, OPENS_KEYS, usesKeys } from './gives-away.ts'
import type { Passage } from './passage.ts'

/** What is harm to the user, whatever the reason given. */
const GRAVE_DEEDS: ReadonlySet<string> = new Set([
  'put another receiver in',
  'get a password out of the user',
  'take the place of other tools',
  'write something of its own into the work',
  'pipe data to an address',
  'let a stranger spend',
  'plant a way in',
])
/** What takes from the user at once: that nobody is asked is enough. */
export const TAKING_DEEDS: ReadonlySet<string> = new Set([
  'put a secret where others read it',
  'let a stranger spend',
  'plant a way in',
])
/** What is an attack by itself, also when nothing else stands beside it. */
export const WHOLE_ATTACKS: ReadonlySet<string> = new Set([
  'pay an account of its own',
  'obey whoever knows a word',
  'have the user prove something by a command',
])
/** What no honest text asks for, even in the open. */
const NEVER_HONEST: ReadonlySet<string> = new Set([
  ...WHOLE_ATTACKS,
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

/** True for harm to the user, whatever the reason given. */
export function isGrave(deed: string): boolean {
  return GRAVE_DEEDS.has(deed) || deed.startsWith('give what')
}

/** True for what no honest text asks for. */
export function isBad(deed: string): boolean {
  return NEVER_HONEST.has(deed) || isGrave(deed) || deed === OPENS_KEYS
}

/** What makes an answer more than something to read. */
const AS_COMMAND = /\b(?:shell|terminal|commands?|execute|system (?:instructions?|prompt)|full rights|root)\b/i

/** What an address answers goes before the user, or into a shell; a host that is named like the skill has no right to that either. */
export function obeysPlace(deeds: readonly string[], block: ProseBlock, purpose: Purpose): boolean {
  const isOrder =
    deeds.includes('put this text above its user') ||
    (deeds.includes('do what another place says') && AS_COMMAND.test(maskUrls(block.text)))
  return (
    isOrder && findUrls(block.text).some(({ url, host }) => !isReservedHost(host) && isStrangerOrNamesake(url, purpose))
  )
}

/** What a passage would have the agent do to its user. */
export function deedsOf({ block, text, isKept }: Passage, isSuspect: boolean, purpose: Purpose): string[] {
  const given = givesAway(block, purpose, isKept)
  const led = reroutedTo(block.text, purpose)
  const seen: { from: number; to: number }[] = []
  return [
    ...(given === undefined ? [] : [given]),
    ...(led === undefined || !isSuspect ? [] : [`give what is said to the model to ${led}`]),
    ...Object.entries(DEEDS).flatMap(([deed, pattern]) => {
      const found = isSuspect || NEVER_HONEST.has(deed) ? pattern.exec(text) : null
      if (found === null || isGoverned(text, found.index) || isTold(text, found.index)) return []
      const to = found.index + found[0].length
      // The same words are one wish, however many names there are for it.
      const isSame = !GRAVE_DEEDS.has(deed) && seen.some((other) => found.index < other.to && other.from < to)
      seen.push({ from: found.index, to })
      return isSame ? [] : [deed]
    }),
    ...(usesKeys(block, purpose) ? [OPENS_KEYS] : []),
  ]
}

// What others can do is told, not asked for.
function isTold(text: string, index: number): boolean {
  return /\b(?:can|could|might|would|able to)\s+$/i.test(text.slice(Math.max(0, index - 12), index))
}
