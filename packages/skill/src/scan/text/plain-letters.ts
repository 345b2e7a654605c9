/** Cyrillic and Greek letters that look like Latin ones, and those. */
const LOOKALIKES = new Map(
  [
    ...'аaеeоoрpсcхxуyіiјjѕsԁdһhкkтtмmвbнnАAВBЕEКKМMНHОOРPСCТTХXІIοoαaνvρpυuΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΧX'.matchAll(/../gu),
  ].map(([pair]) => [...pair] as [string, string]),
)
/** Letters of two scripts side by side. */
const MIXED = /[a-z][\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][a-z]/iu
const MIN_WORDS = 3

/** A text in letters that only look like those they seem to be, in plain ones; undefined when it has hardly any. */
export function plainLetters(text: string): string | undefined {
  if (!MIXED.test(text)) return undefined
  let mixed = 0
  const plain = text.replace(/\p{L}+/gu, (word) => {
    if (!MIXED.test(word)) return word
    mixed++
    return [...word].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
  })
  return mixed >= MIN_WORDS ? plain : undefined
}
