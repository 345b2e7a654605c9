// Letters that look like a Latin one and that Unicode does not fold into it, by the letter they look like. Where the two
// cases of a letter look like different letters, both are listed; otherwise the small one stands for both.
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  a: 'аɑαᴀꭺꓮ@4',
  b: 'вьβʙꓐ',
  c: 'сϲᴄꮯꓚ',
  d: 'ԁᴅꭰꓓ',
  e: 'еєεɛᴇꭼꓰ3',
  f: 'ғꜰꓝ',
  g: 'ɡցɢԍꓖ',
  h: 'һհʜнΗꓧ',
  k: 'кκᴋқꮶꓗ',
  l: 'iіıɪιӏꭵɩʟɭłꮮꓲꓡǀ׀∣1',
  m: 'мμᴍꮇꓟ',
  n: 'пոռɴΝηꓠ',
  o: 'оοσօᴏꓳ0',
  p: 'рρᴘꮲꓑ',
  r: 'гᴦʀꭱꓣ',
  s: 'ѕꜱʂꮪՏꓢ5$',
  t: 'тτᴛꭲꓔ7',
  u: 'υսᴜʋꓴ',
  v: 'νѵᴠꮩꓦ',
  y: 'уγүʏꓬ',
}

const FOLDED = new Map(
  Object.entries(HOMOGLYPHS).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

// Letters in circles, in squares and of flags stand in the order of the alphabet.
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6]

/** What a character looks like, as small Latin letters where it looks like such; `i` and `l` count as one letter. */
export function foldHomoglyph(char: string): string {
  return char <= '\x7f' ? foldOne(char) : [...char.normalize('NFKD')].map(foldOne).join('')
}

function foldOne(char: string): string {
  const small = char.toLowerCase()
  return FOLDED.get(char) ?? FOLDED.get(small) ?? ofAlphabet(char) ?? small
}

function ofAlphabet(char: string): string | undefined {
  const code = char.codePointAt(0) ?? 0
  const start = ALPHABETS.find((first) => code >= first && code < first + 26)
  return start === undefined ? undefined : foldOne(String.fromCharCode(0x61 + code - start))
}
