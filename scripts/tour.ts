// npm start, until there is a hub: the contract of a real example skill at work, in a minute.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'

const SKILL = 'skills/daily-news-digest'

step('A skill makes a promise: its contract says what each action takes and gives.', ['contract', 'check', SKILL])
step(
  'A model calls it with a number as text and the wrong case. There is one lossless reading, so it is repaired and said:',
  check(),
  {
    topics: ['AI regulation'],
    max_articles_per_topic: '3',
    output_format: 'Bullets',
  },
)
step(
  'This one would need guessing. Nothing is guessed; every problem is named at once, with what was probably meant:',
  check(),
  {
    topics: ['AI regulation'],
    max_articles_per_topic: 'many',
    time_rnage: 'today',
    output_format: 'bulets',
  },
)
step(
  'A caller from the days of version 1, when topics was one text, still works: the contract knows the way up.',
  check(),
  { topics: 'AI regulation' },
)
step(
  'Now somebody lowers a limit and calls it a patch. The comparison names the bump and shows a call that would break:',
  ['contract', 'compare', SKILL, hastyChange()],
)
step(
  'The same contract for people who read Markdown (and for OpenAI, Anthropic, MCP, OpenAPI and TypeScript):',
  ['contract', 'docs', SKILL],
  undefined,
  12,
)

console.log(`\n${styleText('bold', 'Next:')} npm run skillwright -- --help, README.md, docs/`)

function check(): string[] {
  return ['contract', 'check', SKILL, '-']
}

/** Says what happens, runs the real command, and shows what it prints. */
function step(words: string, args: readonly string[], input?: unknown, lines = Number.POSITIVE_INFINITY): void {
  const stdin = input === undefined ? '' : JSON.stringify(input)
  const piped = input === undefined ? '' : `echo '${stdin}' | `
  console.log(`\n${styleText('bold', words)}\n${styleText('dim', `$ ${piped}skillwright ${args.join(' ')}`)}`)
  const main = join(import.meta.dirname, '../packages/cli/src/main.ts')
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=@skillwright/source', main, ...args], {
    input: stdin,
    encoding: 'utf8',
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
  })
  const shown = `${stderr}${stdout}`.trimEnd().split('\n')
  console.log([...shown.slice(0, lines), ...(shown.length > lines ? ['…'] : [])].join('\n'))
}

function hastyChange(): string {
  const contract = JSON.parse(readFileSync(join(SKILL, 'contract.json'), 'utf8')) as {
    version: string
    input: { properties: { topics: { maxItems: number } } }
  }
  contract.version = '2.0.1'
  contract.input.properties.topics.maxItems = 3
  const file = join(mkdtempSync(join(tmpdir(), 'skillwright-tour-')), 'contract.json')
  writeFileSync(file, JSON.stringify(contract))
  return file
}
