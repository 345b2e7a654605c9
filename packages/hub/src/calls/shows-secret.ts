import { setImmediate } from 'node:timers/promises'
import type { SecretMask } from '@skillwright/runtime'

/** So much is looked at before others have their turn. */
const WINDOW = 256 * 1024

/** Whether a secret stands in the bytes of a file, in any form that is masked elsewhere: as text in UTF-8, or in UTF-16. */
export async function showsSecret(bytes: Buffer, { text, margin }: SecretMask): Promise<boolean> {
  if (margin === 0) return false
  // A character takes up to four bytes: what the end of a window breaks in two stands whole in the next one.
  const overlap = 4 * margin
  for (let from = 0; from < bytes.length; from += WINDOW) {
    const window = bytes.subarray(from, from + WINDOW + overlap)
    for (const shown of [window.toString(), window.toString('utf16le'), window.subarray(1).toString('utf16le')])
      if (text(shown) !== shown) return true
    await setImmediate()
  }
  return false
}
