import type { Fact, Place } from './code/trace.ts'
import type { TextFile } from './package-view.ts'
import type { RuleId } from './rules.ts'
import { lineAt } from './text/line-at.ts'

/** One sighting of a rule, before it is weighed with the others. */
export interface Evidence {
  readonly rule: RuleId
  readonly file: string
  readonly line: number
  /** What it does here, in a few words that continue "This …". */
  readonly detail: string
  /** The text it was seen in. */
  readonly text: string
  readonly layers: readonly string[]
  /** What it was seen in, when that is code or a command. */
  readonly fact?: Fact
}

/** Evidence at the place of a fact. */
export function fromFact(rule: RuleId, fact: Fact, detail: string, text = ''): Evidence {
  return { ...at(rule, fact.place, detail, text), fact }
}

/** Evidence at a match in the text of a file. */
export function fromMatch(
  rule: RuleId,
  file: Pick<TextFile, 'path' | 'text'>,
  match: RegExpExecArray,
  detail: string,
): Evidence {
  return at(rule, placeAt(file, match.index), detail, match[0])
}

/** The place of an index in the text of a file. */
export function placeAt({ path, text }: Pick<TextFile, 'path' | 'text'>, index: number) {
  return { file: path, line: lineAt(text, index), layers: [] }
}

/** Evidence at a place. */
export function at(rule: RuleId, place: Pick<Place, 'file' | 'line' | 'layers'>, detail: string, text = ''): Evidence {
  return { rule, file: place.file, line: place.line, detail, text: redact(text), layers: place.layers }
}

/** A snippet for the report: short, on one line, long keys cut so that a report does not spread what it warns of. */
export function redact(text: string): string {
  return cutKeys(text)
    .replaceAll('\uFFFC', '…')
    .replace(/\s+/g, ' ')
    .replace(/[A-Za-z0-9+/=_-]{60,}/g, (blob) => `${blob.slice(0, 24)}…(${blob.length} characters)`)
    .trim()
    .slice(0, 160)
}

/** The text with everything that looks like a secret key cut, so that it can be kept and shown. */
export function cutKeys(text: string): string {
  return text
    .replace(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
      '-----BEGIN PRIVATE KEY-----…',
    )
    .replace(
      /\b(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|clh_|npm_|hf_)[A-Za-z0-9_-]{8,}/g,
      (key) => `${key.slice(0, 4)}…`,
    )
}
