const NOT_FOR =
  /\b(?:do not|don['’]t|never|not to|should not be) (?:use[d]?|trigger|invoke|activate|apply)\b[^.;\n。；]*|\bnot (?:intended|suitable|meant|suited) (?:for|to)\b[^.;\n。；]*|(?:不要|请勿|切勿|不应|不可|不得|禁止)(?:使用|用于|触发|调用)[^.;\n。；]*|(?:不适用于|不适合|不用于)[^.;\n。；]*/gi

// Whatever NOT_FOR finds holds one of these, which are found in a third of the time, and few texts hold any.
const MAY_EXCLUDE = [
  /(?:not|n['’]t|never) (?:to |be )?(?:use|trigger|invoke|activate|apply|intended|suitable|meant|suited)/i,
  /(?:不要|请勿|切勿|不应|不可|不得|禁止)(?:使用|用于|触发|调用)|不适用于|不适合|不用于/,
]

/** Splits a text into what it says a skill is for and what it says it is not for. `known` is what is known to be the latter. */
export function splitNegative(text: string, known: readonly string[] = []): { positive: string; negative: string } {
  let positive = text
  for (const item of known) if (item.length >= SHORTEST) positive = positive.replace(item, ' ')
  if (!MAY_EXCLUDE.some((words) => words.test(positive))) return { positive, negative: '' }
  const negative: string[] = []
  positive = positive.replace(NOT_FOR, (sentence) => {
    negative.push(sentence)
    return ' '
  })
  return { positive, negative: negative.join('\n') }
}

// Anything shorter could stand in the text by chance.
const SHORTEST = 8
