import type { Purpose } from '../../declared-purpose.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { unsaidHostIn } from '../strange-host.ts'

/** The box of one account at a large service, with its key written out: who reads it is not the user. */
const DEAD_DROP = anyOf(
  '',
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{6,}\/[\w-]{4,}/,
  /\bapi\.telegram\.org\/bot\d{6,}:[\w-]{10,}/,
  /\bhooks\.slack\.com\/(?:services|workflows)\/[A-Z0-9]{4,}\/[A-Z0-9]{4,}\/\w{6,}/,
  /\bscript\.google\.com\/macros\/s\/\w{10,}/,
  /\bdocs\.google\.com\/forms\/d\/e\/\w{10,}/,
)

/** Who receives what a text sends: a dead drop, or a host that the guide never mentions. */
export function receiverIn(text: string, purpose: Purpose): string | undefined {
  return DEAD_DROP.exec(text)?.[0] ?? unsaidHostIn(text, purpose)
}

/** The key of a bot, written out: what it is sent goes to the author. */
const WRITTEN_BOT = /\bbot\d{6,12}:[\w-]{10,}|discord(?:app)?\.com\/api\/webhooks\/\d{6,}/

/** The same with any bot, and with no other box. */
export function botOrHostIn(text: string, purpose: Purpose): string | undefined {
  return WRITTEN_BOT.exec(text)?.[0] ?? unsaidHostIn(text, purpose)
}
