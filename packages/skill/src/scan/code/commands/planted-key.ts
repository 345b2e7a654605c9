import { writePath } from '../effects.ts'
import { addMarks, firstText, marksOf, textValue } from '../value.ts'
import type { ShellCall } from './shell-call.ts'

/** A key that is put where a login is decided. */
const PLANTS_KEY = /\bauthorized_keys\b/
const WHOLE_KEY = /\b(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-\S+)\s+AAAA/
const FETCHES = /\b(?:curl|wget)\b[^|;&]{0,200}https?:\/\//

/**
 * Notes a key that a command puts on another machine: one that was fetched or is written out lets its owner in. One's own comes
 * in over a pipe.
 */
export function notePlantedKey(call: ShellCall): void {
  for (const arg of call.args) {
    const text = firstText(arg) ?? ''
    if (!PLANTS_KEY.test(text)) continue
    const isFetched = marksOf(arg).some((mark) => mark.startsWith('net:'))
    if (isFetched || WHOLE_KEY.test(text) || FETCHES.test(text))
      writePath(
        call.trace,
        call.place,
        textValue('~/.ssh/authorized_keys'),
        FETCHES.test(text) ? addMarks(arg, 'net:') : arg,
        'a file on another machine',
      )
  }
}
