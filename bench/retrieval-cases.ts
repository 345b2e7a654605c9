import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { seeded } from './generated-words.ts'
import type { CaseSkill } from './retrieval-anchors.ts'

/** A message, and the skills that it asks for. */
interface Query {
  readonly query: string
  readonly relevant: readonly string[]
  readonly language?: string
}

/** Skills and messages. */
export interface LabelledSet {
  readonly skills: readonly CaseSkill[]
  readonly queries: readonly Query[]
}

/** Which half a message belongs to: the one that weights were chosen on, or the one that is only judged by. */
export type Half = 'developed' | 'judged'

/** Both halves. */
export const HALVES: readonly Half[] = ['developed', 'judged']

const CASES = new URL('../../shared/cases/retrieval/', import.meta.url)

/** The labelled sets; undefined where they are not there. */
export function retrievalCases(): Record<'real' | 'cross' | 'tools', LabelledSet> | undefined {
  if (!existsSync(CASES)) return undefined
  return {
    real: readSet('skills-real', 'corpus.jsonl.gz'),
    cross: readSet('skills-zh-to-en'),
    tools: readSet('tools-en'),
  }
}

/** The half of a message, by a hash of its text. */
export function halfOf(message: string): Half {
  return Number.parseInt(hash('sha256', message).slice(0, 2), 16) % 2 === 0 ? 'developed' : 'judged'
}

/** Libraries of skills that some messages ask for and others, always the same. */
export function librariesOf({ skills, queries }: LabelledSet, size: number, most: number): LabelledSet[] {
  const random = seeded(size)
  const byId = new Map(skills.map((skill) => [skill.id, skill]))
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  return Array.from({ length: Math.floor(most) }, () => {
    const chosen = new Map<string, Query>()
    const ids = new Set<string>()
    while (ids.size < size / 2) {
      const query = pick(queries)
      chosen.set(query.query, query)
      for (const id of query.relevant) ids.add(id)
    }
    while (ids.size < size) ids.add(pick(skills).id)
    return { skills: [...ids].flatMap((id) => byId.get(id) ?? []), queries: [...chosen.values()] }
  })
}

// No engine reads further into a body.
const READ_CHARS = 6_000

/** More skills, each of the first half of one description, the second of another, and the body of a third: real words in real lengths. */
export function crossed(skills: readonly CaseSkill[], count: number): CaseSkill[] {
  const random = seeded(count)
  const pick = () => skills[Math.floor(random() * skills.length)] as CaseSkill
  return Array.from({ length: count }, (_, i) => {
    const [a, b, c] = [pick(), pick(), pick()]
    const [left = '', right = ''] = [a.description ?? '', b.description ?? '']
    const description = left.slice(0, left.length / 2) + right.slice(right.length / 2)
    return { id: `crossed-${i}`, name: `${b.name} ${i}`, description, body: (c.body ?? '').slice(0, READ_CHARS) }
  })
}

function readSet(name: string, corpus = 'corpus.jsonl'): LabelledSet {
  return { skills: readLines(`${name}/${corpus}`), queries: readLines(`${name}/queries.jsonl`) }
}

function readLines<Line>(file: string): Line[] {
  const bytes = readFileSync(new URL(file, CASES))
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
