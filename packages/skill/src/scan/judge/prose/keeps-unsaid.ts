import { DEEDS } from '../../text/deeds/deeds.ts'
import { KEPT, UNASKED } from '../../text/motives.ts'
import { CONCEAL } from '../../text/phrases.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutAttacks } from '../../text/text-role.ts'
import { maskUrls } from '../../text/urls.ts'
import { keepsFrom } from './prose-orders.ts'

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

/** True when a text keeps something from the user. */
export function isConcealed(text: string): boolean {
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
