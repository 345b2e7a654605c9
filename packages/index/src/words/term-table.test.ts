import { expect, test } from 'vitest'
import { knownRuns } from './known-runs.ts'
import { stringCollector } from './string-collector.ts'
import { FIRST_HASH, hashOf, hashWith } from './string-table.ts'
import { findTerm, layOutTerms, NO_TERM } from './term-table.ts'

const PIECES = ['a', 'word', 'Word', '天', '天气', '\ud800', '\udc00', '𠀀', 'é', 'e\u0301', '\0', '=', '!', 'ﷺ', '']

function charsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
}

/** Many strings of up to four pieces, each twice. */
function manyStrings(): string[] {
  const some = PIECES.flatMap((one) => PIECES.flatMap((two) => PIECES.map((three) => `${one}${two}${three}${two}`)))
  return [...some, ...some]
}

test('each string has one number, in the order in which they came, and each that is kept is found by its term', () => {
  const numbers = new Map<string, number>()
  const collected = stringCollector()
  for (const string of manyStrings()) {
    if (!numbers.has(string)) numbers.set(string, numbers.size)
    expect(collected.numberOf(string)).toBe(numbers.get(string))
  }
  const { table, numbers: terms } = layOutTerms(collected.strings(), (number) => number % 3 > 0)
  for (const [string, number] of numbers) {
    expect(collected.string(number)).toBe(string)
    expect(findTerm(table, string)).toBe(number % 3 > 0 ? terms[number] : -1)
    if (number % 3 === 0) expect(terms[number]).toBe(NO_TERM)
  }
  expect(findTerm(table, 'never seen')).toBe(-1)
})

test('a run that was met before has its number, whatever it is made of', () => {
  const learnt: string[] = []
  const runs = knownRuns((text, from, to) => learnt.push(String.fromCharCode(...text.subarray(from, to))))
  const numbers = new Map<string, number>()
  for (const run of manyStrings().filter((string) => string !== '')) {
    const number = runs.numberAt(charsOf(`«${run}»`), 1, 1 + run.length)
    if (!numbers.has(run)) numbers.set(run, number)
    expect(numbers.get(run)).toBe(number)
    expect(learnt[number - 1]).toBe(run)
  }
})

test('words that were made to have one hash are numbered, known and found, about as soon as others', () => {
  const made = ofOneHash(12)
  expect(new Set(made.map((word) => hashOf(word))).size).toBe(1)
  const others = made.map((word, at) => word.slice(0, -3) + at.toString(36).padStart(3, '0'))
  const cpuOf = (words: readonly string[]) => {
    const texts = words.map(charsOf)
    const start = process.cpuUsage()
    const strings = stringCollector()
    const runs = knownRuns(strings.numberAt)
    const numbers = texts.map((text) => runs.numberAt(text, 0, text.length))
    expect(numbers).toEqual([...words.keys()])
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const best = (words: readonly string[]) => Math.min(...Array.from({ length: 5 }, () => cpuOf(words)))
  expect(best(made)).toBeLessThan(15 * best(others))
  const { table, numbers } = layOutTerms(collectedOf(made), () => true)
  for (const [at, word] of made.entries()) expect(findTerm(table, word)).toBe(numbers[at])
})

function collectedOf(words: readonly string[]) {
  const strings = stringCollector()
  for (const word of words) strings.numberOf(word)
  return strings.strings()
}

/** Two to the power of `blocks` words of one hash: for each block two that lead from one hash to the same next one. */
function ofOneHash(blocks: number): string[] {
  let words = ['']
  let hash = FIRST_HASH
  for (let block = 0; block < blocks; block++) {
    const { pair, next } = twoBlocks(hash)
    words = words.flatMap((word) => pair.map((each) => word + each))
    hash = next
  }
  return words
}

function twoBlocks(hash: number): { pair: readonly string[]; next: number } {
  const seen = new Map<number, string>()
  for (let n = 1; ; n++) {
    const codes = [n, n >>> 11, n >>> 5].map((each) => 0x400 + (Math.imul(each, 0x9e3779b1) >>> 18))
    const next = codes.reduce(hashWith, hash)
    const block = String.fromCharCode(...codes)
    const other = seen.get(next)
    if (other !== undefined && other !== block) return { pair: [other, block], next }
    seen.set(next, block)
  }
}
