import { writeFile } from 'node:fs/promises'
import { unwritablePath } from '@skillwright/contract'

/** Writes a file that the user asked for. Throws when it cannot be written, saying why. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content)
  } catch (cause) {
    throw unwritablePath(file, cause)
  }
}
