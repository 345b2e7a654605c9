import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCli } from '../fixtures/call-cli.ts'

let dir: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'skillwright-completion-'))
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(dir, `script.${shell}`), (await callCli(['completion', shell])).stdout)
  writeFileSync(join(dir, 'notes.md'), '')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** What is typed, and what a shell must offer for it. */
const CASES: readonly [string, string][] = [
  ['skillwright lin', 'lint'],
  ['skillwright contract co', 'compare'],
  ['skillwright lint --profile ag', 'agentskills'],
  ['skillwright lint --fi', '--fix'],
  ['skillwright people set-role ada rev', 'reviewer'],
  ['skillwright hub back', 'backup'],
  ['skillwright jobs add x --missed on', 'once'],
  ['skw new x --language type', 'typescript'],
]

describe.skipIf(!has('bash'))(`bash completes${has('bash') ? '' : ': NOT TRIED, there is no bash'}`, () => {
  test.each(CASES)('%s → %s', (line, offered) => {
    expect(bash(line)).toEqual([offered])
  })

  test('all verbs, no options before a dash is typed, and leaves files to the shell', () => {
    expect(bash('skillwright ')).toEqual(
      expect.arrayContaining(['new', 'lint', 'publish', 'hub', 'completion', 'help']),
    )
    expect(bash('skillwright lint ')).toEqual([''])
    expect(bash('skillwright run x --input ')).toEqual([''])
    expect(bash('skillwright contract check --')).toEqual(
      expect.arrayContaining(['--policy', '--output', '--json', '--help']),
    )
  })

  function bash(line: string): string[] {
    const words = line.split(' ').map((word) => `'${word}'`)
    const script = `source '${dir}/script.bash'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _skillwright; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
  }
})

describe.skipIf(!has('fish'))(`fish completes${has('fish') ? '' : ': NOT TRIED, there is no fish'}`, () => {
  test.each(CASES)('%s → %s', (line, offered) => {
    expect(fish(line)).toContain(offered)
  })

  test('says what a verb does, and offers files', () => {
    expect(fish('skillwright lin')).toEqual(['lint'])
    expect(fish(`skillwright lint ${dir}/no`)).toEqual([`${dir}/notes.md`])
  })

  function fish(line: string): string[] {
    const script = `source '${dir}/script.fish'; complete -C '${line}'`
    const env = { ...process.env, HOME: dir, XDG_CONFIG_HOME: dir, XDG_DATA_HOME: dir }
    const printed = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8', env })
    return printed
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t')[0] ?? '')
  }
})

describe.skipIf(!has('zsh'))(`zsh completes${has('zsh') ? '' : ': NOT TRIED, there is no zsh'}`, () => {
  test.each(CASES)('%s → %s', (line, offered) => {
    const typed = line.slice(0, line.lastIndexOf(' ') + 1)
    expect(zsh(line)).toContain(`${typed}${offered}`)
  })

  /** A terminal with a zsh in it, where the line and a tabulator are typed; what the line has become is written into a file. */
  function zsh(line: string): string {
    const result = join(dir, 'line')
    rmSync(result, { force: true })
    const inside = [
      'autoload -Uz compinit && compinit -u -D',
      `source '${dir}/script.zsh'`,
      `keep() { print -r -- "$BUFFER" >'${result}'; exit }`,
      "zle -N keep; bindkey '^X' keep; bindkey '^I' complete-word; PS1=ready",
    ].join('; ')
    const script = `zmodload zsh/zpty; zpty z zsh -f -i; zpty -w z ${quoted(inside)}; zpty -r z seen '*ready*ready*'; zpty -n -w z $'${line}\\t\\x18'; while [[ ! -s '${result}' ]]; do zpty -r z seen || break; done; cat '${result}'`
    return execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8', cwd: dir, timeout: 600_000 })
  }
})

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function has(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit 0'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
