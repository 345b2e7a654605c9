import { foldHomoglyph } from './homoglyphs.ts'

// Tags that hosts and models give a meaning to: skills, the parts of a conversation, tool calls.
const NAMES = `skill skills available_skills skill_content skill_resources skill_instructions assistant human
  user user_message user_prompt user_input user_query developer developer_message instruction instructions
  start_of_turn end_of_turn start_header_id end_header_id begin_of_text end_of_text im_start im_end think thinking
  system sys system_prompt system_message system_instruction system_instructions system_reminder
  function_call function_calls function_result function_results invoke antml
  tool_call tool_calls tool_result tool_results tool_use tool_response tool_output`
  .split(/\s+/)
  .map((name) => [...name.replaceAll('_', '')].map(foldHomoglyph).join(''))
const GUARDED = new Set(NAMES)
// `Promise<User>` is a type, not a part of a conversation.
const TYPES = new Set(
  ['user', 'developer', 'instruction', 'instructions'].map((name) => [...name].map(foldHomoglyph).join('')),
)
const BEGINNINGS = new Set(NAMES.flatMap((name) => Array.from(name, (_, i) => name.slice(0, i + 1))))

const OPENING = '<＜﹤‹〈\u2329⟨❬❮❰˂ᐸ\u226e⧼'
const CLOSING = '>＞﹥›〉\u232a⟩❭❯❱˃ᐳ\u226f⧽'
const SLASH = '/／⁄∕╱⧸⟋\\＼'
const BAR = '|｜∣ǀ︱￨'
const ANY_OPENING = new RegExp(`[${OPENING}]`, 'gu')
// Nothing of these is seen: zero-width and bidirectional characters, combining marks, controls.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}]|(?!\s)\p{Cc}/u
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu')
const SPACE = /[\s\u2800]/u
const SPECIAL_TOKEN = new RegExp(`^[${BAR}][\\p{L}\\p{N}_▁-]{1,40}[${BAR}][${CLOSING}]`, 'u')
// The marks of a text's beginning and end, and what else stands for itself in a vocabulary. `<s>` strikes text out in HTML, which is no loss.
const SENTINEL = new RegExp(
  `^[${SLASH.replaceAll('\\', '\\\\')}]?(?:s|bos|eos|eot|unk|pad|mask|cls|sep)[${CLOSING}]`,
  'iu',
)
const SENTINEL_START = new RegExp(`[${SLASH.replaceAll('\\', '\\\\')}sbeumpcｓ]`, 'iu')
const JOINER = /[\p{Pc}\p{Pd}]/u

/**
 * Takes the meaning from every tag that could end a skill's block, begin another, or take another role, however it
 * is spelt: its `<` becomes `opening`. Everything else stays as it is. Takes time in proportion to the text.
 */
export function guardTags(text: string, opening = '&lt;'): string {
  let guarded = ''
  let done = 0
  for (const { index, 0: bracket } of text.matchAll(ANY_OPENING)) {
    const inside = index + bracket.length
    const isGeneric = /[\p{L}\p{N}_]/u.test(text[index - 1] ?? '') && /\p{Lu}/u.test(text[inside] ?? '')
    if (!isGuarded(text, inside, isGeneric) && !isSpecialToken(text, inside)) continue
    guarded += text.slice(done, index) + opening
    done = inside
  }
  return guarded + text.slice(done)
}

function isGuarded(text: string, start: number, isGeneric: boolean): boolean {
  let name = ''
  let isClosing = false
  let hasSpace = false
  for (let at = start; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
    at += char.length
    if (UNSEEN.test(char)) continue
    if (SPACE.test(char)) hasSpace = true
    else if (name === '' && SLASH.includes(char)) isClosing = true
    else if (name === '' || !JOINER.test(char)) {
      name += foldHomoglyph(char).replace(/\p{M}/gu, '')
      if (!BEGINNINGS.has(name)) return false
      if (GUARDED.has(name) && !(isGeneric && TYPES.has(name)) && endsName(text, at, hasSpace && !isClosing))
        return true
    }
  }
  return false
}

/** True when a name ends here. Behind `a < b` it takes more to make a tag than a space: its end, or an attribute. */
function endsName(text: string, start: number, isDoubtful: boolean): boolean {
  const next = nextSeen(text, start, isDoubtful)
  if (next === undefined) return !isDoubtful
  const { char, at } = next
  if (!isDoubtful) return !/[\p{L}\p{N}\p{Pc}\p{Pd}.]/u.test(char)
  const isAttribute = /^[\w-]{1,40}\s{0,40}=\s{0,40}["'“‘]/.test(text.slice(at, at + 130))
  return isAttribute || CLOSING.includes(char) || SLASH.includes(char)
}

function nextSeen(text: string, start: number, isPastSpace: boolean): { char: string; at: number } | undefined {
  for (let at = start; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (!UNSEEN.test(char) && !(isPastSpace && SPACE.test(char))) return { char, at }
    at += char.length
  }
  return undefined
}

/** `<|im_start|>` and its like begin a turn in the templates of many models, `</s>` ends a text. */
function isSpecialToken(text: string, start: number): boolean {
  const next = nextSeen(text, start, true)
  if (next === undefined) return false
  if (BAR.includes(next.char)) return SPECIAL_TOKEN.test(text.slice(next.at, next.at + 100).replace(EACH_UNSEEN, ''))
  // Few openings get further than this.
  if (!SENTINEL_START.test(next.char)) return false
  const seen = text.slice(next.at, next.at + 24).replace(EACH_UNSEEN, '')
  return SENTINEL.test(seen.normalize('NFKC').replace(/\s+/g, ''))
}
