import type { Purpose } from '../../declared-purpose.ts'
import { hostRelation, isStrange } from '../../text/host-relation.ts'
import { FOLLOW_REMOTE } from '../../text/phrases.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { findUrls, maskUrls } from '../../text/urls.ts'
import { weighInstruction } from '../weigh-role.ts'
import { overrulesUser, standsAboveUser } from './keeps-unsaid.ts'
import { followsPage, roleIn, type Say } from './prose-orders.ts'

/** "Fetch that page and do what it says." */
export function judgeRemoteOrders(block: ProseBlock, purpose: Purpose, say: Say): void {
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

/** Unseen by the reader of the page: fetch something and run it. */
export function judgeHiddenFetch(block: ProseBlock, purpose: Purpose, say: Say): void {
  const [url] = block.isHidden ? findUrls(block.text) : []
  const said = maskUrls(block.text)
  if (url === undefined || !isStrange(hostRelation(url.url, purpose))) return
  if (
    /\b(?:fetch|download|curl|wget|get|open|load)\b/i.test(said) &&
    /\b(?:run|execute|bash|sh|eval|source)\b/i.test(said)
  )
    say('scan/hidden-instructions', `tells the agent out of sight to run what ${url.url} says`, block.text)
}
