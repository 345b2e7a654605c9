import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { programOf } from './program-of.ts'

// Every ```console block is typed into a shell and every ```ts block is run; what the page shows as output must be what comes.
const root = join(import.meta.dirname, '..')
const cli = await programOf(join(root, 'packages/cli/src/main.ts'))
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
)
const sources: string[] = []
let printed: readonly string[]
beforeAll(async () => {
  printed = await typescript()
})

for (const page of pages) {
  const blocks = codeBlocks(readFileSync(join(root, page), 'utf8'))
  if (!blocks.some(isRunnable)) continue
  describe(page, () => {
    for (const [i, block] of blocks.entries()) {
      if (block.language === 'console') {
        for (const { command, output } of typedCommands(block.text)) {
          test(`line ${block.line}: ${command}`, () => expect(shell(command)).toBe(output))
        }
      }
      if (block.language === 'ts') {
        const next = blocks[i + 1]
        const expected = next?.language === 'text' ? next.text : ''
        const place = sources.push(block.text) - 1
        test(`line ${block.line}: the TypeScript runs`, () => expect(printed[place]).toBe(expected))
      }
    }
  })
}

interface Block {
  readonly language: string
  readonly text: string
  readonly line: number
}

function isRunnable({ language }: Block): boolean {
  return language === 'console' || language === 'ts'
}

function codeBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: (match[2] ?? '').trimEnd(),
    line: markdown.slice(0, match.index).split('\n').length,
  }))
}

/** `$ command` lines with the output that follows each; a command goes on while its line ends in a backslash. */
function typedCommands(text: string): { command: string; output: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const lines = part.split('\n')
      const length = lines.findIndex((line) => !line.endsWith('\\')) + 1
      return { command: lines.slice(0, length).join('\n'), output: lines.slice(length).join('\n').trimEnd() }
    })
}

function shell(command: string): string {
  // Exit code 1 means "no", which a page may well want to show.
  return execFileSync('bash', ['-c', `{ ${command}\n} 2>&1 || [ $? = 1 ]`], {
    cwd: root,
    encoding: 'utf8',
    env: shellEnvironment(),
  }).trimEnd()
}

/** Runs every TypeScript block, in one process that loads the rooms once and must end by itself: what each of them prints. */
async function typescript(): Promise<string[]> {
  // Beside the rooms as their source is now: what was built may be older.
  const dir = mkdtempSync(join(dirname(cli.file), 'snippets-'))
  const files = sources.map((source, place) => {
    const file = join(dir, `${place}.ts`)
    const text = source.replaceAll(/(?<=from ')@skillwright\/([\w-]+)(?=')/g, (_, room) =>
      cli.file.replace('cli/src/main', `${room}/src/index`),
    )
    writeFileSync(file, text)
    return file
  })
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'run-snippets.ts'), ...files],
    { cwd: root, env: { ...process.env, ...cli.env } },
  )
  return (JSON.parse(stdout) as string[]).map((text) => text.trimEnd())
}

/** An environment in which `skillwright` and `skw` are this repository's own. */
function shellEnvironment(): NodeJS.ProcessEnv {
  const bin = mkdtempSync(join(tmpdir(), 'skillwright-docs-'))
  for (const name of ['skillwright', 'skw']) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${cli.file}" "$@"\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return { ...process.env, ...cli.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1' }
}
