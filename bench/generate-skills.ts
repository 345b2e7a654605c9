import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHINESE, LATIN, type Language, pick, seeded } from './generated-words.ts'

/** One made-up skill: the name of its folder and what is in it. */
export interface GeneratedSkill {
  readonly folder: string
  /** Text of SKILL.md. */
  readonly text: string
  /** Text of skill.json, which one skill in five has. */
  readonly manifest: string | undefined
  /** A message that asks for it, in its own language. */
  readonly query: string
}

/** Writes the first `count` made-up skills below `root`, one folder each, and gives their paths. */
export function writeSkills(root: string, count: number): string[] {
  mkdirSync(root, { recursive: true })
  return Array.from({ length: count }, (_, i) => {
    const { folder, text, manifest } = generateSkill(i)
    const dir = join(root, folder)
    mkdirSync(dir)
    writeFileSync(join(dir, 'SKILL.md'), text)
    if (manifest !== undefined) writeFileSync(join(dir, 'skill.json'), manifest)
    return dir
  })
}

/**
 * The skill of that number, always the same. Words follow Zipf's law, 29 % are Chinese, and the sizes are those of public
 * collections: half below 6 KB, one in a hundred above 41 KB.
 */
export function generateSkill(i: number): GeneratedSkill {
  const random = seeded(i)
  const language = random() < 0.29 ? CHINESE : LATIN
  const topic = Array.from({ length: 4 }, () => pick(language.topics, random))
  const folder = `${Array.from({ length: 2 }, () => pick(LATIN.topics, random)).join('-')}-${i}`
  const description = `${language.sentence(random, topic)} ${language.use}${language.sentence(random, topic)}`
  const tags = [pick(LATIN.topics, random), pick(LATIN.topics, random)]
  const bytes = 5_500 * Math.exp(0.826 * gauss(random))
  const front = pick(FRONT_MATTERS, random)({ folder, description, tags, i })
  return {
    folder,
    text: `---\n${front}---\n\n${body(language, topic, bytes, random)}`,
    manifest: i % 5 === 0 ? manifestOf(folder, description, tags) : undefined,
    query: language.sentence(random, topic).slice(0, 80),
  }
}

function body(language: Language, topic: readonly string[], bytes: number, random: () => number): string {
  const { headings } = language
  const items = (count: number) =>
    Array.from({ length: count }, () => `- ${language.sentence(random, topic)}`).join('\n')
  const parts = [
    `# ${topic.join(' ')}\n`,
    `## ${headings.overview}\n\n${language.sentence(random, topic)} ${language.sentence(random, topic)}\n`,
    random() < 0.36 ? `## ${headings.when}\n\n${items(3)}\n` : '',
    random() < 0.1 ? `## ${headings.not}\n\n${items(2)}\n` : '',
    `## ${headings.usage}\n\n${items(4)}\n`,
  ]
  // The rest is rarely read and never indexed: paragraphs from a shelf are as good as new ones, and far cheaper.
  for (let size = Buffer.byteLength(parts.join('\n')); size < bytes; ) {
    const part = pick(language.paragraphs, random)
    parts.push(part.text)
    size += part.bytes
  }
  return parts.join('\n')
}

interface Facts {
  readonly folder: string
  readonly description: string
  readonly tags: readonly string[]
  readonly i: number
}

// How people write front matter: mostly two fields; some with lists, a client's inline JSON, or a value that runs on over lines.
const FRONT_MATTERS: readonly ((facts: Facts) => string)[] = [
  ({ folder, description }) => `name: ${folder}\ndescription: ${description}\n`,
  ({ folder, description }) => `name: ${folder}\ndescription: "${description}"\nlicense: MIT\n`,
  ({ folder, description, i }) => `name: ${folder}\ndescription: ${description}\nversion: 1.${i % 9}.0\n`,
  ({ folder, description, tags }) =>
    `name: ${folder}\ndescription: >\n  ${description}\ntags:\n  - ${tags.join('\n  - ')}\n`,
  ({ folder, description, tags }) =>
    `name: ${folder}\ndescription: ${description}\ntags: [${tags.join(', ')}]\nallowed-tools: Read, Write\n`,
  ({ folder, description }) =>
    `name: ${folder}\ndescription: ${description}\nmetadata:\n  author: somebody\n  version: "1.2.0"\n`,
  ({ folder, description, i }) =>
    `id: ${folder}\nversion: 1.2.0\nname: Skill ${i}\ndescription: ${description}\nhermes_version: ">=3.0.0"\ntools_required:\n  - web_search\n  - fetch_url\n`,
  ({ folder, description }) =>
    `name: ${folder}\ndescription: ${description}\nmetadata: {"openclaw":{"emoji":"🔍","requires":{"bins":["git"]}}}\n`,
  ({ folder, description }) => `name: ${folder}\ndescription: ${description.replace(' ', '\n  ')}\n`,
]

function manifestOf(folder: string, description: string, tags: readonly string[]): string {
  return JSON.stringify({ id: folder, version: '1.2.0', name: folder, description, tags }, null, 2)
}

function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
