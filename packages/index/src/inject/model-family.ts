/** How the tokens of a model are counted. */
export interface ModelFamily {
  readonly name: 'openai' | 'anthropic' | 'other'
  /** The encoding that is counted with. */
  readonly encoding: EncodingName
  /** What the count of Latin text is multiplied with, and that of every other script. */
  readonly factor: number
  readonly factorOther: number
}

/** A vocabulary of OpenAI's tokenizer. */
export type EncodingName = 'o200k_base' | 'cl100k_base'

const NEW_OPENAI: ModelFamily = { name: 'openai', encoding: 'o200k_base', factor: 1, factorOther: 1 }
const OLD_OPENAI: ModelFamily = { name: 'openai', encoding: 'cl100k_base', factor: 1, factorOther: 1 }
// No offline tokenizer is exact for current Claude models; docs/inject.md says where the factors come from.
const ANTHROPIC: ModelFamily = { name: 'anthropic', encoding: 'o200k_base', factor: 1.2, factorOther: 1.5 }
const OTHER: ModelFamily = { name: 'other', encoding: 'o200k_base', factor: 1.5, factorOther: 2.2 }

/** The family a model belongs to, by its name with or without a provider in front; OpenAI's newest when none is named. */
export function modelFamily(model: string | undefined): ModelFamily {
  if (model === undefined) return NEW_OPENAI
  const name = model.toLowerCase()
  if (/claude|anthropic/.test(name)) return ANTHROPIC
  const plain = name.slice(name.lastIndexOf('/') + 1).replace(/^(?:openai[.:]|ft:)/, '')
  if (/^(?:gpt-?3|gpt-4(?![.\d]|o)|text-embedding-(?:3|ada-002)|cl100k)/.test(plain)) return OLD_OPENAI
  return /^(?:gpt-(?:[4-9]|\d\d|oss)|chatgpt|codex|o\d|o200k)/.test(plain) ? NEW_OPENAI : OTHER
}
