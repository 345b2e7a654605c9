import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import { plainText, splitWords } from '../packages/index/src/words/split-words.ts'
import { stemWord } from '../packages/index/src/words/stem-word.ts'
import { STOP_WORDS } from '../packages/index/src/words/stop-words.ts'

/** A skill as the labelled cases have it. */
export interface CaseSkill {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly body: string
}

/** Finds the ids of the ten best skills for a message. */
type Engine = (message: string) => string[]

const WEIGHTS = { name: 3, description: 2, body: 1 }
type Weighted = keyof typeof WEIGHTS
const BODY_CHARS = 1_500
const BEST = 10
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Opens an engine over skills, to be asked for these tokens and no others. */
type OpenEngine = (skills: TokenizedSkills, asked: ReadonlySet<string>) => Engine

/** What search ranks with nothing of ours but the tokens: English by our stems, Chinese by the words of Intl.Segmenter. */
export const ANCHORS: Readonly<Record<string, OpenEngine>> = {
  BM25F: bm25f,
  FTS5: fts5,
  MiniSearch: miniSearch,
}

/** The tokens of a text. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = []
  splitWords(plainText(text), {
    word(word) {
      if (!STOP_WORDS.has(word)) tokens.push(stemWord(word))
    },
    unspaced(whole, from, to) {
      for (const { segment, isWordLike } of segmenter.segment(whole.slice(from, to)))
        if (isWordLike && !STOP_WORDS.has(segment)) tokens.push(segment)
    },
  })
  return tokens
}

/** Skills with the tokens of their fields, each field as one text: kept once for all engines. */
interface TokenizedSkills {
  readonly ids: readonly string[]
  readonly fields: readonly Readonly<Record<Weighted, string>>[]
}

// Libraries are made of the same skills over and over.
const known = new Map<string, string>()

/** Takes the tokens of all skills. */
export function tokenized(skills: readonly CaseSkill[]): TokenizedSkills {
  const text = (value = '') => {
    const tokens = known.get(value) ?? tokensOf(value).join(' ')
    known.set(value, tokens)
    return tokens
  }
  return {
    ids: skills.map(({ id }) => id),
    fields: skills.map(({ name, description, body }) => ({
      name: text(name),
      description: text(description),
      body: text((body ?? '').slice(0, BODY_CHARS)),
    })),
  }
}

function splitTokens(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

function bm25f({ ids, fields }: TokenizedSkills, asked: ReadonlySet<string>): Engine {
  const [saturation, influence] = [1.2, 0.75]
  const lists = new Map<string, { readonly doc: number; readonly count: number }[]>()
  const lengths = fields.map((texts, doc) => {
    const counts = new Map<string, number>()
    for (const [field, text] of Object.entries(texts))
      for (const token of splitTokens(text)) counts.set(token, (counts.get(token) ?? 0) + WEIGHTS[field as Weighted])
    for (const [token, count] of counts) {
      if (!asked.has(token)) continue
      const list = lists.get(token) ?? []
      if (list.push({ doc, count }) === 1) lists.set(token, list)
    }
    return counts.values().reduce((sum, count) => sum + count, 0)
  })
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return (message) => {
    const scores = new Map<number, number>()
    for (const token of new Set(tokensOf(message))) {
      const list = lists.get(token) ?? []
      const rarity = Math.log(1 + (ids.length - list.length + 0.5) / (list.length + 0.5))
      for (const { doc, count } of list) {
        const norm = saturation * (1 - influence + (influence * (lengths[doc] ?? 0)) / mean)
        scores.set(doc, (scores.get(doc) ?? 0) + (rarity * count * (saturation + 1)) / (count + norm))
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, BEST)
      .map(([doc]) => ids[doc] ?? '')
  }
}

function fts5({ ids, fields }: TokenizedSkills): Engine {
  const db = new DatabaseSync(':memory:')
  db.exec('create virtual table skills using fts5(name, description, body); begin')
  const insert = db.prepare('insert into skills(rowid, name, description, body) values (?, ?, ?, ?)')
  for (const [doc, { name, description, body }] of fields.entries()) insert.run(doc, name, description, body)
  db.exec('commit')
  const find = db.prepare(
    `select rowid from skills where skills match ? order by bm25(skills, ${Object.values(WEIGHTS).join(', ')}), rowid limit ${BEST}`,
  )
  return (message) => {
    const words = [...new Set(tokensOf(message))].map((token) => `"${token}"`)
    // In upper case, or it is a word that all must have.
    return words.length === 0 ? [] : find.all(words.join(' OR ')).map(({ rowid }) => ids[Number(rowid)] ?? '')
  }
}

function miniSearch({ ids, fields }: TokenizedSkills, asked: ReadonlySet<string>): Engine {
  // Terms that are left out count in the lengths of fields, so that the answers are those of the whole index, which takes minutes to build.
  const processTerm = (term: string) => (asked.has(term) ? term : null)
  const index = new MiniSearch({ fields: Object.keys(WEIGHTS), tokenize: splitTokens, processTerm })
  index.addAll(fields.map((texts, id) => ({ id, ...texts })))
  return (message) =>
    index
      .search(message, { boost: WEIGHTS, combineWith: 'OR', tokenize: tokensOf })
      .slice(0, BEST)
      .map(({ id }) => ids[Number(id)] ?? '')
}
