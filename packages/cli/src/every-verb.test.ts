import { describe, expect, test } from 'vitest'
import { type CommandNode, commandTree } from './completion/command-tree.ts'
import { buildProgram, runCli } from './run-cli.ts'
import type { Terminal } from './terminal.ts'

const verbs = (await commandTree(buildProgram(terminalOf([]))))
  .filter(({ path }) => path !== '' && !path.endsWith(' help'))
  .map((node): [string, CommandNode] => [node.path.trim(), node])

describe('every verb', () => {
  test('is among them', () => {
    expect(verbs.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'run',
        'install',
        'jobs add',
        'runs',
        'tasks',
        'secrets',
        'serve',
        'worker',
        'import mcp',
      ]),
    )
  })

  test.each(verbs)('%s says wrong use as JSON when asked for JSON, and exits with 2', async (path) => {
    const { code, printed, noted } = await call([...path.split(' '), '--nonsense', '--json'])
    expect({ code, noted }).toEqual({ code: 2, noted: '' })
    expect(JSON.parse(printed)).toMatchObject({ status: 'failed', errors: [{ code: 'INVALID_INPUT' }] })
  })

  test.each(verbs)('%s shows examples, or the verbs that do', async (path, { verbs: inner }) => {
    const { code, printed } = await call([...path.split(' '), '--help'])
    expect(code).toBe(0)
    expect(printed).toMatch(inner.length > 0 ? /Examples:|Commands:/ : /Examples:\n {2}\$ .*skillwright/)
  })
})

async function call(words: readonly string[]): Promise<{ code: number; printed: string; noted: string }> {
  const [printed, noted]: [string[], string[]] = [[], []]
  const terminal = terminalOf(printed, noted)
  await runCli(words, terminal)
  return { code: terminal.exitCode, printed: printed.join('\n'), noted: noted.join('\n') }
}

/** A terminal that keeps what it is told. */
function terminalOf(printed: string[], noted: string[] = []): Terminal {
  return {
    exitCode: 0,
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    printBytes: () => undefined,
    readStdin: async () => '',
    readStdinBytes: async () => new Uint8Array(),
  }
}
