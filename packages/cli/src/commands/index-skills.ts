import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '@skillwright/contract'
import type { SkillIndex, TestedSkill } from '@skillwright/index'
import type { Command } from 'commander'
import { findingLines } from '../finding-lines.ts'
import { addIndexOptions, type IndexFlags, noteEmbedder, openSkillIndex } from '../open-skill-index.ts'
import { showProgress } from '../progress.ts'
import { readCount } from '../read-count.ts'
import { paint, type Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'
import { visibleText } from '../visible-text.ts'

interface JsonFlags extends IndexFlags {
  readonly json?: boolean
}

const VERBS: readonly Verb[] = [
  {
    name: 'build',
    summary: 'read all skills now and remember them, so that the next look is quick',
    load: async () => buildCommand,
  },
  {
    name: 'status',
    summary: 'where skills were found, and which are hidden, with the reasons',
    load: async () => statusCommand,
  },
  {
    name: 'test',
    summary: "try the messages of every skill's tests/triggers.json, and name skills that are easily confused",
    load: async () => testCommand,
  },
]

/** `index`: the index itself, and whether it finds what it should. */
export function indexCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}

function buildCommand(command: Command, terminal: Terminal): Command {
  command
    .option('--json', 'print the numbers as JSON')
    .addHelpText('after', '\nExamples:\n  $ skillwright index build\n  $ skillwright index build --root skills --json')
  return addIndexOptions(command).action(async ({ json, ...flags }: JsonFlags) => {
    const start = performance.now()
    const index = await openSkillIndex(flags)
    // The snapshot is written when the index is closed, and only then is it known whether that worked.
    await index[Symbol.asyncDispose]()
    noteEmbedder(terminal, flags, index)
    const { skills, offered, hidden, snapshot } = index.status()
    const seconds = Number(((performance.now() - start) / 1000).toFixed(2))
    if (json) return terminal.print(JSON.stringify({ skills, offered, hidden, snapshot, seconds }, null, 2))
    terminal.print(`${counted(skills, 'skill')}, ${offered} offered, ${hidden} hidden, in ${seconds} s`)
    if (snapshot.file !== undefined) terminal.print(`remembered in ${snapshot.file}`)
    if (snapshot.problem !== undefined) terminal.note(visibleText(snapshot.problem))
  })
}

function statusCommand(command: Command, terminal: Terminal): Command {
  command
    .argument('[id]', 'only this skill')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright index status\n  $ skillwright index status translator --root skills',
    )
  return addIndexOptions(command).action(async (id: string | undefined, { json, ...flags }: JsonFlags) => {
    await using index = await openSkillIndex(flags)
    if (id !== undefined) return showSkill(terminal, index, id, json)
    const status = index.status()
    const hidden = [...index.entries()].filter(({ state }) => state === 'hidden')
    if (json) return terminal.print(JSON.stringify({ ...status, hidden_skills: hidden }, null, 2))
    terminal.print(`${counted(status.skills, 'skill')}, ${status.offered} offered, ${status.hidden} hidden`)
    for (const { path, kind, clients, skills } of status.roots)
      terminal.print(`  ${String(skills).padStart(5)}  ${path}  ${paint('dim', [kind, ...clients].join(', '))}`)
    if (status.roots.length === 0) terminal.note('no client keeps skills here: name a folder with --root')
    if (status.snapshot.file !== undefined) terminal.print(`remembered in ${status.snapshot.file}`)
    if (status.snapshot.problem !== undefined) terminal.note(visibleText(status.snapshot.problem))
    for (const { id: name, path, reasons } of hidden) {
      terminal.print(`${paint('yellow', 'hidden')} ${visibleText(name)}  ${paint('dim', visibleText(path))}`)
      for (const { code, message } of reasons) terminal.print(`  ${code}: ${visibleText(message)}`)
    }
    for (const line of findingLines(status.findings)) terminal.note(line)
  })
}

function showSkill(terminal: Terminal, index: SkillIndex, id: string, json: boolean | undefined): void {
  const entry = index.lookUp(id)
  terminal.exitCode = entry.state === 'offered' ? 0 : 1
  if (json) {
    terminal.print(JSON.stringify(entry, null, 2))
    return
  }
  if (entry.state === 'absent') {
    const near = entry.near.length === 0 ? '' : `; did you mean ${visibleText(entry.near.join(', '))}?`
    terminal.print(`${id} is absent: no folder has it${near}`)
    return
  }
  terminal.print(`${id} is ${entry.state}: ${visibleText(entry.path)}`)
  for (const { code, message } of entry.reasons) terminal.print(`  ${code}: ${visibleText(message)}`)
  for (const line of findingLines(entry.findings)) terminal.note(line)
}

interface TestFlags extends JsonFlags {
  readonly top: number
}

function testCommand(command: Command, terminal: Terminal): Command {
  command
    .option('-k, --top <number>', 'a skill is found when it is among so many', readCount, 3)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright index test --root skills\n  $ skillwright index test --top 1 --json',
    )
  return addIndexOptions(command).action(async ({ top, json, ...flags }: TestFlags) => {
    await using index = await openSkillIndex(flags)
    const { describeTriggers, testTriggers } = await import('@skillwright/index')
    const skills = await testedSkills(terminal, index)
    const report = await testTriggers((message, options) => index.find(message, options), skills, {
      topK: top,
      onProgress: (done, of) => showProgress('trying message', done, of),
    })
    noteEmbedder(terminal, flags, index)
    terminal.exitCode = report.ok ? 0 : 1
    if (json) return terminal.print(JSON.stringify(report, null, 2))
    for (const line of describeTriggers(report)) terminal.print(line)
  })
}

async function testedSkills(terminal: Terminal, index: SkillIndex): Promise<TestedSkill[]> {
  const { readTriggers, TRIGGERS_FILE } = await import('@skillwright/skill')
  const skills: TestedSkill[] = []
  for (const { id, description, dir, state } of index.entries()) {
    if (state !== 'offered') continue
    const bytes = await readFile(join(dir, TRIGGERS_FILE)).catch(() => undefined)
    const { triggers, findings } = readTriggers(new Map(bytes === undefined ? [] : [[TRIGGERS_FILE, bytes]]))
    for (const line of findingLines(findings, { folder: dir })) terminal.note(line)
    skills.push({ id, description, triggers })
  }
  return skills
}
