import { SkillError } from '@skillwright/contract'
import type { Terminal } from './terminal.ts'

/** What a user says: the words themselves, or what stands on stdin when they are `-`. */
export async function readMessage(terminal: Terminal, words: string): Promise<string> {
  const message = (words === '-' ? await terminal.readStdin() : words).trim()
  if (message !== '') return message
  throw new SkillError('INVALID_INPUT', 'Expected a message, got an empty one', {
    hint: 'Write what a user says, or pipe it in and write -',
  })
}
