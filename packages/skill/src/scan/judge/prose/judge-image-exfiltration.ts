import type { Purpose } from '../../declared-purpose.ts'
import { findOrder } from '../../text/find-order.ts'
import { hostRelation } from '../../text/host-relation.ts'
import { ALL_SECRETS, SECRET_NOUN } from '../../text/phrases.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { maskUrls, parseUrl } from '../../text/urls.ts'
import { weighInstruction } from '../weigh-role.ts'
import { roleIn, type Say } from './prose-orders.ts'

/** Pictures in Markdown, by a reference, and in HTML. */
const PICTURES = [
  /!\[[^\]]{0,100}\]\((https?:\/\/[^)]{4,400})/i,
  /^\s{0,3}\[[^\]]{1,60}\]:\s*(https?:\/\/\S{4,400})/im,
  /\burl\(["']?(https?:\/\/[^"')>]{4,400})/i,
  /<img\b[^>]{0,200}?\bsrc\s*=\s*["']?(https?:\/\/[^"'>]{4,400})/i,
]
/** A place in an address that is not written out: in brackets, behind a dollar, or in capitals. */
const TO_FILL_IN = /[?&/=](?:[\w-]{0,20}=)?(?:\{|<|\$|%7B|%3C|\[|\.\.\.)|[?&][\w-]{1,20}=[A-Z][A-Z0-9_]{2,}\b/

/** What was said, in a form that nobody reads. */
const TALK =
  /\b(?:conversation|chat|dialogue|transcript|(?:last|previous|recent)\b[^.!?\n]{0,12}\bmessages|session|prompts?)\b|对话|聊天|消息/i
const ENCODES = /\b(?:base64|hex|rot13|url-?encod\w*|encod\w*|compress\w*)\b|编码/i

/** A picture whose address the agent is to fill in: showing it sends the data. */
export function judgeImageExfiltration(blocks: readonly ProseBlock[], at: number, purpose: Purpose, say: Say): void {
  const block = blocks[at]
  if (block === undefined || !block.text.includes('://')) return
  const url = PICTURES.map((picture) => picture.exec(block.text)?.[1]).find(
    (address) => address !== undefined && TO_FILL_IN.test(address),
  )
  if (url === undefined) return
  const relation = hostRelation(url, purpose)
  if (relation === 'vendor' || relation === 'own' || relation === 'local' || relation === 'unknown') return
  const role = roleIn(block, block.text, block.text.indexOf(url))
  // What it is filled with may stand in the sentences around.
  const near = blocks.slice(Math.max(0, at - 2), at + 3).filter((each) => Math.abs(each.line - block.line) <= 6)
  const said = maskUrls(near.map((each) => each.text).join('\n'))
  // A service may draw from what it is given; it needs no keys for that, and no talk in a form that nobody reads.
  if (relation === 'affine' && !ALL_SECRETS.test(said) && !(TALK.test(said) && ENCODES.test(said))) return
  if (
    role !== undefined &&
    (SECRET_NOUN.test(said) ||
      findOrder(said, 'secret') !== undefined ||
      /\b(?:conversation|summary|context|messages?|answer|question|data|user)\b|对话|摘要|内容|用户/i.test(block.text))
  )
    say(
      weighInstruction('scan/instructed-exfiltration', role, parseUrl(url)?.host ?? '', purpose),
      `has the agent show a picture whose address carries data to ${url}`,
      block.text,
    )
}
