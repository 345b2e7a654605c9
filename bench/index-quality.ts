import { existsSync, readFileSync } from 'node:fs'
import { createWordIndex } from '@skillwright/index'
import { type Measure, measure } from './measure.ts'

interface Skill {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly body: string
}

interface Query {
  readonly query: string
  readonly relevant: readonly string[]
}

const CASES = new URL('../../shared/cases/retrieval/', import.meta.url)

/** How well messages find their skills by words alone, on labelled cases where they exist; each half of the queries on its own too. */
export function retrievalQuality(): Measure[] {
  if (!existsSync(CASES)) return []
  return [
    ...measureCase('tools-en', { nDCG: 62, recall: 64 }),
    ...measureCase('skills-zh-to-en', { nDCG: undefined, recall: 90 }),
  ]
}

function measureCase(name: string, targets: { nDCG: number | undefined; recall: number }): Measure[] {
  const index = createWordIndex()
  for (const skill of readLines<Skill>(`${name}/corpus.jsonl`)) index.add(skill)
  const queries = readLines<Query>(`${name}/queries.jsonl`)
  const answers = queries.map(({ query, relevant }) => {
    const ranks = index.search(query, { topK: 10 }).flatMap(({ id }, rank) => (relevant.includes(id) ? [rank] : []))
    return {
      nDCG: gain(ranks) / gain([...relevant.slice(0, 10).keys()]),
      recall: ranks.filter((rank) => rank < 3).length / relevant.length,
    }
  })
  const mean = (of: 'nDCG' | 'recall', keep: (index: number) => boolean) => {
    const kept = answers.filter((_, at) => keep(at))
    return (100 * kept.reduce((sum, answer) => sum + answer[of], 0)) / kept.length
  }
  const line = (of: 'nDCG' | 'recall', target: number | undefined) => {
    if (target === undefined) return []
    const halves = [0, 1].map((half) => mean(of, (at) => at % 2 === half).toFixed(1)).join(' and ')
    const baseline = `a perfect ranking (${halves} on the two halves)`
    const title = `index: ${name}, ${of === 'nDCG' ? 'nDCG@10' : 'recall@3'}`
    return [measure({ name: title, value: mean(of, () => true), unit: '%', baseline, better: 'higher', target })]
  }
  return [...line('nDCG', targets.nDCG), ...line('recall', targets.recall)]
}

function gain(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0)
}

function readLines<Line>(file: string): Line[] {
  const lines = readFileSync(new URL(file, CASES), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line)
}
