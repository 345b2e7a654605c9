// Chinese, Japanese and Korean script, with their full-width punctuation.
const CJK = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/gu

/**
 * Roughly how many tokens a model reads in a text: one for four Latin characters, 1.3 for a Chinese, Japanese or Korean one.
 * An estimate, meant to be a little high: pass a real tokenizer where the number matters.
 */
export function estimateTokens(text: string): number {
  const cjk = text.match(CJK)?.length ?? 0
  return Math.ceil(cjk * 1.3 + (text.length - cjk) / 4)
}
