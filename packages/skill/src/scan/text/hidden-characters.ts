/** One run of characters that are invisible, or that change the display order of others. */
export interface HiddenRun {
  readonly kind: 'tag' | 'zero-width' | 'bidi' | 'selector'
  readonly line: number
  /** What the characters spell, where they spell something. */
  readonly says: string
  /** How many characters. */
  readonly count: number
}

const HIDDEN =
  /\u034F|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/u
const HIDDEN_RUN = new RegExp(`(?:${HIDDEN.source})+`, 'gu')

/** The text as it is seen, and the runs of hidden characters that were taken out. Line breaks stay where they are. */
export function stripHidden(text: string): { text: string; hidden: HiddenRun[] } {
  if (!HIDDEN.test(text)) return { text, hidden: [] }
  const hidden: HiddenRun[] = []
  let line = 1
  let counted = 0
  const seen = text.replace(HIDDEN_RUN, (run: string, at: number) => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++
    const found = describe(run, text, at)
    if (found !== undefined) hidden.push({ ...found, line })
    return ''
  })
  return { text: seen, hidden: [...hidden, ...joinSparse(hidden)] }
}

function describe(run: string, text: string, at: number): Omit<HiddenRun, 'line'> | undefined {
  const codes = [...run].map((char) => char.codePointAt(0) ?? 0)
  const count = codes.length
  const before = text.slice(Math.max(0, at - 2), at)
  const after = text.slice(at + run.length, at + run.length + 1)
  const tags = codes.filter((code) => code >= 0xe0000 && code <= 0xe007f)
  if (tags.length > 0) {
    // The flags of England, Scotland and Wales are written in tag characters.
    if (before === '\u{1F3F4}' && tags.at(-1) === 0xe007f) return undefined
    const says = String.fromCharCode(...tags.map((code) => code - 0xe0000).filter((code) => code >= 32 && code < 127))
    return { kind: 'tag', says, count }
  }
  const selectors = codes.filter((code) => code >= 0xe0100)
  if (selectors.length >= 4) {
    const says = String.fromCharCode(...selectors.map((code) => code - 0xe0100 + 16))
    return { kind: 'selector', says, count }
  }
  if (codes.some(isBidi)) {
    // Right-to-left scripts need these marks; only beside plain Latin text do they mislead.
    const line = lineAround(text, at)
    if (/[\u0590-\u08FF\uFB1D-\uFEFC]/.test(line)) return undefined
    return codes.some((code) => code === 0x202e || code === 0x202d || (code >= 0x2066 && code <= 0x2068))
      ? { kind: 'bidi', says: '', count }
      : undefined
  }
  const zeros = codes.filter(
    (code) => code === 0x200b || code === 0x200c || code === 0x200d || code === 0x2060 || code === 0xfeff,
  )
  if (zeros.length >= 16) return { kind: 'zero-width', says: readBits(zeros), count }
  // Several in a row beside Latin text are no spelling of anything either.
  if (zeros.length >= 2 && /[A-Za-z0-9.,;]$/.test(before)) return { kind: 'zero-width', says: '', count }
  // Inside a word of Latin letters nothing needs them; in Persian, Hindi or an emoji they are spelling.
  if (/[A-Za-z0-9/.:]$/.test(before) && /^[A-Za-z0-9/.:]/.test(after) && codes[0] !== 0xad)
    return { kind: 'zero-width', says: '', count }
  return undefined
}

function isBidi(code: number): boolean {
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
}

function lineAround(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at) + 1
  const end = text.indexOf('\n', at)
  return text.slice(Math.max(start, at - 500), end < 0 ? at + 500 : Math.min(end, at + 500))
}

// Two different zero-width characters can carry bits; both readings are tried.
function readBits(zeros: readonly number[]): string {
  const [zero] = zeros
  for (const flip of [false, true]) {
    let said = ''
    for (let i = 0; i + 8 <= zeros.length; i += 8) {
      let code = 0
      for (let k = 0; k < 8; k++) code = code * 2 + ((zeros[i + k] === zero) === flip ? 1 : 0)
      said += code >= 32 && code < 127 ? String.fromCharCode(code) : ''
    }
    if (said.length * 10 >= zeros.length) return said
  }
  return ''
}

// A tag character after every visible one spells a sentence too, a letter at a time.
function joinSparse(hidden: readonly HiddenRun[]): HiddenRun[] {
  const short = hidden.filter((run) => (run.kind === 'tag' || run.kind === 'selector') && run.says.length < 8)
  const says = short.map((run) => run.says).join('')
  const [first] = short
  return first !== undefined && says.length >= 8 ? [{ kind: 'tag', line: first.line, says, count: says.length }] : []
}
