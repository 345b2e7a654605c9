import { stat } from 'node:fs/promises'
import { SkillError } from '@skillwright/contract'
import { readDocumentText } from '../../read-document.ts'
import type { Terminal } from '../../terminal.ts'

/** A document that others wrote. */
export interface ForeignDocument {
  readonly text: string
  /** Where it was fetched; undefined for a file. */
  readonly url?: string
}

/** Reads a document of a file, of stdin (`-`), or of an address, which is guarded like that of every call. */
export async function readForeign(
  terminal: Terminal,
  place: string,
  { allow = [], maxBytes }: { readonly allow?: readonly string[] | undefined; readonly maxBytes: number },
): Promise<ForeignDocument> {
  if (/^https?:/i.test(place)) {
    const { fetchGuarded } = await import('@skillwright/runtime')
    const { body, url } = await fetchGuarded(place, { allow, maxAnswerBytes: maxBytes })
    return { text: body.toString().replace(/^\uFEFF/, ''), url: url.href }
  }
  const { size } = place === '-' ? { size: 0 } : await stat(place).catch(() => ({ size: 0 }))
  if (size > maxBytes) throw new SkillError('INPUT_TOO_LARGE', `${place} is larger than ${maxBytes} bytes`)
  return { text: await readDocumentText(terminal, place) }
}
