import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { SkillError } from '@skillwright/contract'
import type { Terminal } from '../terminal.ts'

/** Asks for a secret without showing it; from a pipe, takes its first line. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await terminal.readStdin()).split(/\r?\n/)[0] ?? ''
  process.stderr.write(`${question} (not shown): `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 })
  const given = Promise.withResolvers<string>()
  lines.once('SIGINT', () => given.reject(new SkillError('CANCELLED', 'Interrupted')))
  lines.once('close', () => given.reject(new SkillError('CANCELLED', 'Nothing was given')))
  lines.once('line', (line) => given.resolve(line))
  try {
    return await given.promise
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Asks for a new password, twice where a person types it. */
export async function askNewPassword(terminal: Terminal, handle: string): Promise<string> {
  const password = await askSecret(terminal, `New password of ${handle}, 10 characters or more`)
  if (!process.stdin.isTTY || password === (await askSecret(terminal, 'The same again'))) return password
  throw new SkillError('INVALID_INPUT', 'The two passwords differ', { hint: 'Try again' })
}
