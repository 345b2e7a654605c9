/** Code without what is only shown beside it: the marks of a difference, line numbers, the prompts of Python. Lines stay lines. */
export function plainCode(text: string): string {
  const lines = text.split('\n')
  for (const [mark, least] of MARKS) {
    const filled = lines.filter((line) => line.trim() !== '')
    if (filled.length > 0 && filled.filter((line) => mark.test(line)).length >= filled.length * least)
      return lines.map((line) => line.replace(mark, '')).join('\n')
  }
  return text
}

/** What a line may start with, and the share of lines that must for it to be no part of the code. */
const MARKS: readonly (readonly [RegExp, number])[] = [
  [/^\s*\d{1,4}(?:[:|.)]|(?=\s{2}))\s{0,4}/, 1],
  [/^\s*(?:>>>|\.\.\.) ?/, 0.5],
  [/^[+-](?![+-]) ?/, 0.3],
]
