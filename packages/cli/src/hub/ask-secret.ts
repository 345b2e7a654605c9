import { SkillError } from '@skillwright/contract'
import type { Terminal } from '../terminal.ts'

const END = new Set(['\r', '\n', '\u0004'])
const ABORT = '\u0003'
const BACKSPACE = new Set(['\u007f', '\b'])

/** Asks for something nobody should read over a shoulder; from a pipe, takes its first line. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await terminal.readStdin()).split(/\r?\n/)[0] ?? ''
  process.stderr.write(`${question}: `)
  process.stdin.setRawMode(true)
  try {
    let secret = ''
    for await (const chunk of process.stdin)
      for (const key of String(chunk)) {
        if (END.has(key)) return secret
        if (key === ABORT) throw new SkillError('CANCELLED', 'Cancelled')
        secret = BACKSPACE.has(key) ? secret.slice(0, -1) : secret + key
      }
    return secret
  } finally {
    process.stdin.setRawMode(false)
    process.stdin.pause()
    process.stderr.write('\n')
  }
}
