import { expect, test } from 'vitest'
import { PipedChild } from './piped-child.ts'
import { runChild } from './run-child.ts'

test('output and exit before a listener is attached are delivered to it', async () => {
  const child = new PipedChild({
    onInput: (_input, _isLast, done) => done(),
    onRead: () => undefined,
    onKill: () => undefined,
  })
  child.pushStdout(Buffer.from('{"success"'))
  child.pushStdout(Buffer.from(': true}'))
  child.pushStderr(Buffer.from('said early\n'))
  child.endStdout()
  child.exit({ code: 0, signal: null })
  const { ended, stdout, exit, stderrTail } = await runChild(child, { input: '', timeoutMs: 600_000 })
  expect([ended, Buffer.from(stdout).toString(), exit.code, stderrTail]).toEqual([
    'exit',
    '{"success": true}',
    0,
    'said early',
  ])
})
