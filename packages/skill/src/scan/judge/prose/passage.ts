import { OTHER_VOICE, UNASKED } from '../../text/motives.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { maskUrls } from '../../text/urls.ts'
import { isConcealed } from './keeps-unsaid.ts'

/** A paragraph or step of prose, and how the user is kept out of it. */
export interface Passage {
  readonly block: ProseBlock
  /** Its text with every address as one word. */
  readonly text: string
  /** The user is not to hear of it. */
  readonly isKept: boolean
  /** The user is not asked. */
  readonly isUnasked: boolean
}

/** Reads how a block keeps the user out. */
export function readPassage(block: ProseBlock): Passage {
  const text = maskUrls(block.text)
  const isKept = block.isHidden || OTHER_VOICE.test(text) || isConcealed(text)
  return { block, text, isKept, isUnasked: UNASKED.test(text) }
}
