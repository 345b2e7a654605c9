/** Cyrillic and Greek letters that look like Latin ones, and those. */
const LOOKALIKES = new Map(
  [
    ...'аaеeоoрpсcхxуyіiјjѕsԁdһhкkтtмmвbнnАAВBЕEКKМMНHОOРPСCТTХXІIοoαaνvρpυuΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΧX'.matchAll(/../gu),
  ].map(([pair]) => [...pair] as [string, string]),
)
/** A word of Latin letters with some of another script among them. */
const MIXED = /(?=[\p{L}]{0,40}[a-z])[\p{Script=Latin}]*[\p{Script=Cyrillic}\p{Script=Greek}][\p{L}]*/iu
const MIXED_WORDS = new RegExp(MIXED.source, 'giu')
const MIN_WORDS = 3

/** A text in letters that only look like those they seem to be, in plain ones; undefined when it has hardly any. */
export function plainLetters(text: string): string | undefined {
  if (!MIXED.test(text)) return undefined
  let mixed = 0
  const plain = text.replace(MIXED_WORDS, (word) => {
    mixed++
    return [...word].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
  })
  return mixed >= MIN_WORDS ? plain : undefined
}
