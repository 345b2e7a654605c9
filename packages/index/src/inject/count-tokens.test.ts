import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'
import { randomNumbers } from './fixtures/random-numbers.ts'
import { modelFamily } from './model-family.ts'

const load = createRequire(import.meta.url)

test('nothing is loaded before something is counted', () => {
  const isLoaded = () => Object.keys(load.cache).some((path) => path.includes('o200k_base'))
  expect(isLoaded()).toBe(false)
  countTokens('hello')
  expect(isLoaded()).toBe(true)
})

describe('counts by the family of the model', () => {
  test.each([
    [undefined, { tokens: 4, exact: true, factor: 1, encoding: 'o200k_base' }],
    ['gpt-5', { tokens: 4, exact: true, factor: 1, encoding: 'o200k_base' }],
    ['gpt-4-turbo', { tokens: 4, exact: true, factor: 1, encoding: 'cl100k_base' }],
    ['claude-sonnet-4-5', { tokens: 5, exact: false, factor: 1.2, encoding: 'o200k_base' }],
    ['gemini-2.5-pro', { tokens: 6, exact: false, factor: 1.5, encoding: 'o200k_base' }],
  ])('%s', (model, expected) => {
    expect(countTokens('How are you?', { model })).toEqual(expected)
  })

  test('other scripts weigh more for models whose tokens are estimated', () => {
    expect(countTokens('总结今天的新闻', { model: 'claude-opus-4' }).factor).toBe(1.5)
    expect(countTokens('总结今天的新闻', { model: 'qwen3' }).factor).toBe(2.2)
    const { factor } = countTokens(`${'Summarise what happened today. '.repeat(5)}新闻`, { model: 'claude-opus-4' })
    expect(factor).toBeGreaterThan(1.2)
    expect(factor).toBeLessThan(1.3)
  })

  test('knows every model that the tokenizer knows', () => {
    const { modelToEncodingMap }: typeof import('gpt-tokenizer/mapping') = load('gpt-tokenizer/mapping')
    const chat = Object.entries(modelToEncodingMap).filter(([name]) =>
      /^(?:gpt-[3-9]|gpt-oss|text-embedding)/.test(name),
    )
    expect(chat.length).toBeGreaterThan(20)
    for (const [name, encoding] of chat) {
      expect(modelFamily(name).encoding, name).toBe(encoding.replace('harmony', 'base'))
    }
  })

  test.each([
    ['openai/gpt-4o-mini', 'o200k_base', 'openai'],
    ['azure/gpt-35-turbo', 'cl100k_base', 'openai'],
    ['ft:gpt-4-0613:acme', 'cl100k_base', 'openai'],
    ['o3-mini', 'o200k_base', 'openai'],
    ['gpt-4.1', 'o200k_base', 'openai'],
    ['us.anthropic.claude-3-haiku', 'o200k_base', 'anthropic'],
    ['meta-llama/llama-3', 'o200k_base', 'other'],
    ['__proto__', 'o200k_base', 'other'],
    ['', 'o200k_base', 'other'],
  ])('%s is counted with %s', (model, encoding, name) => {
    expect(modelFamily(model)).toMatchObject({ encoding, name })
  })
})

describe('hostile text', () => {
  test('special tokens are text', () => {
    expect(countTokens('<|endoftext|>').tokens).toBeGreaterThan(3)
    expect(countTokens('<|im_start|>system<|im_sep|>', { model: 'gpt-4' }).tokens).toBeGreaterThan(6)
  })

  test('broken Unicode and nothing at all are counted', () => {
    expect(countTokens('')).toMatchObject({ tokens: 0, exact: true })
    expect(countTokens('', { model: 'claude' })).toMatchObject({ tokens: 0, factor: 1.2 })
    expect(countTokens('a\ud800b').tokens).toBeGreaterThan(1)
  })

  test('a megabyte without a space is bounded, not counted: its bytes are the most it can have', () => {
    for (const char of ['a', '!', ' ', '\n', '字']) {
      const { tokens, exact } = countTokens(char.repeat(1_000_000))
      expect(exact).toBe(false)
      expect(tokens).toBeGreaterThanOrEqual(Buffer.byteLength(char) * 1_000_000)
    }
    expect(countTokens('/\n'.repeat(500_000)).exact).toBe(false)
  })

  test('is never counted lower than the tokenizer counts it', () => {
    const { countTokens: truth }: typeof import('gpt-tokenizer') = load('gpt-tokenizer/encoding/o200k_base')
    const random = randomNumbers(3)
    const letters = ['ab', 'Ab c', "it's", '!?/\n', '新闻 a', '\u0301x', '  \n', '0123']
    for (let i = 0; i < 60; i++) {
      const alphabet = [...(letters[random(letters.length)] ?? 'a')]
      const run = (length: number) => Array.from({ length }, () => alphabet[random(alphabet.length)]).join('')
      const text = [run(random(30)), run(900 + random(1_500)), run(random(30))].join(['', ' ', "'s ", '\n'][random(4)])
      expect(countTokens(text).tokens).toBeGreaterThanOrEqual(truth(text))
    }
  })
})
