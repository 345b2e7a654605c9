import { anyOf } from './join-patterns.ts'

/** Commands that fetch code and run it at once: download cradles. */

/** In any shell. */
export const DOWNLOAD_CRADLE = anyOf(
  'i',
  /(?:\b|\\n)(?:curl|wget|fetch)\b[^\n|]{0,240}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python3?|perl|node|ruby)\b/,
  // PowerShell, with the reader in front of the download or behind it.
  /\b(?:iex|Invoke-Expression)\b[^\n]{0,160}(?:DownloadString|\birm\b|\biwr\b|Invoke-(?:WebRequest|RestMethod))/,
  /(?:DownloadString|\birm\b|\biwr\b|Invoke-(?:WebRequest|RestMethod))[^\n]{0,200}\|\s*(?:iex|Invoke-Expression)\b/,
  /\bmshta\s+https?:/,
  /\b(?:ba|z)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)\b/,
  /\bregsvr32\b[^\n]{0,60}\/i:https?:/,
)

/** By a pipe into an interpreter. */
export const PIPED_DOWNLOAD =
  /\b(?:curl|wget|irm|iwr|Invoke-WebRequest|Invoke-RestMethod)\b[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|osascript|python3?|node|perl|ruby|php|iex|Invoke-Expression)\b/i

/** In a text that a shell or an agent reads later; also code that is decoded, and a connection that takes commands. */
export const RUNS_WHEN_READ = anyOf(
  'i',
  // A shell reads what is fetched as a file, as words or from a pipe.
  /(?:^|[\s`;&])(?:\.|source|(?:ba|z|da)?sh|python3?)\s+<\(\s*(?:curl|wget)\b/,
  /[$`]\(?(?:curl|wget)\b[^\n)]{0,200}[)`]/,
  /(?:curl|wget|fetch|iwr|irm)\b[^\n|;&]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
  /base64\s+-+d/,
  /\/dev\/tcp\//,
  /\bnc\s+-e/,
  /python3?\s+-c/,
  // `eval "$(brew shellenv)"` is how tools set themselves up.
  /eval\b(?!\s+"?\$\((?:\/[\w/.-]+\/)?[\w.-]+\s+[\w\s-]{1,60}\))/,
  /\|\s*curl\b[^\n]{0,200}@-/,
  /exec\s*\([^\n]{0,120}(?:urlopen|requests\.get|fetch)/,
)
