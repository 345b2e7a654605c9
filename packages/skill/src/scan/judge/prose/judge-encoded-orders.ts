import type { Purpose } from '../../declared-purpose.ts'
import { redact } from '../../evidence.ts'
import { decodeBlob } from '../../text/decode-layers.ts'
import { DECODE_AND_RUN } from '../../text/phrases.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isAboutAttacks } from '../../text/text-role.ts'
import { findUrls } from '../../text/urls.ts'
import { weighInstruction } from '../weigh-role.ts'
import type { Say } from './prose-orders.ts'

/** A text that is hidden by an encoding, and an order to decode it and do what it says. */
export function judgeEncodedOrders(blocks: readonly ProseBlock[], at: number, purpose: Purpose, say: Say): void {
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
