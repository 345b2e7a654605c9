import type { Purpose } from '../../declared-purpose.ts'
import type { RuleId } from '../../rules.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isHostName } from '../../text/urls.ts'

/** An address that a block of prose has its reader go to, and what is said around it. */
export interface DownloadTarget {
  readonly url: string
  readonly label: string
  readonly block: ProseBlock
  /** The block with its neighbours. */
  readonly near: string
  /** The block with the paragraphs before and after it. */
  readonly close: string
  readonly purpose: Purpose
  readonly commands: ReadonlySet<string>
  readonly say: (rule: RuleId, detail: string, text: string) => void
}

/** Names of systems, by which downloads are sorted. */
export const SYSTEMS: readonly RegExp[] = [
  /\bwindows\b|\bwin(?:32|64|10|11)\b/i,
  /\bmac(?:os)?\b|\bos x\b|\bapple silicon\b/i,
  /\blinux\b|\bubuntu\b/i,
]
/** A host alone in a cell of a table. */
const CELL_HOST = /\|\s*[`*]{0,2}((?:[a-z0-9-]{1,63}\.){2,4}[a-z]{2,12})[`*]{0,2}\s*(?=\||$)/gim

/** A table of systems and hosts is a list of downloads, without the word. */
export function hostsInRows(text: string): string[] {
  if (!text.includes('|') || !SYSTEMS.some((system) => system.test(text))) return []
  return [...text.matchAll(CELL_HOST)].flatMap(([, host = '']) => (isHostName(host.toLowerCase()) ? [host] : []))
}
