/** Something in a text that looks like a credential. Never holds the credential itself. */
export interface FoundSecret {
  /** What it looks like: `an AWS access key`. */
  readonly kind: string
  /** Its first characters and its length, enough for the author to find it, too little to use it. */
  readonly hint: string
  /** True when it is visibly made up: `AKIA…EXAMPLE`, `sk-xxxx`. */
  readonly isPlaceholder: boolean
}

// A credential is one run of these characters; cutting the text into runs first keeps every test linear.
const RUN = /[A-Za-z0-9_.-]{12,}/g
const ANY_START =
  /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[abeprs]|sk-|[sr]k_live_|AIza|npm_|hf_|SG\.|eyJ|dop_v1_|shpat_|pypi-|ya29\./

const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['an AWS access key', /^(?:AKIA|ASIA)[0-9A-Z]{16}$/],
  ['a GitHub token', /^(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,})$/],
  ['a GitLab token', /^glpat-[\w-]{20,}$/],
  ['a Slack token', /^xox[abeprs]-[A-Za-z0-9-]{10,}$/],
  ['an Anthropic key', /^sk-ant-[\w-]{16,}$/],
  ['an OpenAI key', /^sk-(?:proj-|svcacct-|or-)?[\w-]{20,}$/],
  ['a Stripe key', /^[sr]k_live_[A-Za-z0-9]{16,}$/],
  ['a Google API key', /^AIza[\w-]{35}$/],
  ['a Google access token', /^ya29\.[\w-]{20,}$/],
  ['an npm token', /^npm_[A-Za-z0-9]{36}$/],
  ['a PyPI token', /^pypi-[\w-]{50,}$/],
  ['a Hugging Face token', /^hf_[A-Za-z0-9]{30,}$/],
  ['a SendGrid key', /^SG\.[\w-]{16,}\.[\w-]{16,}$/],
  ['a DigitalOcean token', /^dop_v1_[0-9a-f]{64}$/],
  ['a Shopify token', /^shpat_[0-9a-fA-F]{32}$/],
  ['a JSON web token', /^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}$/],
]
const PLACEHOLDER =
  /example|sample|dummy|fake|your|x{4,}|\.\.\.|0{6,}|1234567|abcdef|placeholder|redacted|test(?:ing)?key/i

/** Finds the first credential in a text, by the shapes that providers give theirs. */
export function findSecret(text: string): FoundSecret | undefined {
  if (text.includes('PRIVATE KEY-----') && text.includes('-----BEGIN ')) {
    return { kind: 'a private key', hint: '-----BEGIN … PRIVATE KEY-----', isPlaceholder: false }
  }
  if (ANY_START.test(text)) {
    for (const [run] of text.matchAll(RUN)) {
      const found = shapeOf(run.replace(/[.-]+$/, ''))
      if (found) return found
    }
  }
  const login = text.includes('://') ? /:\/\/[^\s/:@]{1,64}:([^\s/@]{3,128})@/.exec(text) : null
  if (login === null || /^[<{$[%*]/.test(login[1] ?? '')) return undefined
  const secret = login[1] ?? ''
  const isPlaceholder = PLACEHOLDER.test(secret) || /^(?:pass|password|pwd|secret)$/i.test(secret)
  return { kind: 'a URL with a password', hint: mask(secret), isPlaceholder }
}

/** The text with every credential in it masked, fit for a message. */
export function withoutSecrets(text: string): string {
  if (!ANY_START.test(text)) return text
  return text.replaceAll(RUN, (run) => shapeOf(run.replace(/[.-]+$/, ''))?.hint ?? run)
}

/** True for one long word of letters and digits as random as a key is. Names, UUIDs, hashes and numbers are not. */
export function isRandomLooking(text: string): boolean {
  if (text.length < 24 || text.length > 512 || !/^[A-Za-z0-9+/_=-]+$/.test(text)) return false
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/[0-9]/.test(text)) return false
  if (PLACEHOLDER.test(text)) return false
  // Words joined by separators have several runs of five lower-case letters; a random string hardly ever one.
  if ((text.match(/[a-z]{5}/g)?.length ?? 0) > 1) return false
  return entropy(text) >= 4
}

/** The first characters of a secret and its length. */
export function mask(secret: string): string {
  const shown = secret.length >= 16 ? secret.slice(0, 4) : ''
  return `${shown}… (${secret.length} characters)`
}

function shapeOf(run: string): FoundSecret | undefined {
  for (const [kind, shape] of SHAPES) {
    if (shape.test(run)) return { kind, hint: mask(run), isPlaceholder: PLACEHOLDER.test(run) }
  }
  return undefined
}

/** Bits of information in a character, by Shannon. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
