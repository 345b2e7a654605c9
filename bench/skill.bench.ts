import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSkill } from '@skillwright/skill'
import { type Measure, measure, median } from './measure.ts'

const COUNT = 10_000

/** What the skill room must show: understanding ten thousand skills costs little more than reading their bytes. */
export async function run(): Promise<Measure[]> {
  const root = await mkdtemp(join(tmpdir(), 'skillwright-bench-'))
  try {
    const dirs = Array.from({ length: COUNT }, (_, i) => join(root, `skill-${i}`))
    for (const [i, dir] of dirs.entries()) await writeSkill(dir, i)
    const readBytes = () => each(dirs, readFolder)
    const readSkills = () => each(dirs, readSkill)
    await readBytes()
    await readSkills()
    const ratios: number[] = []
    for (let round = 0; round < 5; round++) {
      const [bytes, skills] = [await milliseconds(readBytes), await milliseconds(readSkills)]
      ratios.push(skills / bytes)
    }
    return [
      measure({
        name: `skill: ${COUNT.toLocaleString('en')} skills read`,
        value: median(ratios),
        unit: 'times the time',
        baseline: 'listing their folders and reading the bytes of the same files',
        better: 'lower',
        target: 2.5,
      }),
    ]
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function each(dirs: readonly string[], work: (dir: string) => Promise<unknown>): Promise<void> {
  for (const dir of dirs) await work(dir)
}

async function milliseconds(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The baseline: the least work any reader needs, done the fastest way: list a folder and read the files that say what the skill is. */
async function readFolder(dir: string): Promise<number> {
  let bytes = 0
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) readdirSync(path, { withFileTypes: true })
    else if (/^(?:SKILL\.md|skill\.json|contract\.json)$/.test(entry.name)) bytes += readFileSync(path).length
  }
  return bytes
}

// One skill in four has a script and a contract, one in four a references folder; the sizes are those of public collections: half of all below 6 KB.
async function writeSkill(dir: string, i: number): Promise<void> {
  await mkdir(dir)
  const random = numbers(i + 1)
  const write = (path: string, text: string) => writeFile(join(dir, path), text)
  await write('SKILL.md', skillText(i, random))
  if (i % 4 === 0) {
    await mkdir(join(dir, 'tools'))
    await write('tools/main_tool.py', '#!/usr/bin/env python3\nprint("{}")\n')
    await write(
      'skill.json',
      JSON.stringify(
        {
          id: `skill-${i}`,
          version: '1.2.0',
          name: `Skill ${i}`,
          tags: ['research', 'web'],
          entry: 'tools/main_tool.py',
        },
        null,
        2,
      ),
    )
  }
  if (i % 4 === 1) {
    await mkdir(join(dir, 'references'))
    await write('references/guide.md', '# Guide\n')
  }
  if (i % 4 === 2) await write('LICENSE', 'MIT\n')
}

function skillText(i: number, random: () => number): string {
  const front = FRONT_MATTERS[i % FRONT_MATTERS.length]?.(i) ?? ''
  // Log-normal around 5.5 KB, as public collections are: half below 6 KB, one in a hundred above 40 KB.
  const gauss = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const size = Math.min(200_000, 5_500 * Math.exp(0.87 * gauss))
  const parts = [`---\n${front}---\n\n# Skill ${i}\n`]
  for (let length = 0, at = i; length < size; at++) {
    const part = PARTS[at % PARTS.length] ?? ''
    parts.push(part)
    length += part.length
  }
  return parts.join('\n')
}

const FRONT_MATTERS: readonly ((i: number) => string)[] = [
  (i) =>
    `name: skill-${i}\ndescription: Reads build logs and says why build ${i} failed. Use when a build is red or somebody asks about CI.\n`,
  (i) =>
    `name: skill-${i}\ndescription: "Turns notes into minutes: who said what, and what was decided. Use after a meeting."\nlicense: MIT\nallowed-tools: Read, Write, Bash\n`,
  (i) =>
    `name: skill-${i}\ndescription: >\n  Searches the web for a topic and writes a summary\n  with sources. Use when somebody asks for facts.\nversion: 1.0.${i}\ntags:\n  - research\n  - web\n`,
  (i) =>
    `name: skill-${i}\ndescription: 汇总每天的新闻,生成简报。当用户想了解今天发生了什么时使用。\nversion: 1.2.0\nmetadata:\n  author: somebody\n  version: "1.2.0"\n`,
  (i) =>
    `id: skill-${i}\nversion: 1.2.0\nname: Skill ${i}\ndescription: Summarises pages. Use it for long pages.\nhermes_version: ">=3.0.0"\ntools_required:\n  - web_search\n  - fetch_url\nlanguage: en\ncreated: 2024-03-15\n`,
]

const PARTS: readonly string[] = [
  '## Overview\n\nThis skill looks at what is there, says what it means and what to do next. It works on text files of any\nsize and keeps the order in which things were said.\n',
  '## When to use\n\n- Somebody asks what happened\n- A report is due\n- The numbers of two days have to be compared\n',
  '## Usage\n\n1. Read the files that were named\n2. Group what belongs together\n3. Write the summary, the newest first\n4. Say what is missing\n',
  '### Example\n\n```bash\ngrep -n "error" build.log | head -20\nsort -u names.txt > sorted.txt\n```\n\nThe output lists each line once.\n',
  '## Reference\n\n| field | meaning |\n|---|---|\n| status | what came of it |\n| took | how long it took, in seconds |\n| owner | whose it is |\n',
  '## Notes\n\nPrefer short sentences. **Never** invent a number: when a figure is missing, say so. Links such as\n[the guide](references/guide.md) are read only when they are needed, because every page costs tokens.\n',
  '## 注意事项\n\n- 每次只处理一个文件\n- 数字缺失时要说明\n- 不要猜测原因\n',
]

function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
